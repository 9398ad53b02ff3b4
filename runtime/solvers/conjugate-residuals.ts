import { checkPositive, readOptions } from '../base/check.js';
import { addScaled, dotInto, normInto } from '../base/vector.js';
import {
  clearReport,
  type MultiplierProblem,
  type MultiplierSolver,
  type Solver,
  type SolverReport,
} from '../equations/solver.js';

/** Options of {@link conjugateResiduals}. */
export interface ConjugateResidualsOptions {
  /** Where to stop: `‖r‖ ≤ tolerance ‖b‖`, or, for contradictory rows, `‖A r‖ ≤ tolerance ‖A‖ ‖r‖`. 1e-13 if left out. */
  readonly tolerance?: number;
  /** `4 · rows + 100` if left out. In exact arithmetic the number of distinct eigenvalues of `A` is enough. */
  readonly maxIterations?: number;
}

/** Where iterations stop unless told otherwise. */
export const DEFAULT_TOLERANCE = 1e-13;

/** Where iterations end, of the options of the solver called `name`, which may have `others` too. Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NOT_POSITIVE. */
export function readLimits<T extends ConjugateResidualsOptions>(
  options: T,
  name: string,
  others: readonly string[] = [],
): Omit<T, keyof ConjugateResidualsOptions> & { tolerance: number; maxIterations: number | undefined } {
  const given = readOptions(options, `Options of ${name}`, ['tolerance', 'maxIterations', ...others]);
  const { tolerance = DEFAULT_TOLERANCE, maxIterations } = given;
  checkPositive(tolerance, `Option 'tolerance' of ${name}`);
  if (maxIterations !== undefined) checkPositive(maxIterations, `Option 'maxIterations' of ${name}`);
  return { ...given, tolerance, maxIterations };
}

/**
 * Conjugate gradients, matrix-free and started from the last solution. Each iteration costs one product with
 * `A = J W Jᵀ`. Redundant rows do no harm.
 *
 * Of the family it is the member that minimises the residual, the method of *conjugate residuals* (Stiefel 1955; Saad, Iterative Methods for
 * Sparse Linear Systems, algorithm 6.20):
 *
 *     α = rᵀAr / ‖Ap‖²,  λ += α p,  r −= α Ap,  β = rᵀAr (new) / rᵀAr (old),  p = r + β p,  Ap = Ar + β Ap
 *
 * The plain method minimises the error in the norm of `A` instead, which has no minimum where `b` is outside the range of `A`: for
 * contradictory constraints it diverges, while this one ends at a least-squares solution, at the same cost. A contradiction shows as
 * `A r = 0`, `r ≠ 0`. Since the iterates pick up a part along that `r`, which does no work (`Jᵀ r = 0`) but would pile up from step to step,
 * it is taken out at the end, `λ −= (rᵀλ / rᵀr) r` (Liu, Milzarek, Roosta 2023, "Obtaining pseudo-inverse solutions with MINRES"); from a
 * cold start this gives the shortest solution.
 *
 * {@link conjugateGradient} is the same with a choice of preconditioners, and with their code.
 */
export function conjugateResiduals(options: ConjugateResidualsOptions = {}): Solver {
  const { tolerance, maxIterations } = readLimits(options, 'conjugateResiduals');
  return { name: 'conjugateResiduals', create: () => new ConjugateResiduals(tolerance, maxIterations) };
}

/** Places of the scalars of the iteration, which methods leave to each other in an array: see vector.ts. */
const NORM_B = 0;
const NORM_A = 1;
const ALPHA = 2;
const BETA = 3;
const SQUARE = 4;
const OTHER = 5;

/** See {@link conjugateResiduals}. */
export class ConjugateResiduals implements MultiplierSolver {
  readonly #tolerance: number;
  readonly #maxIterations: number | undefined;
  readonly #scalars = new Float64Array(6);
  #r = new Float64Array(0);
  #p = new Float64Array(0);
  #Ar = new Float64Array(0);
  #Ap = new Float64Array(0);

  constructor(tolerance: number, maxIterations: number | undefined) {
    this.#tolerance = tolerance;
    this.#maxIterations = maxIterations;
  }

  solve(problem: MultiplierProblem, report: SolverReport): void {
    const { size, rightHandSide: b, multipliers: x } = problem;
    this.#reserve(size);
    const scalars = this.#scalars;
    const r = this.#r;
    const Ar = this.#Ar;
    clearReport(report);

    normInto(scalars, NORM_B, b);
    const normB = scalars[NORM_B]!;
    if (normB === 0) {
      x.fill(0);
      return;
    }
    this.#start(problem, report);
    this.#p.fill(0);
    this.#Ap.fill(0);

    const goal = this.#tolerance * normB;
    // Below this, A r is made of rounding errors.
    const nullTolerance = Math.max(this.#tolerance, 1e-14);
    const limit = this.#maxIterations ?? 4 * size + 100;
    let normA = scalars[NORM_A]!;
    let rAr = 0;
    dotInto(scalars, SQUARE, r, r);
    for (let iteration = 0; ; iteration++) {
      const normR = Math.sqrt(scalars[SQUARE]!);
      report.residual = normR / normB;
      if (normR <= goal) return;

      problem.multiply(r, Ar);
      report.iterations++;
      let rArNext = 0;
      let ArAr = 0;
      for (let i = 0; i < size; i++) {
        const entry = Ar[i]!;
        rArNext += r[i]! * entry;
        ArAr += entry * entry;
      }
      const normAr = Math.sqrt(ArAr);
      normA = Math.max(normA, normAr / normR);
      if (normAr <= nullTolerance * normA * normR || rArNext <= 0) {
        report.contradictory = true;
        dotInto(scalars, OTHER, r, x);
        addScaled(x, -scalars[OTHER]! / (normR * normR), r);
        return;
      }
      // Also leaves on NaN.
      if (!(iteration < limit) || !(normR < Infinity)) break;

      scalars[BETA] = iteration === 0 ? 0 : rArNext / rAr;
      rAr = rArNext;
      this.#turn();
      scalars[ALPHA] = rAr / scalars[SQUARE]!;
      this.#advance(x);
    }
    report.converged = false;
  }

  /** `p = r + β p`, `Ap = Ar + β Ap`; leaves `‖Ap‖²`. */
  #turn(): void {
    const r = this.#r;
    const p = this.#p;
    const Ar = this.#Ar;
    const Ap = this.#Ap;
    const beta = this.#scalars[BETA]!;
    let sum = 0;
    for (let i = 0; i < r.length; i++) {
      p[i] = r[i]! + beta * p[i]!;
      const entry = Ar[i]! + beta * Ap[i]!;
      Ap[i] = entry;
      sum += entry * entry;
    }
    this.#scalars[SQUARE] = sum;
  }

  /** `x += α p`, `r −= α Ap`; leaves `‖r‖²`. */
  #advance(x: Float64Array): void {
    const r = this.#r;
    const p = this.#p;
    const Ap = this.#Ap;
    const alpha = this.#scalars[ALPHA]!;
    let sum = 0;
    for (let i = 0; i < r.length; i++) {
      x[i]! += alpha * p[i]!;
      const entry = r[i]! - alpha * Ap[i]!;
      r[i] = entry;
      sum += entry * entry;
    }
    this.#scalars[SQUARE] = sum;
  }

  /** Sets `r = b − A x`, giving up an estimate `x` that is worse than none, and leaves a lower estimate of `‖A‖`. */
  #start(problem: MultiplierProblem, report: SolverReport): void {
    const { rightHandSide: b, multipliers: x } = problem;
    const scalars = this.#scalars;
    const r = this.#r;
    const product = this.#Ar;
    report.iterations++;

    normInto(scalars, OTHER, x);
    const normX = scalars[OTHER]!;
    if (normX > 0) {
      problem.multiply(x, product);
      for (let i = 0; i < r.length; i++) r[i] = b[i]! - product[i]!;
      normInto(scalars, OTHER, r);
      if (scalars[OTHER]! <= scalars[NORM_B]!) {
        normInto(scalars, NORM_A, product);
        scalars[NORM_A]! /= normX;
        return;
      }
    }
    // Cold start. The size of A has to be known to tell a small A r from a vanishing one: probe with a vector that no null space contains.
    for (let i = 0; i < r.length; i++) r[i] = 1 + ((i * 0.618033988749895) % 1);
    problem.multiply(r, product);
    normInto(scalars, NORM_A, product);
    normInto(scalars, OTHER, r);
    scalars[NORM_A]! /= scalars[OTHER]!;
    x.fill(0);
    r.set(b);
  }

  #reserve(size: number): void {
    if (this.#r.length === size) return;
    this.#r = new Float64Array(size);
    this.#p = new Float64Array(size);
    this.#Ar = new Float64Array(size);
    this.#Ap = new Float64Array(size);
  }
}
