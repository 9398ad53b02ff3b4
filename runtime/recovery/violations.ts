import { greatestOf, maxAbs } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import type { ConnectorTable } from '../model/connector-table.js';
import type { Connector } from '../model/connector.js';
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
    const { driven } = this.#scales();
    const kinds = this.#kinds(constraintsOf(this.#parts), driven);
    return [...kinds.keys()].filter((r) => kinds[r] === BOTH);
  }

  /** Evaluates the constraints at the present state, and finds the errors of the ones in `looked`. */
  of(looked: ReadonlySet<Constraint>): Violation | undefined {
    const { system, stores, usual } = this.#parts;
    const { all } = system;
    all.evaluate(stores);
    const { rows } = all;
    const { sizes, speeds, driven } = this.#scales();
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
    const kinds = this.#kinds(looked, driven);
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

  /** The quantity that is checked in each row of these constraints. */
  #kinds(constraints: Iterable<Constraint>, driven: ReadonlySet<Constraint>): Uint8Array {
    const { rowTable } = this.#parts.system;
    const kinds = new Uint8Array(rowTable.kind.length);
    for (const constraint of constraints) {
      const { row: first, type } = bindingOf(constraint);
      for (let row = first; row < first + type.rows; row++)
        kinds[row] = lookedAt(rowTable, row, driven.has(constraint) ? POSITION : BOTH);
    }
    return kinds;
  }

  /** Sizes and speeds of connectors, over the connector table, and constraints on handles that move. */
  #scales(): { sizes: Float64Array; speeds: Float64Array; driven: ReadonlySet<Constraint> } {
    const { system, stores } = this.#parts;
    const { table } = system;
    const isCarried = ({ slot }: Connector): boolean => stores.some((store) => store.bodyAt(slot) >= 0);
    const lengths = new Set<Connector>();
    const numbers = new Set<Connector>();
    const places: ArrayLike<number>[] = [];
    const driven = new Set<Constraint>();
    for (const constraint of constraintsOf(this.#parts)) {
      const { connectors, type } = bindingOf(constraint);
      connectors.forEach((connector, i) => {
        const isLength = connector.kind === 'point' || type.inputs[i]!.unit === 'm';
        (isLength ? lengths : numbers).add(connector);
        if (connector.kind === 'point') places.push(...placesOf(connector, table));
        if (connector.moves && !isCarried(connector)) driven.add(constraint);
      });
    }
    const sizes = new Float64Array(table.x.length);
    const speeds = new Float64Array(table.x.length);
    for (const [connectors, size] of [
      [lengths, spread(places)],
      [numbers, 1],
    ] as const) {
      const carried = [...connectors].filter(isCarried);
      const speed = Math.max(
        0,
        greatestOf(carried.map(({ slot, size: n }) => maxAbs(table.v.subarray(slot, slot + n)))),
      );
      for (const { slot, size: n } of connectors) {
        for (let i = slot; i < slot + n; i++) sizes[i] = Math.max(size, Math.abs(table.x[i]!));
        speeds.fill(speed, slot, slot + n);
      }
    }
    return { sizes, speeds, driven };
  }
}

/** The position of a point, and the position of the particle or rigid body that carries it. */
function placesOf({ slot, size, owner }: Connector, { x }: ConnectorTable): ArrayLike<number>[] {
  const place = x.subarray(slot, slot + size);
  if (owner === null || !('position' in owner) || !(owner.position instanceof Float64Array)) return [place];
  return [place, owner.position];
}

/** Root mean square of the distances of points from their centroid, m. */
function spread(places: readonly ArrayLike<number>[]): number {
  let sum = 0;
  for (let c = 0; c < (places[0]?.length ?? 0); c++) {
    let [mean, square] = [0, 0];
    for (const place of places) mean += place[c]! / places.length;
    for (const place of places) square += (place[c]! - mean) ** 2 / places.length;
    sum += square;
  }
  return Math.sqrt(sum);
}

/** The quantity that is checked in the position of each row: {@link POSITION}, {@link INEQUALITY}, or 0 for none. */
export const kindsOfRows = (table: RowTable): Uint8Array => table.kind.map((_, row) => lookedAt(table, row, POSITION));

/** The quantity that is checked in a row: `ofEquations` in hard equations. */
function lookedAt({ kind, isRate, isSoft }: RowTable, row: number, ofEquations: number): number {
  if (isSoft[row] === 1) return NONE;
  if (kind[row] === RowKind.equation) return ofEquations;
  return kind[row] === RowKind.inequality && isRate[row] === 0 ? INEQUALITY : NONE;
}
