import { hypot } from '../base/powers.js';
import { printAs } from '../base/printing.js';
import { Analyses } from '../linear/analyses.js';
import type { Elimination } from '../linear/elimination.js';
import { createFactorization } from '../linear/factorization.js';
import { LEAST, type GuardedFactorization } from '../linear/guarded-factorization.js';
import type { MatrixSource, MatrixWriter } from '../equations/matrix-source.js';
import { NullSpace } from '../linear/null-space.js';
import { PlanarChain } from '../linear/planar-chain.js';
import { ProbedMatrix } from '../linear/probed-matrix.js';
import { checkPositive, readOptions } from '../base/check.js';
import { normInto } from '../base/vector.js';
import {
  clearReport,
  type MotionTerms,
  type MultiplierProblem,
  type MultiplierSolver,
  type Solver,
  type SolverReport,
} from '../equations/solver.js';

/**
 * Relative size of a component of `b` outside the range of `A` above which it is more than
 * rounding.
 */
const CONTRADICTION = 1e-12;
/** Relative pivot above which a solution is accurate. Below it, the solution is refined. */
const WELL_CONDITIONED = 1e-4;
/**
 * Relative residual at which refinement ends. It also ends where it no longer halves the residual.
 */
const REFINED = 1e-14;
const MAX_REFINEMENTS = 4;

/**
 * Sparse direct solver: `A = J W Jᵀ` as `L D Lᵀ`, rows ordered for little fill. The order, the
 * elimination tree and the pattern of `L` are found once per structure. The time per solution is
 * linear in the number of constraints for chains and trees.
 *
 * Rows that depend on others are found by their pivots and left out. Their contribution to the
 * solution would lie in the null space of `A`, which exerts no force (`Jᵀ λ = 0`). It is chosen
 * such that `λ` is as short as possible. If the rows contradict each other, `b` is first projected
 * onto the range of `A`. So `λ = A⁺ b`, as with {@link dense}.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NOT_POSITIVE.
 */
export function blockLDL(options: BlockLDLOptions = {}): Solver {
  const { rankTolerance } = readOptions(options, 'Options of blockLDL', ['rankTolerance']);
  if (rankTolerance !== undefined) checkPositive(rankTolerance, "Option 'rankTolerance' of blockLDL");
  return printAs({ name: 'blockLDL', create: () => new BlockLDL(rankTolerance) }, 'blockLDL', () => options);
}

/** Options of {@link blockLDL}. */
export interface BlockLDLOptions {
  /**
   * Squared sine of the angle between a row and those it depends on, in the metric of `W`, at or
   * below which it counts as dependent. 1e-12 if left out.
   */
  readonly rankTolerance?: number;
}

/** Indices of the scalars that methods pass to each other in an array; see vector.ts. */
const NORM_B = 0;
const NORM_R = 1;
const MISSED = 2;

/** Solver of {@link blockLDL} for one world. */
export class BlockLDL implements MultiplierSolver {
  /** The problem without a matrix that {@link #matrix} was probed from. */
  #probed: MultiplierProblem | undefined;
  #matrix: MatrixSource | undefined;
  readonly #analyses = new Analyses();
  #elimination: Elimination | undefined;
  #writer: MatrixWriter | undefined;
  #factorization!: GuardedFactorization;
  #nullSpace!: NullSpace;
  /** Permuted right-hand side, then solution. */
  #z = new Float64Array(0);
  #r = new Float64Array(0);
  #best = new Float64Array(0);
  #residual = 0;
  /**
   * Equations of motion that were examined last, the chains that they form, if any, and whether
   * these hold the last factors.
   */
  #motion: MotionTerms | undefined;
  #chain: PlanarChain | undefined;
  #holdsChain = false;
  readonly #scalars = new Float64Array(3);
  readonly #tolerance: number | undefined;

  constructor(rankTolerance?: number) {
    this.#tolerance = rankTolerance;
  }

  /** Prepares for a matrix, with an analysis of it if there is one already. */
  prepare(matrix: MatrixSource, elimination: Elimination = this.#analyses.of(matrix)): void {
    this.#matrix = matrix;
    if (elimination === this.#elimination) {
      // Writers leave out what is always zero.
      this.#factorization.values.fill(0);
    } else {
      this.#elimination = elimination;
      this.#factorization = createFactorization(matrix.pattern, elimination);
      this.#nullSpace = new NullSpace(this.#factorization);
    }
    this.#writer = matrix.writer(this.#factorization.position);
    this.#z = new Float64Array(matrix.size);
    this.#r = new Float64Array(matrix.size);
    this.#best = new Float64Array(matrix.size);
  }

  solve(problem: MultiplierProblem, report: SolverReport): void {
    if (this.solveChain(problem, report)) return;
    this.#follow(problem);
    const { rightHandSide: b, multipliers: x } = problem;
    const factorization = this.#factorization;
    const z = this.#z;
    clearReport(report);
    report.factorizations = 1;
    report.factorization = factorization.method;
    report.fill = factorization.fill;
    report.flops = factorization.flops;

    this.#writer!.write(factorization.values);
    factorization.factorize(b, z, this.#tolerance);
    report.nearSingular = factorization.nearSingular;
    const leastPivot = factorization.pivots[LEAST]!;
    report.leastPivot = leastPivot;
    report.dependent = factorization.dependentCount;
    if (factorization.dependentCount > 0) {
      this.#solveDependent(problem, report);
      return;
    }
    factorization.solveUpper(z, x);
    if (leastPivot < WELL_CONDITIONED) this.#refine(problem, b);
    else this.#residual = 0;
    report.residual = this.#residual;
  }

  /**
   * Solves the equations of motion of chains in place, without writing `A` out. Returns false, with
   * nothing changed, for other problems and where that is not safe.
   */
  solveChain({ motion }: MultiplierProblem, report: SolverReport): boolean {
    // Problems of other kinds come in between within a step: the chains that were found stay.
    if (motion && motion !== this.#motion) {
      this.#motion = motion;
      this.#chain = PlanarChain.of(motion);
    }
    this.#holdsChain = motion !== undefined && this.#chain?.solve(report) === true;
    return this.#holdsChain;
  }

  solveAgain(problem: MultiplierProblem, report: SolverReport): void {
    if (this.#chain && this.#holdsChain) {
      clearReport(report);
      this.#chain.solveAgain(problem.rightHandSide, problem.multipliers);
      return;
    }
    if (!problem.matrix || problem.matrix !== this.#matrix) {
      this.solve(problem, report);
      return;
    }
    clearReport(report);
    const { multipliers: x } = problem;
    this.#reach(problem.rightHandSide);
    this.#substitute(x);
    if (this.#factorization.dependentCount === 0) return;
    this.#reach(x);
    this.#restore(x);
  }

  /** `A⁺ b` for a matrix with dependent rows. */
  #solveDependent(problem: MultiplierProblem, report: SolverReport): void {
    const { rightHandSide: b, multipliers: x } = problem;
    const scalars = this.#scalars;
    normInto(scalars, NORM_B, b);
    const normB = scalars[NORM_B]!;
    this.#reach(b);
    const missed = scalars[MISSED]!;
    report.contradictory = missed > CONTRADICTION * normB;

    const reachable = this.#best;
    this.#restore(reachable);
    this.#substitute(x);
    this.#refine(problem, reachable);
    this.#reach(x);
    this.#restore(x);
    report.residual = normB === 0 ? 0 : hypot(this.#residual, missed / normB);
  }

  /** `z = P x`. */
  #permute(x: Float64Array): void {
    const { order } = this.#factorization;
    const z = this.#z;
    for (let k = 0; k < z.length; k++) z[k] = x[order[k]!]!;
  }

  /** `x = Pᵀ z`. */
  #restore(x: Float64Array): void {
    const { order } = this.#factorization;
    const z = this.#z;
    for (let k = 0; k < z.length; k++) x[order[k]!] = z[k]!;
  }

  /** `z = P x` without its component in the null space of `A`, whose length it writes down. */
  #reach(x: Float64Array): void {
    this.#permute(x);
    if (this.#factorization.dependentCount > 0) this.#nullSpace.remove(this.#z, this.#scalars, MISSED);
  }

  /** `x = Pᵀ L⁻ᵀ D⁺ L⁻¹ z`. */
  #substitute(x: Float64Array): void {
    this.#factorization.solveLower(this.#z);
    this.#factorization.solveUpper(this.#z, x);
  }

  /** `x += A⁻¹ (b − A x)`, repeated while that improves the solution. */
  #refine(problem: MultiplierProblem, b: Float64Array): void {
    const x = problem.multipliers;
    const { order } = this.#factorization;
    const z = this.#z;
    const r = this.#r;
    const scalars = this.#scalars;
    normInto(scalars, NORM_B, b);
    const normB = scalars[NORM_B]!;
    this.#residual = 0;
    if (normB === 0) return;
    let last = Infinity;
    for (let round = 0; ; round++) {
      problem.multiply(x, r);
      for (let i = 0; i < r.length; i++) r[i] = b[i]! - r[i]!;
      normInto(scalars, NORM_R, r);
      const size = scalars[NORM_R]! / normB;
      if (!(size < last)) {
        // The last correction, still in z, did not improve the solution: undo it.
        if (round > 0) for (let k = 0; k < z.length; k++) x[order[k]!]! -= z[k]!;
        return;
      }
      this.#residual = size;
      if (size <= REFINED || size > 0.5 * last || round === MAX_REFINEMENTS) return;
      last = size;
      this.#permute(r);
      this.#substitute(r);
      for (let i = 0; i < r.length; i++) x[i]! += r[i]!;
    }
  }

  /** Analyses the matrix again if the structure has changed. */
  #follow(problem: MultiplierProblem): void {
    if (problem.matrix) {
      if (problem.matrix !== this.#matrix) this.prepare(problem.matrix);
    } else if (this.#probed !== problem) {
      this.#probed = problem;
      this.prepare(new ProbedMatrix(problem));
    }
  }
}
