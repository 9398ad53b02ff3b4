import { ProbedMatrix } from '../linear/probed-matrix.js';
import type { MatrixSource } from '../equations/matrix-source.js';
import type { Preconditioner, PreconditionerFactory } from '../linear/preconditioner.js';
import { dotInto, normInto } from '../base/vector.js';
import { clearReport, type MultiplierProblem, type MultiplierSolver, type SolverReport } from '../equations/solver.js';

/** What should not grow may do so by rounding, but not by more than this factor. */
const GROWTH = 2;

/** Places of the scalars that methods leave to each other in an array: see vector.ts. */
const NORM_B = 0;
const NORM_R = 1;
const R_Z = 2;
const NORM_Z = 3;
const Z_AZ = 4;
const NORM_AZ = 5;
const AP_MAP = 6;
const X_X = 7;

/**
 * Preconditioned conjugate residuals: those of `M^(−½) A M^(−½)`, in terms of `A` and `M⁻¹`. With `z = M⁻¹ r`
 *
 *     α = zᵀAz / (Ap)ᵀM⁻¹Ap,  λ += α p,  r −= α Ap,  z −= α M⁻¹Ap,  β = zᵀAz (new) / zᵀAz (old),  p = z + β p,  Ap = Az + β Ap
 *
 * They minimise `rᵀM⁻¹r`, not `rᵀr`. Where the rows can be satisfied both end at zero. Where they contradict each other, which shows as
 * `A z = 0`, `z ≠ 0`, the least of the former is not the least-squares solution: there the unpreconditioned method (`finish`) takes over, from nothing.
 *
 * In exact arithmetic `rᵀM⁻¹r` never grows. Where rows contradict each other almost but not quite to rounding, or where `M⁻¹` is large along rows that
 * nearly depend on others, it does, and so may `r` without bound: then the unpreconditioned method takes over as well.
 */
export class PreconditionedResiduals implements MultiplierSolver {
  readonly #make: PreconditionerFactory;
  readonly #finish: MultiplierSolver;
  readonly #tolerance: number;
  readonly #maxIterations: number | undefined;
  readonly #scalars = new Float64Array(8);
  #products = 0;
  #matrix: MatrixSource | undefined;
  #probed: MultiplierProblem | undefined;
  #preconditioner!: Preconditioner;
  #r = new Float64Array(0);
  #z = new Float64Array(0);
  #p = new Float64Array(0);
  #Az = new Float64Array(0);
  #Ap = new Float64Array(0);
  #MAp = new Float64Array(0);
  /** The estimate with the smallest residual so far, for a limit of iterations that was asked for. */
  #best = new Float64Array(0);

  constructor(
    make: PreconditionerFactory,
    finish: MultiplierSolver,
    tolerance: number,
    maxIterations: number | undefined,
  ) {
    this.#make = make;
    this.#finish = finish;
    this.#tolerance = tolerance;
    this.#maxIterations = maxIterations;
  }

  solve(problem: MultiplierProblem, report: SolverReport): void {
    const { size, rightHandSide: b, multipliers: x } = problem;
    clearReport(report);
    const scalars = this.#scalars;
    normInto(scalars, NORM_B, b);
    if (scalars[NORM_B] === 0) {
      x.fill(0);
      return;
    }
    this.#follow(problem);
    this.#preconditioner.update();
    const limit = this.#maxIterations ?? 4 * size + 100;
    this.#products = 0;
    if (!this.#iterate(problem, limit, report)) {
      // From nothing: the estimate may have grown in directions that `A` all but annihilates, and what it has lost there does not come back.
      x.fill(0);
      this.#finish.solve(problem, report);
    }
    report.iterations += this.#products;
    report.factorizations = 1;
    report.fill = this.#preconditioner.fill;
    report.flops = this.#preconditioner.flops;
  }

  /** False where the unpreconditioned method has to go on. */
  #iterate(problem: MultiplierProblem, limit: number, report: SolverReport): boolean {
    const { size, multipliers: x } = problem;
    const preconditioner = this.#preconditioner;
    const scalars = this.#scalars;
    const normB = scalars[NORM_B]!;
    const r = this.#r;
    const z = this.#z;
    const p = this.#p.fill(0);
    const Az = this.#Az;
    const Ap = this.#Ap.fill(0);
    const MAp = this.#MAp;
    const goal = this.#tolerance * normB;
    const nullTolerance = Math.max(this.#tolerance, 1e-14);

    this.#start(problem);
    preconditioner.apply(r, z);
    normInto(scalars, NORM_R, r);
    let normR = scalars[NORM_R]!;
    let normA = 0;
    let zAz = 0;
    let leastR = Infinity;
    const best = this.#best;
    const keepsBest = this.#maxIterations !== undefined;
    let rz = Infinity;
    for (let iteration = 0; ; iteration++) {
      report.residual = normR / normB;
      if (normR <= goal) return true;
      dotInto(scalars, R_Z, r, z);
      const rzNext = scalars[R_Z]!;
      // Also on NaN.
      if (!(rzNext <= GROWTH * rz) || !(normR <= GROWTH * normB)) return false;
      rz = Math.min(rz, rzNext);
      if (keepsBest && normR < leastR) {
        leastR = normR;
        best.set(x);
      }
      if (!(iteration < limit)) {
        // A limit that was asked for is kept. The default one is out of reach unless rows contradict each other.
        if (!keepsBest) return false;
        x.set(best);
        report.residual = leastR / normB;
        report.converged = false;
        return true;
      }
      problem.multiply(z, Az);
      this.#products++;
      dotInto(scalars, Z_AZ, z, Az);
      normInto(scalars, NORM_Z, z);
      normInto(scalars, NORM_AZ, Az);
      const zAzNext = scalars[Z_AZ]!;
      const normZ = scalars[NORM_Z]!;
      const normAz = scalars[NORM_AZ]!;
      normA = Math.max(normA, normAz / normZ);
      if (!(normAz > nullTolerance * normA * normZ) || !(zAzNext > 0)) return false;

      const beta = iteration === 0 ? 0 : zAzNext / zAz;
      zAz = zAzNext;
      for (let i = 0; i < size; i++) {
        p[i] = z[i]! + beta * p[i]!;
        Ap[i] = Az[i]! + beta * Ap[i]!;
      }
      preconditioner.apply(Ap, MAp);
      dotInto(scalars, AP_MAP, Ap, MAp);
      const alpha = zAz / scalars[AP_MAP]!;
      let rr = 0;
      for (let i = 0; i < size; i++) {
        x[i]! += alpha * p[i]!;
        z[i]! -= alpha * MAp[i]!;
        const entry = r[i]! - alpha * Ap[i]!;
        r[i] = entry;
        rr += entry * entry;
      }
      normR = Math.sqrt(rr);
    }
  }

  /** `r = b − A x`, giving up an estimate `x` that is worse than none. */
  #start(problem: MultiplierProblem): void {
    const { rightHandSide: b, multipliers: x } = problem;
    const scalars = this.#scalars;
    const r = this.#r;
    dotInto(scalars, X_X, x, x);
    if (scalars[X_X]! > 0) {
      problem.multiply(x, r);
      this.#products++;
      for (let i = 0; i < r.length; i++) r[i] = b[i]! - r[i]!;
      normInto(scalars, NORM_R, r);
      if (scalars[NORM_R]! <= scalars[NORM_B]!) return;
      x.fill(0);
    }
    r.set(b);
  }

  #follow(problem: MultiplierProblem): void {
    let { matrix } = problem;
    if (!matrix) {
      if (this.#probed === problem) return;
      this.#probed = problem;
      matrix = new ProbedMatrix(problem);
    }
    if (matrix === this.#matrix) return;
    this.#matrix = matrix;
    this.#preconditioner = this.#make(matrix);
    this.#r = new Float64Array(matrix.size);
    this.#z = new Float64Array(matrix.size);
    this.#p = new Float64Array(matrix.size);
    this.#Az = new Float64Array(matrix.size);
    this.#Ap = new Float64Array(matrix.size);
    this.#MAp = new Float64Array(matrix.size);
    this.#best = new Float64Array(this.#maxIterations === undefined ? 0 : matrix.size);
  }
}
