import { dot, maxAbs } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { RigidBody } from '../model/bodies/rigid-body.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { magnitudeOfProduct } from '../model/constraint-system.js';
import { RowSizes } from '../equations/row-sizes.js';
import { RowKind, type RowTable } from '../model/row-table.js';
import { DEFAULT_LIMITS } from '../stabilize/projection.js';

/**
 * Tolerated error, relative to the size or the speed of a scene. Numbers written with three digits
 * have smaller errors.
 */
const TOLERANCE = 1e-3;
/** Part of the size of a row that may change in a step without being noticed. */
const INVISIBLE = 1e-10;
/** Part of `Cdot` that counts as rounding in `Cdot − J v`. */
export const ROUNDING = 1e-9;

/** The quantity that is checked in a row: none, `C`, both `C` and `Cdot`, or a negative `C`. */
const NONE = 0;
export const POSITION = 1;
const BOTH = 2;
export const INEQUALITY = 3;

/** Uses of entries of the connector table. */
const LENGTH = 1;
const NUMBER = 2;

/** Errors of constraints, per row; 0 for satisfied rows. */
export interface Violation {
  /** `C` if positions have errors, `Cdot` if only rates have. */
  readonly errors: Float64Array;
  readonly isPosition: boolean;
  /** True if only inequalities are violated. */
  readonly isOneSided: boolean;
}

/** All constraints of a world. */
export const constraintsOf = ({ system }: EquationsOfMotion): Constraint[] =>
  system.all.batches.flatMap(({ constraints }) => constraints);

/**
 * Judges whether constraints are satisfied.
 *
 * A row has an error if `|C|` exceeds a thousandth of `Σ |J| s`. Here `s` is the larger of the distance
 * of the connector from the origin and the spread of all points and their bodies about the centroid,
 * or 1 for angles and directions. An inequality has an error only if it is violated. `|Cdot|` of
 * equations is compared with the largest speeds in the same way, and an error that a step leaves as
 * small as assembly does is allowed in any case. `Cdot` is not checked where something prescribes rates: a motor that starts
 * from rest, a formula in the time, or a handle.
 */
export class Violations {
  readonly #parts: EquationsOfMotion;

  constructor(parts: EquationsOfMotion) {
    this.#parts = parts;
  }

  /** Numbers of the rows of hard equations, except equations on handles, whose velocity may jump. */
  equations(): number[] {
    return this.#rowsOf(BOTH);
  }

  /** Numbers of the rows of hard inequalities. */
  inequalities(): number[] {
    return this.#rowsOf(INEQUALITY);
  }

  #rowsOf(kind: number): number[] {
    const kinds = this.#kinds(constraintsOf(this.#parts));
    return [...kinds.keys()].filter((r) => kinds[r] === kind);
  }

  /** Evaluates the constraints at the present state, and finds the errors of the ones in `looked`. */
  of(looked: ReadonlySet<Constraint>): Violation | undefined {
    const { system, stores, usual } = this.#parts;
    const { all } = system;
    all.evaluate(stores);
    const { rows } = all;
    const { sizes, speeds } = this.#scales();
    const sums = new Float64Array(rows.count);
    const { position, velocity } = DEFAULT_LIMITS;
    const least = new RowSizes(all).find();
    const beyond = (
      values: Float64Array,
      scale: Float64Array,
      floor: number,
      perStep: number,
      isLookedAt: (row: number) => boolean,
    ): Float64Array => {
      magnitudeOfProduct(all, scale, sums);
      const isOff = (value: number, r: number): boolean =>
        Math.abs(value) > Math.max(floor, INVISIBLE * perStep * least[r]!, TOLERANCE * sums[r]!);
      return values.map((value, r) => (isOff(value, r) && isLookedAt(r) ? value : 0));
    };
    const kinds = this.#kinds(looked);
    const violations = rows.C.map((value, r) => (kinds[r] === INEQUALITY ? Math.min(0, value) : value));
    const C = beyond(violations, sizes, position, 1, (r) => kinds[r] !== NONE);
    const moving = new Float64Array(rows.count);
    all.multiply(all.table.v, moving);
    const Cdot = beyond(rows.Cdot, speeds, velocity, usual > 0 ? 1 / usual : 0, (r) => {
      const rate = rows.Cdot[r]!;
      return kinds[r] === BOTH && Math.abs(rate - moving[r]!) <= ROUNDING * Math.abs(rate);
    });
    const [isOff, moves] = [maxAbs(C) > 0, maxAbs(Cdot) > 0];
    if (!isOff && !moves) return undefined;
    return {
      errors: isOff ? C : Cdot,
      isPosition: isOff,
      isOneSided: isOff && C.every((value, r) => value === 0 || kinds[r] === INEQUALITY),
    };
  }

  /** The quantity that is checked in each row of these constraints: the position alone where a handle moves. */
  #kinds(constraints: Iterable<Constraint>): Uint8Array {
    const { rowTable, all } = this.#parts.system;
    const driven = new Set(all.batches.flatMap((batch) => batch.driven.map((place) => batch.constraints[place]!)));
    const kinds = new Uint8Array(rowTable.kind.length);
    for (const constraint of constraints) {
      const { row: first, type } = bindingOf(constraint);
      for (let row = first; row < first + type.rows; row++)
        kinds[row] = lookedAt(rowTable, row, driven.has(constraint) ? POSITION : BOTH);
    }
    return kinds;
  }

  /** Sizes and speeds of connectors, over the connector table. */
  #scales(): { sizes: Float64Array; speeds: Float64Array } {
    const { batches, table } = this.#parts.system.all;
    const { x, v, bodySlots } = table;
    const sizes = new Float64Array(x.length);
    const speeds = new Float64Array(x.length);
    const use = new Uint8Array(x.length);
    for (const mark of [LENGTH, NUMBER]) {
      for (const { type, blocks } of batches) {
        for (const { count, inputs, input, size, slots } of blocks) {
          const { kind, unit } = type.inputs[input]!;
          if ((kind === 'point' || unit === 'm') !== (mark === LENGTH)) continue;
          for (let at = input; at < count * inputs; at += inputs) use.fill(mark, slots[at], slots[at]! + size);
        }
      }
    }
    const spread = this.#spread();
    const fastest = [0, 0, 0];
    for (let i = 0; i < bodySlots; i++) fastest[use[i]!] = Math.max(fastest[use[i]!]!, Math.abs(v[i]!));
    for (let i = 0; i < x.length; i++) {
      if (use[i] === 0) continue;
      sizes[i] = Math.max(use[i] === LENGTH ? spread : 1, Math.abs(x[i]!));
      speeds[i] = fastest[use[i]!]!;
    }
    return { sizes, speeds };
  }

  /**
   * Root mean square of the distances from their centroid, m, of the points that constraints join, and of
   * the bodies that carry them.
   */
  #spread(): number {
    const { system, stores, world } = this.#parts;
    const { batches, table } = system.all;
    // Sums are of differences from one of the points, so that little cancels.
    const first = new Float64Array(world.space);
    const sum = new Float64Array(world.space);
    let [count, square] = [0, 0];
    const add = (places: ArrayLike<number>, start: number): void => {
      for (let c = 0; c < first.length; c++) {
        if (count === 0) first[c] = places[start + c]!;
        const d = places[start + c]! - first[c]!;
        sum[c]! += d;
        square += d * d;
      }
      count++;
    };
    const hasBodies = stores.length > 1;
    for (const { type, constraints, blocks } of batches) {
      for (const { count: of, inputs, input, slots } of blocks) {
        if (type.inputs[input]!.kind !== 'point') continue;
        for (let k = 0; k < of; k++) {
          add(table.x, slots[k * inputs + input]!);
          const owner = hasBodies ? bindingOf(constraints[k]!).connectors[input]!.owner : null;
          if (owner instanceof RigidBody) add(owner.position, 0);
        }
      }
    }
    return count === 0 ? 0 : Math.sqrt(Math.max(0, square - dot(sum, sum) / count) / count);
  }
}

/** The quantity that is checked in the position of each row: {@link POSITION}, {@link INEQUALITY}, or 0 for none. */
export const kindsOfRows = (table: RowTable): Uint8Array => table.kind.map((_, row) => lookedAt(table, row, POSITION));

/** The quantity that is checked in a row: `ofEquations` in hard equations. */
function lookedAt({ kind, isRate, isSoft }: RowTable, row: number, ofEquations: number): number {
  if (isSoft[row] === 1) return NONE;
  if (kind[row] === RowKind.equation) return ofEquations;
  return kind[row] === RowKind.inequality && isRate[row] === 0 ? INEQUALITY : NONE;
}
