import { norm } from '../base/vector.js';
import { BodyPoint } from '../model/bodies/body-connectors.js';
import { RigidBody } from '../model/bodies/rigid-body.js';
import type { Connector } from '../model/connector.js';
import { bindingOf } from '../model/constraint.js';
import type { InputDescription } from '../model/constraint-type.js';
import { magnitudeOfProduct, type RowRange } from '../model/constraint-system.js';

/** Least size of a world, m. Where all points are at the origin, their coordinates are rounding. */
const LEAST_LENGTH = 1e-6;

/** True for an input that is in metres. */
export const isLengthInput = ({ kind, unit }: InputDescription): boolean => kind === 'point' || unit === 'm';

/** The distance of a point from the centre of the rigid body that carries it, m; 0 of all else. */
export const leverOf = (connector: Connector): number =>
  connector instanceof BodyPoint && connector.owner instanceof RigidBody ? norm(connector.local) : 0;

/**
 * What errors of rows are compared with, so that a world in millimetres is judged as one in kilometres:
 * `Σ |J| s` for `C`, with `s` the largest coordinate or lever of a point in lengths, and 1 at least in angles
 * and directions; the same of the largest speeds, and `|Cdot|`, for `Cdot`.
 */
export class RowSizes {
  readonly #range: RowRange;
  /** 1 for entries of the connector table that are lengths. */
  readonly #isLength: Uint8Array;
  readonly #scales: Float64Array;
  readonly #sizes: Float64Array;
  readonly #rates: Float64Array;
  /** The longest lever: a point at the origin is the sum of the centre and the lever of its body, which cancel. */
  #lever = LEAST_LENGTH;

  constructor(range: RowRange) {
    this.#range = range;
    this.#isLength = new Uint8Array(range.table.x.length);
    this.#scales = new Float64Array(range.table.x.length);
    this.#sizes = new Float64Array(range.rows.count);
    this.#rates = new Float64Array(range.rows.count);
    for (const { type, blocks, constraints } of range.batches) {
      for (const constraint of constraints)
        for (const connector of bindingOf(constraint).connectors)
          this.#lever = Math.max(this.#lever, leverOf(connector));
      for (const { count, inputs, input, size, slots } of blocks) {
        if (!isLengthInput(type.inputs[input]!)) continue;
        for (let k = 0; k < count; k++) {
          const slot = slots[k * inputs + input]!;
          this.#isLength.fill(1, slot, slot + size);
        }
      }
    }
  }

  /** The largest coordinate of a point, or its distance from the centre of its body, m. */
  length(): number {
    return Math.max(this.#lever, this.#largest(this.#range.table.x, 1));
  }

  /** Finds the sizes of rows where they were evaluated last. The array is reused. */
  find(): Float64Array {
    const { x } = this.#range.table;
    const length = this.length();
    for (let i = 0; i < x.length; i++)
      this.#scales[i] = this.#isLength[i] === 1 ? length : Math.max(1, Math.abs(x[i]!));
    magnitudeOfProduct(this.#range, this.#scales, this.#sizes);
    return this.#sizes;
  }

  /** Finds the same for rates. The array is reused. */
  findRates(): Float64Array {
    const { table, rows } = this.#range;
    const fastest = this.#largest(table.v, 1);
    const others = this.#largest(table.v, 0);
    for (let i = 0; i < this.#scales.length; i++) this.#scales[i] = this.#isLength[i] === 1 ? fastest : others;
    magnitudeOfProduct(this.#range, this.#scales, this.#rates);
    for (let r = 0; r < this.#rates.length; r++) this.#rates[r]! += Math.abs(rows.Cdot[r]!);
    return this.#rates;
  }

  #largest(values: Float64Array, isLength: number): number {
    let largest = 0;
    for (let i = 0; i < values.length; i++)
      if (this.#isLength[i] === isLength) largest = Math.max(largest, Math.abs(values[i]!));
    return largest;
  }
}
