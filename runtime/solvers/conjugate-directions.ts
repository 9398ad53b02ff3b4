import { squared } from '../base/powers.js';
import { checkPositive, readOptions, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { suggestName } from '../base/nearest-name.js';
import { addScaled, dotInto, normInto } from '../base/vector.js';
import type { MatrixSource } from '../equations/matrix-source.js';
import { clearReport, type MultiplierProblem, type MultiplierSolver, type SolverReport } from '../equations/solver.js';
import { BlockJacobi } from '../linear/block-jacobi.js';
import { IncompleteCholesky } from '../linear/incomplete-cholesky.js';
import type { Preconditioner, PreconditionerFactory } from '../linear/preconditioner.js';
import { ProbedMatrix } from '../linear/probed-matrix.js';

/** Options of {@link conjugateGradient} and {@link conjugateResiduals}. */
export interface ConjugateDirectionsOptions {
  /**
   * Residual at which iterations stop: `‖r‖ ≤ tolerance ‖b‖`, or, for contradictory rows,
   * `‖A r‖ ≤ tolerance ‖A‖ ‖r‖`. 1e-13 if left out.
   */
  readonly tolerance?: number;
  /**
   * Largest number of iterations; `4 · rows + 100` if left out. In exact arithmetic the number of
   * distinct eigenvalues of `A` is enough.
   */
  readonly maxIterations?: number;
  /**
   * Preconditioner; `'none'` if left out. `'blockJacobi'` normalizes each constraint's own rows, at
   * hardly any cost: use it for very different masses or units. `'incompleteCholesky'` factorizes
   * `A` without fill, IC(0): many fewer iterations on nets, only one on chains and trees. With
   * either, multipliers of redundant rows need not be the shortest.
   */
  readonly preconditioner?: 'none' | 'blockJacobi' | 'incompleteCholesky';
}

/** Checked options of the solvers. */
export interface ConjugateDirectionsLimits {
  readonly tolerance: number;
  readonly maxIterations?: number | undefined;
  readonly makePreconditioner?: PreconditionerFactory | undefined;
}

/** Default limits of the iterations. */
export const DEFAULT_LIMITS: ConjugateDirectionsLimits = { tolerance: 1e-13 };

const OPTION_NAMES: readonly (keyof ConjugateDirectionsOptions)[] = ['tolerance', 'maxIterations', 'preconditioner'];

/** Factories of the preconditioners. */
const PRECONDITIONERS: Readonly<Record<string, PreconditionerFactory>> = {
  blockJacobi: (matrix) => new BlockJacobi(matrix),
  incompleteCholesky: (matrix) => new IncompleteCholesky(matrix),
};

/**
 * Reads the options of the solver called `name`. Throws E_OPTIONS, E_OPTION_UNKNOWN,
 * E_NOT_POSITIVE.
 */
export function readLimits(options: ConjugateDirectionsOptions, name: string): ConjugateDirectionsLimits {
  const given = readOptions(options, `Options of ${name}`, OPTION_NAMES);
  const { tolerance = DEFAULT_LIMITS.tolerance, maxIterations, preconditioner = 'none' } = given;
  checkPositive(tolerance, `Option 'tolerance' of ${name}`);
  if (maxIterations !== undefined) checkPositive(maxIterations, `Option 'maxIterations' of ${name}`);
  return { tolerance, maxIterations, makePreconditioner: PRECONDITIONERS[checkPreconditioner(preconditioner, name)] };
}

function checkPreconditioner(preconditioner: unknown, solver: string): string {
  const names = ['none', ...Object.keys(PRECONDITIONERS)];
  if (typeof preconditioner === 'string' && names.includes(preconditioner)) return preconditioner;
  throw new HolonomicRuntimeError(
    'E_OPTION_UNKNOWN',
    `${solver} has no preconditioner ${show(preconditioner)}.`,
    suggestName(typeof preconditioner === 'string' ? preconditioner : '', names),
  );
}

/** Factor by which rounding may increase a quantity that does not grow in exact arithmetic. */
const GROWTH = 2;
/**
 * Size of a product with `A`, relative to its factors, below which it consists of rounding errors.
 */
const NULL_TOLERANCE = 1e-14;

/** Entry `i` of a vector that no null space contains. */
function probeEntry(i: number): number {
  return 1 + ((i * 0.618033988749895) % 1);
}

/** Indices of the results of dot products in an array; see vector.ts. */
const NORM_B = 0;
const NORM_R = 1;
const NORM_Z = 2;
const NORM_AZ = 3;
const R_Z = 4;
const GAMMA = 5;
const SQUARE = 6;
const SCRATCH = 7;

/**
 * Methods of conjugate directions (Hestenes & Stiefel 1952; Saad, Iterative Methods for Sparse
 * Linear Systems, sections 6.8 and 8.3), matrix-free and started from the last solution. With a
 * preconditioner `M ≈ A`, the unit matrix if there is none, and `z = M⁻¹ r`,
 *
 *     p = d + β p,   α = γ / (Ap)ᵀM⁻¹Ap,   λ += α p,   r −= α Ap,   β = γ (new) / γ (old)
 *
 * and for the method of
 *
 * - *gradients* `d = M⁻¹ A z`, the direction in which `‖b − A λ‖²` falls fastest, and
 *   `γ = (Az)ᵀ d`, so that `Ap` is a second product with `A`;
 * - *residuals* `d = z` and `γ = zᵀ A z`, so that `Ap = A z + β Ap` costs nothing.
 *
 * Both find, in the space that their directions span, the `λ` with the least `rᵀM⁻¹r`. Without a
 * preconditioner they converge to a least-squares solution if rows contradict each other, which
 * shows as `A r = 0`, `r ≠ 0`. The iterates may have a component along that `r`. It does no work
 * (`Jᵀ r = 0`) but would accumulate from step to step, so it is removed at the end,
 * `λ −= (rᵀλ / rᵀr) r` (Liu, Milzarek, Roosta 2023, "Obtaining pseudo-inverse solutions with
 * MINRES"). From a cold start this gives the shortest solution.
 *
 * With a preconditioner, the least `rᵀM⁻¹r` of contradictory rows belongs to another solution.
 * Also, `r` may grow without bound where rows contradict each other almost to rounding, or where
 * `M⁻¹` is large along rows that nearly depend on others. In both cases the method starts again
 * without the preconditioner.
 */
export class ConjugateDirections implements MultiplierSolver {
  readonly #gradients: boolean;
  readonly #limits: ConjugateDirectionsLimits;
  readonly #scalars = new Float64Array(8);
  /** Number of products with `A` in the present solution. */
  #products = 0;
  #probed: MultiplierProblem | undefined;
  #matrix: MatrixSource | undefined;
  #preconditioner: Preconditioner | undefined;
  #r = new Float64Array(0);
  #p = new Float64Array(0);
  #Az = new Float64Array(0);
  #Ap = new Float64Array(0);
  /**
   * `z`, `M⁻¹ A z` or `M⁻¹ A p`, and the estimate with the smallest residual so far. Empty without
   * a preconditioner.
   */
  #z = new Float64Array(0);
  #M = new Float64Array(0);
  #best = new Float64Array(0);

  constructor(method: 'gradients' | 'residuals', limits: ConjugateDirectionsLimits) {
    this.#gradients = method === 'gradients';
    this.#limits = limits;
  }

  solve(problem: MultiplierProblem, report: SolverReport): void {
    const { rightHandSide: b, multipliers: x } = problem;
    const scalars = this.#scalars;
    clearReport(report);
    normInto(scalars, NORM_B, b);
    if (scalars[NORM_B] === 0) {
      x.fill(0);
      return;
    }
    this.#reserve(problem.size);
    this.#products = 0;
    const preconditioner = this.#follow(problem);
    if (!preconditioner) {
      this.#iterate(problem, undefined, report);
    } else {
      preconditioner.update();
      if (!this.#iterate(problem, preconditioner, report)) {
        // Start from zero: the estimate may have grown in directions that `A` nearly annihilates,
        // and the figures lost there do not come back.
        x.fill(0);
        this.#iterate(problem, undefined, report);
      }
      report.factorizations = 1;
      report.fill = preconditioner.fill;
      report.flops = preconditioner.flops;
    }
    report.iterations = this.#products;
  }

  /** Iterates. Returns false where the method must start again without the preconditioner. */
  #iterate(problem: MultiplierProblem, preconditioner: Preconditioner | undefined, report: SolverReport): boolean {
    const { size, multipliers: x } = problem;
    const { tolerance, maxIterations } = this.#limits;
    let gradients = this.#gradients;
    const scalars = this.#scalars;
    const normB = scalars[NORM_B]!;
    const goal = tolerance * normB;
    const nullTolerance = Math.max(tolerance, NULL_TOLERANCE);
    const limit = maxIterations ?? 4 * size + 100;
    const keepsBest = preconditioner !== undefined && maxIterations !== undefined;
    const r = this.#r;
    const z = preconditioner ? this.#z : r;
    const p = this.#p.fill(0);
    const Az = this.#Az;
    const Ap = this.#Ap.fill(0);
    const M = this.#M;
    const MAz = preconditioner ? M : Az;
    const MAp = preconditioner ? M : Ap;

    let normA = preconditioner ? 0 : this.#probe(problem);
    this.#start(problem);
    preconditioner?.apply(r, z);
    normInto(scalars, NORM_R, r);
    let normR = scalars[NORM_R]!;
    let leastR = Infinity;
    let rz = Infinity;
    let gamma = 0;
    for (let iteration = 0; ; iteration++) {
      report.residual = normR / normB;
      report.converged = true;
      if (normR <= goal) return true;
      if (preconditioner) {
        dotInto(scalars, R_Z, r, z);
        // True also for NaN.
        if (!(scalars[R_Z]! <= GROWTH * rz) || !(normR <= GROWTH * normB)) return false;
        rz = Math.min(rz, scalars[R_Z]!);
        if (keepsBest && normR < leastR) {
          leastR = normR;
          this.#best.set(x);
        }
        // The default limit is not reached unless rows contradict each other. A limit that the
        // caller set is kept.
        if (iteration >= limit && !keepsBest) return false;
      }
      // True also for NaN.
      if (!(iteration < limit) || !(normR < Infinity)) {
        if (keepsBest) {
          x.set(this.#best);
          report.residual = leastR / normB;
        }
        report.converged = false;
        return true;
      }

      problem.multiply(z, Az);
      this.#products++;
      normInto(scalars, NORM_Z, z);
      normInto(scalars, NORM_AZ, Az);
      normA = Math.max(normA, scalars[NORM_AZ]! / scalars[NORM_Z]!);
      dotInto(scalars, GAMMA, Az, z);
      let restarts = iteration === 0;
      if (!gradients && !preconditioner && scalars[GAMMA]! <= NULL_TOLERANCE * normA * squared(scalars[NORM_Z]!)) {
        // Rows contradict each other. zᵀAz consists of rounding errors long before Az does, so
        // gradients get further.
        gradients = true;
        restarts = true;
      }
      if (gradients) preconditioner?.apply(Az, MAz);
      const d = gradients ? MAz : z;
      if (gradients) dotInto(scalars, GAMMA, Az, d);
      const next = scalars[GAMMA]!;
      if (!(scalars[NORM_AZ]! > nullTolerance * normA * scalars[NORM_Z]!) || !(next > 0)) {
        if (preconditioner) return false;
        break;
      }

      const beta = restarts ? 0 : next / gamma;
      gamma = next;
      for (let i = 0; i < size; i++) p[i] = d[i]! + beta * p[i]!;
      if (gradients) {
        problem.multiply(p, Ap);
        this.#products++;
      } else {
        for (let i = 0; i < size; i++) Ap[i] = Az[i]! + beta * Ap[i]!;
      }
      preconditioner?.apply(Ap, MAp);
      dotInto(scalars, SQUARE, Ap, MAp);
      const alpha = gamma / scalars[SQUARE]!;
      let rr = 0;
      for (let i = 0; i < size; i++) {
        x[i]! += alpha * p[i]!;
        const entry = r[i]! - alpha * Ap[i]!;
        r[i] = entry;
        rr += entry * entry;
      }
      if (preconditioner) addScaled(z, -alpha, MAp);
      normR = Math.sqrt(rr);
    }
    // A r = 0, r ≠ 0.
    report.contradictory = true;
    dotInto(scalars, SCRATCH, r, x);
    addScaled(x, -scalars[SCRATCH]! / (normR * normR), r);
    return true;
  }

  /** Sets `r = b − A x`, and drops an estimate `x` that is worse than zero. */
  #start(problem: MultiplierProblem): void {
    const { rightHandSide: b, multipliers: x } = problem;
    const scalars = this.#scalars;
    const r = this.#r;
    normInto(scalars, SCRATCH, x);
    if (scalars[SCRATCH]! > 0) {
      problem.multiply(x, r);
      this.#products++;
      for (let i = 0; i < r.length; i++) r[i] = b[i]! - r[i]!;
      normInto(scalars, NORM_R, r);
      if (scalars[NORM_R]! <= scalars[NORM_B]!) return;
      x.fill(0);
    }
    r.set(b);
  }

  /**
   * Estimates `‖A‖` from below, with a vector that no null space contains, to distinguish a small
   * `A r` from a vanishing one.
   */
  #probe(problem: MultiplierProblem): number {
    const scalars = this.#scalars;
    const probe = this.#r;
    const product = this.#Az;
    for (let i = 0; i < probe.length; i++) probe[i] = probeEntry(i);
    problem.multiply(probe, product);
    this.#products++;
    normInto(scalars, NORM_AZ, product);
    normInto(scalars, NORM_Z, probe);
    return scalars[NORM_AZ]! / scalars[NORM_Z]!;
  }

  #reserve(size: number): void {
    if (this.#r.length === size) return;
    const { makePreconditioner, maxIterations } = this.#limits;
    const extra = makePreconditioner ? size : 0;
    this.#r = new Float64Array(size);
    this.#p = new Float64Array(size);
    this.#Az = new Float64Array(size);
    this.#Ap = new Float64Array(size);
    this.#z = new Float64Array(extra);
    this.#M = new Float64Array(extra);
    this.#best = new Float64Array(maxIterations === undefined ? 0 : extra);
  }

  /** Returns the preconditioner for the structure of `problem`, if one is requested. */
  #follow(problem: MultiplierProblem): Preconditioner | undefined {
    const { makePreconditioner } = this.#limits;
    if (!makePreconditioner) return undefined;
    let { matrix } = problem;
    if (!matrix) {
      if (this.#probed === problem) return this.#preconditioner;
      this.#probed = problem;
      matrix = new ProbedMatrix(problem);
    }
    if (matrix !== this.#matrix) {
      this.#matrix = matrix;
      this.#preconditioner = makePreconditioner(matrix);
    }
    return this.#preconditioner;
  }
}
