import { NO_CONTACTS, type ComplementarityProblem } from '../complementarity/problem.js';
import { ComplementaritySolver } from '../complementarity/complementarity-solver.js';
import { emptyComplementarityReport } from '../complementarity/report.js';
import type { MultiplierEquations } from '../equations/multiplier-equations.js';
import { RowKind, type RowTable } from '../model/row-table.js';
import { Impulses } from './impulses.js';
import type { StabilizedSystem } from './stabilized-system.js';

/** Kinds of rows: ignored, equations, inequalities, and inequalities of rates. */
const NONE = 0;
const EQUATION = 1;
const INEQUALITY = 2;
const RATE_INEQUALITY = 3;

/** Value of an inequality up to which it is closed, so that its rate counts, in the unit of `C`. */
const CLOSED = 1e-9;

/**
 * Inequalities in a projection. The least change of positions to first order solves
 *
 *     u = (A + ε diag(A)) δ + C,   u = 0 in equations,   0 ≤ δ ⊥ u ≥ 0 in inequalities
 *
 * It moves violated inequalities to their bounds, and others only as far as they are in the way. With
 * `Cdot` and only the closed inequalities, it is the least change of velocities. Soft rows, friction and
 * rows with a largest force are ignored.
 */
export class ProjectedBounds {
  /** All rows, including inequalities. */
  readonly stabilized: StabilizedSystem;
  readonly #isOfStep: Uint8Array;
  /** Kinds of all rows, and those of the rows that are chosen. */
  readonly #all: Uint8Array;
  readonly #kinds: Uint8Array;
  readonly #errors: Float64Array;
  readonly #compliance: Float64Array;
  readonly #problem: ComplementarityProblem;
  readonly #solver = new ComplementaritySolver();
  readonly #report = emptyComplementarityReport();

  /** Takes all rows, in `equations`, and the solver, counts and report of the `plain` ones. */
  constructor(equations: MultiplierEquations, plain: StabilizedSystem) {
    const { range, size: count } = equations;
    this.#compliance = new Float64Array(count);
    const { counts, report } = plain.impulses;
    const impulses = new Impulses(equations, plain.createSolver(), counts, report, this.#compliance);
    const { matrix, rightHandSide, multipliers } = impulses;
    this.stabilized = { ...plain, range, rows: range.rows, impulses };
    const { rowTable } = range.system;
    this.#isOfStep = rowTable.isOfStep;
    this.#all = kindsOf(rowTable);
    this.#kinds = this.#all.slice();
    this.#errors = new Float64Array(count);
    const bounds = { lower: new Float64Array(count), upper: new Float64Array(count), contacts: NO_CONTACTS };
    this.#problem = { size: count, matrix, rightHandSide, multipliers, ...bounds };
  }

  /**
   * Chooses the inequalities: at rest all of them; after a step, contacts of shapes only where they have pushed. The
   * half-spaces of others need not hold any more, since shapes have turned and passed each other.
   */
  choose(afterStep: boolean): this {
    this.#kinds.set(this.#all);
    const { lambda } = this.stabilized.rows;
    for (let i = 0; afterStep && i < lambda.length; i++)
      if (this.#isOfStep[i] === 1 && !(lambda[i]! > 0)) this.#kinds[i] = NONE;
    return this;
  }

  /** Returns `C` of equations, and the violation of inequalities. The array is reused. */
  errors(): Float64Array {
    const { C } = this.stabilized.rows;
    const kinds = this.#kinds;
    for (let i = 0; i < C.length; i++) {
      if (kinds[i] === EQUATION) this.#errors[i] = C[i]!;
      else this.#errors[i] = kinds[i] === INEQUALITY ? Math.min(0, C[i]!) : 0;
    }
    return this.#errors;
  }

  /** Returns the same for rates; for inequalities only if they are closed, and `withInequalities`. */
  rates(withInequalities: boolean): Float64Array {
    const { Cdot } = this.stabilized.rows;
    for (let i = 0; i < Cdot.length; i++) {
      if (this.#kinds[i] === EQUATION) this.#errors[i] = Cdot[i]!;
      else this.#errors[i] = withInequalities && this.#isClosed(i) ? Math.min(0, Cdot[i]!) : 0;
    }
    return this.#errors;
  }

  #isClosed(i: number): boolean {
    const kind = this.#kinds[i];
    return kind === RATE_INEQUALITY || (kind === INEQUALITY && this.stabilized.rows.C[i]! <= CLOSED);
  }

  /** Finds the impulses of the least change of positions, with a regularization of `epsilon`. */
  solve(epsilon: number): void {
    this.#solve(this.stabilized.rows.C, epsilon, (i) => this.#kinds[i] === INEQUALITY);
  }

  /** Finds the impulses of the least change of velocities. */
  solveRates(withInequalities: boolean): void {
    this.#solve(this.stabilized.rows.Cdot, 0, (i) => withInequalities && this.#isClosed(i));
  }

  #solve(values: Float64Array, epsilon: number, isBounded: (row: number) => boolean): void {
    const { rightHandSide, multipliers, lower, upper } = this.#problem;
    this.#compliance.fill(0);
    if (epsilon > 0) this.stabilized.impulses.equations.writeDiagonal(this.#compliance);
    for (let i = 0; i < values.length; i++) {
      this.#compliance[i]! *= epsilon;
      const isEquation = this.#kinds[i] === EQUATION;
      const counts = isEquation || isBounded(i);
      rightHandSide[i] = counts ? -values[i]! : 0;
      lower[i] = isEquation ? -Infinity : 0;
      upper[i] = counts ? Infinity : 0;
      multipliers[i] = 0;
    }
    this.#solver.solve(this.#problem, this.#report);
    const { counts } = this.stabilized.impulses;
    counts.factorizations += this.#report.factorizations;
    counts.iterations += this.#report.iterations;
  }
}

function kindsOf({ kind, isRate, isSoft }: RowTable): Uint8Array {
  return kind.map((one, row) => {
    if (isSoft[row] === 1) return NONE;
    if (one === RowKind.equation) return EQUATION;
    if (one !== RowKind.inequality) return NONE;
    return isRate[row] === 1 ? RATE_INEQUALITY : INEQUALITY;
  });
}
