import { maxAbs } from '../base/vector.js';
import type { FrictionContacts } from '../complementarity/problem.js';
import { bindingOf } from '../model/constraint.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { ConstraintRows } from '../model/constraint-rows.js';
import { rebounds } from '../base/restitution.js';
import type { SoftRows } from '../equations/soft-rows.js';
import { RowKind, type RowTable } from '../model/row-table.js';

/** Violation of an inequality that is left as it is, in the unit of `C`. */
export const SLOP = 1e-9;
/** Part of a larger violation that a step removes. */
const RECOVERY = 0.2;
/** Least rate that an open inequality is given in Moreau and Jean's method, and relative to rates. */
const FREE_RATE = 100;
const FREE_FACTOR = 1e3;

/**
 * The rows of a step at velocity level that are no plain equations: inequalities, friction, rows
 * with a largest force, and soft ones. A step of `h` gives each a target for its rate and a
 * compliance:
 *
 * - a soft row with stiffness `k` and damping `c`: `u + Σ μ = −C k / (h k + c)`,
 *   `Σ = 1 / (h (h k + c))`, the implicit Euler method for the spring and damper;
 * - an open inequality: `u ≥ −C / h`, so that it ends at its bound at most, a soft one without its
 *   damping; a closed one: `u ≥ 0`;
 * - friction: `u = −(3/2 − θ) h gamma`, with `gamma` the rate of the slip `u` of surfaces that are not
 *   accelerated. With coordinates that move by `θ` of the new velocity, surfaces that stick and turn
 *   with each other then stay together up to the order of `h³`: along tangents of their arcs they would
 *   part by `h² gamma / 2`;
 * - one that is met at the rate `u⁻ < 0` with restitution `e`: `u ≥ −e u⁻` (Newton's law),
 *   unless it rests; see {@link rebounds}.
 */
export class ConditionalRows {
  /** Bounds of the impulses of all rows of the system. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly contacts: FrictionContacts;
  /** The part of the targets of hard rows that takes errors back, or what is met. */
  readonly returned: Float64Array;
  /** Restitution of the rows that rebound in the present step, 0 in others. */
  readonly restitution: Float64Array;
  /** 1 for rows of constraints that are not soft. */
  readonly isHard: Uint8Array;
  /** True where some multipliers are bounded. */
  readonly isBounded: boolean;
  /** Changes of rates by the rotation of bodies, from {@link countTurns}. */
  readonly turns: Float64Array;
  readonly #bindings: readonly ConstraintBinding[];
  readonly #frictional: readonly ConstraintBinding[];
  readonly #soft: SoftRows;
  readonly #table: RowTable;

  constructor(system: ConstraintSystem, soft: SoftRows) {
    this.#table = system.rowTable;
    const { kind } = this.#table;
    const count = kind.length;
    this.#bindings = system.all.batches
      .filter(({ firstRow }) => firstRow >= system.plain.rows.count && kind[firstRow] !== RowKind.stiff)
      .flatMap(({ constraints }) => constraints.map(bindingOf));
    this.#soft = soft;
    this.returned = new Float64Array(count);
    this.restitution = new Float64Array(count);
    this.turns = new Float64Array(count);
    this.isHard = kind.map((one) => (one === RowKind.stiff ? 0 : 1));
    this.lower = new Float64Array(count).fill(-Infinity);
    this.upper = new Float64Array(count).fill(Infinity);
    this.isBounded = this.#bindings.some(({ isBounded }) => isBounded);
    this.#frictional = this.#bindings.filter(({ type }) => type.friction !== undefined);
    const tangents = (this.#frictional[0]?.type.rows ?? 3) - 1;
    this.contacts = {
      normal: Int32Array.from(this.#frictional, ({ row }) => row),
      tangents: tangents === 1 ? 1 : 2,
      coefficient: new Float64Array(this.#frictional.length),
    };
  }

  /**
   * Begins a step of `h`, with rows as at its beginning and their `gamma` there, `r` the part of errors
   * of equations that is fed back, 1/s, and `theta` the part of the new velocity by which coordinates move.
   */
  begin(
    h: number,
    r: number,
    { C, Cdot: rate }: ConstraintRows,
    gamma: Float64Array,
    theta: number,
    compliance: Float64Array,
    target: Float64Array,
  ): void {
    const { stiffness, damping } = this.#soft;
    const { kind, isRate } = this.#table;
    for (const binding of this.#bindings) {
      const { type, row: first } = binding;
      const e = binding.coefficient(type.restitution);
      const largest = type.maxForce === undefined ? Infinity : h * binding.coefficient(type.maxForce);
      for (let row = first; row < first + type.rows; row++) {
        const isInequality = kind[row] === RowKind.inequality;
        const isFriction = kind[row] === RowKind.friction;
        // A soft inequality is damped once it is met.
        const c = isInequality && C[row]! > SLOP ? 0 : damping[row]!;
        const slope = h * stiffness[row]! + c;
        compliance[row] = slope > 0 ? 1 / (h * slope) : 0;
        this.isHard[row] = slope > 0 ? 0 : 1;
        if (isFriction) target[row] = (theta - 1.5) * h * gamma[row]!;
        else if (slope > 0) target[row] = (-C[row]! * stiffness[row]!) / slope;
        else if (isRate[row] === 1) target[row] = 0;
        else target[row] = isInequality ? openTarget(C[row]!, h) : -r * C[row]!;
        const least = Math.min(0, target[row]!);
        if (isInequality) {
          this.lower[row] = 0;
          // It is met within the step.
          const isMet = e > 0 && C[row]! + h * rate[row]! < 0 && rebounds(rate[row]!);
          this.restitution[row] = isMet ? e : 0;
          if (isMet) target[row] = Math.max(target[row]!, -e * rate[row]!);
          this.returned[row] = slope > 0 ? 0 : target[row]! - least;
        } else if (largest < Infinity) {
          this.lower[row] = -largest;
          this.upper[row] = largest;
        }
        if (!isInequality) this.returned[row] = slope > 0 ? 0 : target[row]!;
      }
    }
    this.#frictional.forEach((binding, k) => {
      this.contacts.coefficient[k] = binding.coefficient(binding.type.friction);
    });
  }

  /** Takes from the targets the parts that take errors back, or what is met. */
  forgo(target: Float64Array): void {
    for (let i = 0; i < target.length; i++) target[i]! -= this.returned[i]!;
    this.returned.fill(0);
  }

  /**
   * Lets hard inequalities of positions act as in Moreau and Jean's method: where `C + h/2 Cdot ≤ 0` but for rounding,
   * with the least rate `−e u⁻`, whatever its sign; and nowhere else.
   */
  activate(h: number, C: Float64Array, rate: Float64Array, target: Float64Array): void {
    const { kind, isRate, isSoft } = this.#table;
    const free = -Math.max(FREE_RATE, FREE_FACTOR * maxAbs(rate));
    for (const binding of this.#bindings) {
      const { type, row: first } = binding;
      const e = binding.coefficient(type.restitution);
      for (let row = first; row < first + type.rows; row++) {
        if (kind[row] !== RowKind.inequality || isRate[row] === 1 || isSoft[row] === 1) continue;
        if (Number.isNaN(C[row]!)) continue;
        const acts = C[row]! + (h / 2) * rate[row]! <= SLOP;
        // Cones have no other bound that could leave an open contact without a force.
        target[row] = acts ? -e * rate[row]! : free;
        this.returned[row] = acts ? Math.max(0, target[row]!) : 0;
        this.upper[row] = acts ? Infinity : 0;
      }
    }
  }
}

/**
 * Least rate at the end of a step of `h` of an inequality with the value `C` at its beginning; NaN
 * where that is NaN.
 */
function openTarget(C: number, h: number): number {
  if (C > SLOP) return (SLOP - C) / h;
  return C >= -SLOP ? 0 : (-RECOVERY * (C + SLOP)) / h;
}
