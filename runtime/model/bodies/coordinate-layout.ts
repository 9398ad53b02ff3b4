import { HolonomicRuntimeError } from '../../base/errors.js';
import { copy } from '../../base/vector.js';
import type { BodyType, CoordinateDescription } from './body-type.js';
import { normalizeOrientation, turn, writeOrientationRate } from './orientation.js';

/**
 * Neighbouring coordinates whose rates are velocities: `count` entries from `q` on in a body's
 * coordinates, and from `v` on in its velocities.
 */
interface Run {
  readonly q: number;
  readonly v: number;
  count: number;
}

/** A coordinate and its index among those of its body. */
export interface PlacedCoordinate {
  readonly description: CoordinateDescription;
  readonly q: number;
  readonly v: number;
}

/**
 * Layout in the state of the coordinates of bodies of one type, and their rates in terms of
 * velocities.
 */
export class CoordinateLayout {
  /** Number of coordinates and of velocities of one body. */
  readonly nq: number;
  readonly nv: number;
  readonly coordinates: readonly PlacedCoordinate[];
  /** Coordinates with a smallest or largest value. */
  readonly limited: readonly PlacedCoordinate[];
  readonly #runs: readonly Run[];
  readonly #orientations: readonly PlacedCoordinate[];

  constructor(type: BodyType) {
    const coordinates: PlacedCoordinate[] = [];
    const runs: Run[] = [];
    let q = 0;
    let v = 0;
    for (const description of type.coordinates) {
      coordinates.push({ description, q, v });
      const last = runs.at(-1);
      if (description.kind !== 'orientation') {
        if (last && last.q + last.count === q) last.count += description.size;
        else runs.push({ q, v, count: description.size });
      }
      q += description.size;
      v += description.rateSize;
    }
    this.nq = q;
    this.nv = v;
    this.coordinates = coordinates;
    this.limited = coordinates.filter(
      ({ description: { kind, min, max } }) => kind !== 'orientation' && (min !== undefined || max !== undefined),
    );
    this.#runs = runs;
    this.#orientations = coordinates.filter(({ description }) => description.kind === 'orientation');
  }

  /**
   * `rates = N(q) v` for `count` bodies. Their coordinates begin at `qStart` of `q` and of `rates`,
   * their velocities at `vStart` of `v`.
   */
  rates(count: number, q: Float64Array, qStart: number, v: Float64Array, vStart: number, rates: Float64Array): void {
    const { nq, nv } = this;
    if (this.#orientations.length === 0) {
      copy(v, vStart, rates, qStart, count * nq);
      return;
    }
    for (const run of this.#runs) {
      const size = run.count;
      for (let k = 0, i = qStart + run.q, j = vStart + run.v; k < count; k++, i += nq, j += nv) {
        for (let c = 0; c < size; c++) rates[i + c] = v[j + c]!;
      }
    }
    for (const place of this.#orientations) {
      for (let k = 0, i = qStart + place.q, j = vStart + place.v; k < count; k++, i += nq, j += nv) {
        writeOrientationRate(q, i, v, j, rates, i);
      }
    }
  }

  /** `q ⊕= d` for `count` bodies, `d` laid out like their velocities. */
  displace(count: number, q: Float64Array, qStart: number, d: Float64Array, vStart: number): void {
    const { nq, nv } = this;
    for (const run of this.#runs) {
      for (let k = 0, i = qStart + run.q, j = vStart + run.v; k < count; k++, i += nq, j += nv) {
        for (let c = 0; c < run.count; c++) q[i + c]! += d[j + c]!;
      }
    }
    for (const place of this.#orientations) {
      for (let k = 0, i = qStart + place.q, j = vStart + place.v; k < count; k++, i += nq, j += nv) turn(q, i, d, j);
    }
  }

  /** Scales orientations to length 1. */
  normalize(count: number, q: Float64Array, qStart: number): void {
    for (const place of this.#orientations) {
      let i = qStart + place.q;
      for (let k = 0; k < count; k++, i += this.nq) normalizeOrientation(q, i);
    }
  }

  /** Returns the coordinate that entry `j` of a body's velocities belongs to. */
  ofVelocity(j: number): CoordinateDescription {
    return this.coordinates.findLast(({ v }) => v <= j)!.description;
  }
}

const layouts = new WeakMap<BodyType, CoordinateLayout>();

/** Returns the layout of a type, one for all its bodies. */
export function layoutOf(type: BodyType): CoordinateLayout {
  let layout = layouts.get(type);
  if (!layout) layouts.set(type, (layout = new CoordinateLayout(type)));
  return layout;
}

/**
 * Throws E_COORDINATE_RANGE if an entry of the coordinate at `q[start] …` is outside its range. NaN
 * passes.
 */
export function checkCoordinateRange(
  label: string,
  { name, size, min = -Infinity, max = Infinity, unit }: CoordinateDescription,
  q: Float64Array,
  start: number,
): void {
  for (let c = 0; c < size; c++) {
    const value = q[start + c]!;
    if (!(value < min || value > max)) continue;
    const suffix = unit === undefined ? '' : ` ${unit}`;
    const range =
      max === Infinity ? `at least ${min}` : min === -Infinity ? `at most ${max}` : `between ${min} and ${max}`;
    throw new HolonomicRuntimeError(
      'E_COORDINATE_RANGE',
      `Coordinate '${name}' of ${label} is ${value}${suffix}.`,
      `It must be ${range}${suffix}, where its formulas hold. Start within, and add a constraint or force that keeps it there.`,
    );
  }
}
