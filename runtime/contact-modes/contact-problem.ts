import { clear, copy, maxAbs } from '../base/vector.js';
import { ComplementaritySolver } from '../complementarity/complementarity-solver.js';
import type { ComplementarityProblem } from '../complementarity/problem.js';
import { emptyComplementarityReport } from '../complementarity/report.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import type { MultiplierEquations } from '../equations/multiplier-equations.js';
import { CompliantMatrix } from '../linear/compliant-matrix.js';
import { frictionOf, HELD, type Contact, type RowModes } from './row-modes.js';

/** Largest number of sets of contacts with friction whose solvers are kept. */
const MOST_KNOWN = 16;

/** A solver, and the problem of one set of contacts with friction. */
interface SolvedSet {
  readonly solver: ComplementaritySolver;
  readonly problem: ComplementarityProblem;
}

/**
 * The problem of an impact, or of the accelerations that follow: `u = A λ − b` with bounds and
 * friction in the contacts that touch. It is scaled by its largest velocity, so that slow impacts are
 * as exact as fast ones.
 */
export class ContactProblem {
  /** `b`, and bounds of each row. */
  readonly b: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly lambda: Float64Array;
  /** Compliance of each row. Set by the caller. */
  readonly compliance: Float64Array;
  /** The solution's `u` without the part of the compliance: `A λ − b`. */
  readonly u: Float64Array;
  readonly #equations: MultiplierEquations;
  readonly #matrix: CompliantMatrix;
  readonly #motion: EquationsOfMotion;
  readonly #modes: RowModes;
  readonly #report = emptyComplementarityReport();
  /** Solvers for the sets of contacts with friction that touched last. */
  readonly #known = new Map<string, SolvedSet>();
  #set: SolvedSet | undefined;

  constructor(motion: EquationsOfMotion, modes: RowModes, equations: MultiplierEquations) {
    const { count } = motion.system.all.rows;
    this.#motion = motion;
    this.#modes = modes;
    this.#equations = equations;
    this.b = new Float64Array(count);
    this.lower = new Float64Array(count);
    this.upper = new Float64Array(count);
    this.lambda = new Float64Array(count);
    this.compliance = new Float64Array(count);
    this.#matrix = new CompliantMatrix(equations.matrix, this.compliance);
    this.u = new Float64Array(count);
  }

  /**
   * Sets the bounds: rows that always hold are free, the contacts of `touching` push, and all others
   * have no multiplier. Contacts with friction are cones.
   */
  begin(touching: readonly Contact[]): void {
    const { lower, upper } = this;
    const { mode, contacts, limited } = this.#modes;
    for (let i = 0; i < mode.length; i++) {
      lower[i] = mode[i] === HELD ? -Infinity : 0;
      upper[i] = mode[i] === HELD ? Infinity : 0;
    }
    for (const { row } of limited) lower[row] = upper[row] = 0;
    for (const { row, tangents } of contacts) {
      lower.fill(0, row, row + tangents + 1);
      upper.fill(0, row, row + tangents + 1);
    }
    for (const { row } of touching) upper[row] = Infinity;
    this.#useSet(touching.filter((contact) => contact.tangents > 0 && frictionOf(contact) > 0));
  }

  #useSet(touching: readonly Contact[]): void {
    const key = touching.map(({ row }) => row).join();
    let set = this.#known.get(key);
    if (!set) {
      const contacts = {
        normal: Int32Array.from(touching, ({ row }) => row),
        tangents: touching[0]?.tangents === 1 ? 1 : 2,
        coefficient: new Float64Array(touching.length),
      } as const;
      const { lower, upper, b } = this;
      const rows = {
        size: b.length,
        rightHandSide: new Float64Array(b.length),
        multipliers: new Float64Array(b.length),
      };
      const problem = { ...rows, lower, upper, contacts, matrix: this.#matrix };
      set = { solver: new ComplementaritySolver(), problem };
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(key, set);
    }
    const { coefficient } = set.problem.contacts;
    touching.forEach((contact, k) => (coefficient[k] = frictionOf(contact)));
    this.#set = set;
  }

  /** Entry of the row `row` on the diagonal of `A`. */
  mobility(row: number): number {
    const { u } = this;
    const unit = new Float64Array(u.length);
    unit[row] = 1;
    this.#equations.multiply(unit, u);
    return u[row]!;
  }

  /**
   * Solves, and sets `lambda` and `u`. Bounds are of the size of `b`. It starts from the present
   * `lambda` where it solves `again`, with the bounds of the solution before.
   */
  solve(again = false): void {
    const { b, lambda, u, lower, upper } = this;
    if (!this.#set) return;
    const { problem, solver } = this.#set;
    const { rightHandSide, multipliers } = problem;
    const scale = maxAbs(b);
    if (!again || !(scale > 0)) clear(lambda);
    if (scale > 0) {
      for (let i = 0; i < b.length; i++) {
        rightHandSide[i] = b[i]! / scale;
        lower[i]! /= scale;
        upper[i]! /= scale;
        multipliers[i] = lambda[i]! / scale;
      }
      solver.solve(problem, this.#report);
      const { counts, monitor } = this.#motion;
      counts.factorizations += this.#report.factorizations;
      counts.iterations += this.#report.iterations;
      monitor.boundsSolved(this.#report);
      copy(multipliers, 0, lambda, 0, lambda.length);
      for (let i = 0; i < b.length; i++) lambda[i]! *= scale;
    }
    this.#equations.multiply(lambda, u);
    for (let i = 0; i < b.length; i++) u[i]! -= b[i]!;
  }
}
