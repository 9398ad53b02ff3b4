import { clear, copy, maxAbs } from '../base/vector.js';
import { multiplyBasis } from '../complementarity/active-set.js';
import { BasisFactorization } from '../complementarity/basis-factorization.js';
import { Gmres, type PreconditionedOperator } from '../complementarity/gmres.js';
import { BASIS, GroupedMatrix } from '../complementarity/grouped-matrix.js';
import { groupRows, type RowGroups } from '../complementarity/row-groups.js';
import type { EquationsOfMotion, HeldRows } from '../equations/equations-of-motion.js';
import type { MultiplierEquations } from '../equations/multiplier-equations.js';
import {
  frictionOf,
  HELD,
  largestOf,
  SLIP,
  tangentialSize,
  YIELDING,
  type Contact,
  type RowModes,
} from './row-modes.js';

/** Shift of the matrix, relative to its diagonal. It makes dependent rows independent. */
const SHIFT = 1e-7;
/** Relative pivot below which a direction of the preconditioned matrix is rounding. */
const LEAST_PIVOT = 1e-6;
/** Error of the accelerations in held rows, relative to the largest. */
const ROUNDING = 1e-14;
/** Largest number of solutions, each of which starts from the previous one. */
const MOST_ROUNDS = 3;
/** Ratio of a normal force to its value without friction at which a slip no longer determines it. */
const PARADOX = 1e4;
/** A slower slip keeps the direction that it has at the beginning of the step. */
const LEAST_SLIP = 1e-12;

/**
 * The equations of motion with constant modes, `v̇ = W (Q + Bᵀ Jᵀ λ)`. With the multipliers
 *
 *     λ = E y + λ_fixed
 *
 * the accelerations of held rows vanish. Here `y` are the multipliers of held rows, `E` adds the friction
 * `−μ d` of contacts that slip along `d` to their normals, and `λ_fixed` belongs to rows that yield:
 *
 *     Tᵀ A E y = Tᵀ (b − A λ_fixed),   b = −gamma − J W Q − feedback
 *
 * `T` is `E` without friction. The matrix is not symmetric where contacts slip: GMRES solves, with
 * the factorization of `Eᵀ A E`, which takes one iteration where none does.
 */
export class HeldMotion implements HeldRows, PreconditionedOperator {
  readonly equations: MultiplierEquations;
  readonly #motion: EquationsOfMotion;
  readonly #modes: RowModes;
  readonly #groups: RowGroups;
  readonly #matrix: GroupedMatrix;
  readonly #factorization: BasisFactorization;
  readonly #gmres: Gmres;
  readonly #fixed: Float64Array;
  readonly #diagonal: Float64Array;
  readonly #y: Float64Array;
  readonly #dy: Float64Array;
  readonly #rest: Float64Array;
  readonly #s: Float64Array;
  readonly #t: Float64Array;

  constructor(motion: EquationsOfMotion, modes: RowModes) {
    const { count } = motion.system.all.rows;
    const contacts = modes.contacts.filter(({ tangents }) => tangents > 0);
    this.#motion = motion;
    this.#modes = modes;
    this.equations = motion.allMultipliers;
    this.#groups = groupRows(count, {
      normal: Int32Array.from(contacts, ({ row }) => row),
      tangents: contacts[0]?.tangents === 1 ? 1 : 2,
      coefficient: new Float64Array(contacts.length),
    });
    this.#matrix = new GroupedMatrix(this.equations.matrix, this.#groups);
    this.#factorization = new BasisFactorization(this.#matrix, this.#groups);
    this.#gmres = new Gmres(count, LEAST_PIVOT);
    this.#fixed = new Float64Array(count);
    this.#diagonal = new Float64Array(count);
    this.#y = new Float64Array(count);
    this.#dy = new Float64Array(count);
    this.#rest = new Float64Array(count);
    this.#s = new Float64Array(count);
    this.#t = new Float64Array(count);
  }

  /** Evaluates all constraints at the present state. */
  evaluate(): void {
    const { system, stores } = this.#motion;
    system.all.evaluate(stores);
  }

  /**
   * Returns `−gamma − J W Q − feedback` per row, with `accelerations = W Q`, and with the last feedback
   * or none.
   */
  rightHandSide(accelerations: Float64Array, withFeedback: boolean): Float64Array {
    const { equations } = this;
    copy(accelerations, 0, equations.accelerations, 0, accelerations.length);
    if (!withFeedback) clear(equations.feedback);
    equations.begin(0);
    return equations.rightHandSide;
  }

  accelerate(accelerations: Float64Array, isFirst: boolean): void {
    const { feedback, system } = this.#motion;
    if (isFirst) this.#turnSlips(system.all.rows.Cdot);
    if (isFirst || !feedback.sampled) this.#updateFeedback();
    const b = this.rightHandSide(accelerations, true);
    this.#solve(b);
    const { C, Cdot, lambda } = system.all.rows;
    this.equations.addResponse(lambda, accelerations);
    // The forces of soft rows are among the applied forces.
    this.#motion.soft?.rows.setForces(C, Cdot, lambda);
  }

  /** Changes velocities by the impulses after which the rates of held rows are zero. */
  stop(): void {
    const { state, system } = this.#motion;
    const { Cdot, lambda } = system.all.rows;
    clear(lambda);
    this.#solve(
      Cdot.map((rate) => -rate),
      true,
    );
    this.equations.addResponse(lambda, state.v);
    system.all.addImpulses(lambda);
  }

  /**
   * Returns a slipping contact whose normal force was growing without bound at the last evaluation:
   * `A_NN − μ A_NT d`, the acceleration due to a unit normal force, vanishes. Painlevé's paradox begins
   * there.
   */
  findParadox(): Contact | undefined {
    const { lambda } = this.#motion.system.all.rows;
    const size = maxAbs(this.equations.rightHandSide);
    const { contacts, mode } = this.#modes;
    return contacts.find(
      ({ row, tangents }) =>
        tangents > 0 && mode[row + 1] === SLIP && Math.abs(lambda[row]!) * this.#diagonal[row]! > PARADOX * size,
    );
  }

  /** Sets the directions of slips at the beginning of a step. */
  #turnSlips(rates: Float64Array): void {
    const modes = this.#modes;
    for (const contact of modes.contacts) {
      const { row, tangents } = contact;
      const slips = tangents > 0 && modes.mode[row + 1] === SLIP;
      if (!slips || !(tangentialSize(row, tangents, rates) > LEAST_SLIP)) continue;
      if (modes.along(contact, rates) > 0) modes.turn(contact, rates, 1);
    }
  }

  #updateFeedback(): void {
    const { feedback, system } = this.#motion;
    const { C, Cdot } = system.all.rows;
    const { mode } = this.#modes;
    const target = this.equations.feedback;
    for (let i = 0; i < target.length; i++)
      target[i] = mode[i] === HELD ? feedback.ks * C[i]! + feedback.kd * Cdot[i]! : 0;
  }

  /** Solves for the multipliers; for impulses, which largest forces do not have, if `impulsive`. */
  #solve(b: Float64Array, impulsive = false): void {
    const { rows } = this.#motion.system.all;
    const { lambda } = rows;
    this.#matrix.load();
    this.#matrix.diagonal(this.#diagonal);
    this.#setBasis(rows.Cdot);
    if (impulsive) clear(this.#fixed);
    this.#factorization.factorize();
    this.#motion.counts.factorizations++;
    this.#restrict(lambda, this.#y);
    this.#expand(this.#y, lambda);
    this.#findRest(b);
    if (!(maxAbs(this.#rest) <= maxAbs(b))) {
      // An estimate from a failed step may be worse than none.
      clear(this.#y);
      this.#expand(this.#y, lambda);
      this.#findRest(b);
    }
    const goal = ROUNDING * maxAbs(b);
    for (let round = 0; round < MOST_ROUNDS && maxAbs(this.#rest) > goal; round++) {
      if (!this.#gmres.solve(this, this.#rest, this.#dy, goal)) return;
      for (let i = 0; i < b.length; i++) this.#y[i]! += this.#dy[i]!;
      this.#expand(this.#y, lambda);
      this.#findRest(b);
    }
  }

  /** Finds the error `Tᵀ (b − A λ)`. */
  #findRest(b: Float64Array): void {
    this.#matrix.multiply(this.#motion.system.all.rows.lambda, this.#t);
    for (let i = 0; i < b.length; i++) this.#t[i] = b[i]! - this.#t[i]!;
    this.#restrict(this.#t, this.#rest);
  }

  /** Sets `E`, `λ_fixed` and the shift. */
  #setBasis(rates: Float64Array): void {
    const { mode, direction, contacts, limited } = this.#modes;
    const { basis, shift } = this.#factorization;
    const { count, first } = this.#groups;
    this.#fixed.fill(0);
    basis.fill(0);
    for (let g = 0; g < count; g++) {
      for (let i = first[g]!; i < first[g + 1]!; i++) if (mode[i] === HELD) basis[BASIS * g + 4 * (i - first[g]!)] = 1;
    }
    for (const contact of contacts) {
      const { row, tangents } = contact;
      if (tangents === 0 || mode[row] !== HELD || mode[row + 1] !== SLIP) continue;
      const g = this.#groups.groupOf[row]!;
      const mu = frictionOf(contact);
      const slip = tangents === 2 ? tangentialSize(row, tangents, rates) : 0;
      // The direction does not reverse when the slip stops, so that rates are smooth there.
      const sign = slip > LEAST_SLIP ? Math.sign(this.#modes.along(contact, rates)) : 0;
      for (let k = 1; k <= tangents; k++) {
        const d = sign === 0 ? direction[row + k]! : (sign * rates[row + k]!) / slip;
        basis[BASIS * g + 3 * k] = -mu * d;
      }
    }
    for (const limit of limited) {
      if (mode[limit.row] === YIELDING) this.#fixed[limit.row] = -largestOf(limit) * direction[limit.row]!;
    }
    for (let g = 0; g < count; g++) {
      for (let i = first[g]!; i < first[g + 1]!; i++) {
        const entry = this.#diagonal[i]!;
        shift[i] = mode[i] === HELD && entry > 0 ? SHIFT * entry : 1;
      }
    }
  }

  /** `out = E y + λ_fixed`. */
  #expand(y: Float64Array, out: Float64Array): void {
    multiplyBasis(this.#groups, this.#factorization.basis, y, out);
    for (let i = 0; i < out.length; i++) out[i]! += this.#fixed[i]!;
  }

  /** `out = Tᵀ x`. */
  #restrict(x: Float64Array, out: Float64Array): void {
    const { mode } = this.#modes;
    for (let i = 0; i < out.length; i++) out[i] = mode[i] === HELD ? x[i]! : 0;
  }

  /** `out = Tᵀ A E x`. */
  apply(x: Float64Array, out: Float64Array): void {
    multiplyBasis(this.#groups, this.#factorization.basis, x, this.#s);
    this.#matrix.multiply(this.#s, this.#t);
    this.#restrict(this.#t, out);
  }

  /** `out = (Eᵀ A E + shift)⁻¹ x`. */
  precondition(x: Float64Array, out: Float64Array): boolean {
    return this.#factorization.solve(x, out);
  }
}
