import { writeConstantEntries } from '../constant-entries.js';
import type { ConnectorTable } from '../connector-table.js';
import type { ConstraintType } from '../constraint-type.js';
import type { InputBlocks } from './block-products.js';

/**
 * Squared sine of the angle, relative to the largest row, up to which a row depends on others: 1e-6
 * of a row of full size, well above the rounding that is left of one that depends.
 */
const DEPENDENT = 1e-12;
/**
 * The same at `|C| = 1`, for rows that depend on others where `C = 0` alone and are `O(C)` off it
 * elsewhere; and at most, so that long steps with errors of 0.03 are still judged right.
 */
const GROWTH = 10;
const LARGEST_TOLERANCE = 1e-2;
/** Size of a pivot, relative to the largest, down to which it stays one within a step. */
const HELD = 1e-3;

/**
 * Finds rows of vector equations that depend on others of the same equation, and takes them out.
 * `normalize(p) == [1, 0]` has two rows and fixes one direction. Which of its rows is sound changes
 * with the state. The other is small, and rounding is all or much of it: a solver that judges each row
 * by itself would make forces of that.
 *
 * The components of a vector have one unit, so the rows can be compared. `J Jᵀ` of an equation, over
 * the connectors that forces can move, is eliminated with the largest pivots first (Golub & Van Loan,
 * Matrix Computations, section 4.2.8). Directions move at right angles to themselves, so that
 * `J (I − u uᵀ / |u|²)` takes the place of `J`.
 */
export class DependentRows {
  readonly #type: ConstraintType;
  readonly #blocks: readonly InputBlocks[];
  /** The constraints of the batch that are looked at. */
  readonly #constraints: Int32Array;
  readonly #C: Float64Array;
  readonly #Cdot: Float64Array;
  readonly #gamma: Float64Array;
  /** `J Jᵀ` of an equation, and its `C`, without what the pivots so far account for. */
  readonly #gram: Float64Array;
  readonly #rest: Float64Array;
  /** 1 for the equation's rows that are pivots. */
  readonly #kept: Uint8Array;
  /** The same for each row of the batch, as chosen at the first evaluation of the present step. */
  readonly #chosen: Uint8Array;
  #isHeld = false;
  #isWithinStep = false;
  #hasDropped = false;

  /** Takes the blocks of `J` of a batch, and its `C`, `Cdot` and `gamma`. Only `constraints` are looked at. */
  constructor(
    type: ConstraintType,
    blocks: readonly InputBlocks[],
    constraints: Int32Array,
    C: Float64Array,
    Cdot: Float64Array,
    gamma: Float64Array,
  ) {
    this.#type = type;
    this.#blocks = blocks;
    this.#constraints = constraints;
    this.#C = C;
    this.#Cdot = Cdot;
    this.#gamma = gamma;
    this.#gram = new Float64Array(type.rows * type.rows);
    this.#rest = new Float64Array(type.rows);
    this.#kept = new Uint8Array(type.rows);
    this.#chosen = new Uint8Array(C.length);
  }

  /**
   * Chooses rows at the next evaluation, and within a step no others until its end, as integrators join
   * what they evaluate at different states.
   */
  choose(isWithinStep: boolean): void {
    this.#isHeld = false;
    this.#isWithinStep = isWithinStep;
  }

  /** Prepares for a call of the kernel, which does not write the constant entries of `J`. */
  restore(): void {
    const { count, J } = this.#blocks[0]!;
    if (this.#hasDropped) writeConstantEntries(this.#type, count, J);
    this.#hasDropped = false;
  }

  /**
   * Sets dependent rows of `J`, `Cdot` and `gamma` to zero; and of `C` unless it is more than what other
   * rows show, as where a vector points the other way.
   */
  drop(table: ConnectorTable): void {
    for (const [first, size] of this.#type.vectorEquations!)
      for (const k of this.#constraints) this.#dropFrom(table, k, first, size);
    this.#isHeld = this.#isWithinStep;
  }

  /** Takes dependent ones out of the `size` rows of constraint `k` from `first` on. */
  #dropFrom(table: ConnectorTable, k: number, first: number, size: number): void {
    const gram = this.#gram;
    const rest = this.#rest;
    const kept = this.#kept.fill(0);
    const at = k * this.#type.rows + first;
    if (!this.#isHeld) this.#chosen.fill(0, at, at + size);
    this.#multiply(table, k, first, size);
    let error = 0;
    for (let i = 0; i < size; i++) {
      rest[i] = this.#C[at + i]!;
      error = Math.max(error, Math.abs(rest[i]!));
    }
    const growing = GROWTH * error * error;
    let least = 0;
    let rounding = 0;
    let shown = 0;
    for (let pivot = this.#pivot(size, at, 0); pivot >= 0; pivot = this.#pivot(size, at, least)) {
      const square = gram[pivot * size + pivot]!;
      if (least === 0) {
        rounding = DEPENDENT * square;
        least = Math.max(rounding, Math.min(LARGEST_TOLERANCE, growing) * square);
      }
      kept[pivot] = 1;
      shown = Math.max(shown, Math.abs(rest[pivot]!));
      for (let i = 0; i < size; i++) {
        if (kept[i] === 1) continue;
        const factor = gram[i * size + pivot]! / square;
        rest[i]! -= factor * rest[pivot]!;
        for (let j = 0; j < size; j++) gram[i * size + j]! -= factor * gram[pivot * size + j]!;
      }
    }
    if (!this.#isHeld) for (let i = 0; i < size; i++) this.#chosen[at + i] = kept[i]!;
    for (let i = 0; i < size; i++) {
      if (kept[i] === 1) continue;
      // A row with an error of its own, larger than the distance to the surface explains, counts.
      const own = Math.abs(rest[i]!);
      const isNear = own <= Math.sqrt(growing) * error || (this.#isHeld && this.#chosen[at + i] === 0);
      if (!(gram[i * size + i]! <= (isNear ? least : rounding))) continue;
      this.#clear(k, first + i);
      if (own <= shown) this.#C[at + i] = 0;
    }
  }

  /** The row with the largest pivot above `least` that is none yet, rather one that was chosen; or −1. */
  #pivot(size: number, at: number, least: number): number {
    let pivot = -1;
    for (let i = 0, most = 0; i < size; i++) {
      const square = this.#gram[i * size + i]!;
      const weight = this.#chosen[at + i] === 1 ? square / HELD : square;
      if (this.#kept[i] === 1 || !(square > least && weight > most)) continue;
      most = weight;
      pivot = i;
    }
    return pivot;
  }

  /** `gram = J Jᵀ` of the rows of an equation. */
  #multiply({ x, bodySlots }: ConnectorTable, k: number, first: number, rows: number): void {
    const gram = this.#gram.fill(0);
    for (const { slots, inputs, input, size, stride, offset, J } of this.#blocks) {
      const slot = slots[k * inputs + input]!;
      if (slot >= bodySlots) continue;
      let square = 0;
      for (let c = 0; c < size; c++) square += x[slot + c]! * x[slot + c]!;
      // Within a step, directions need not have unit length.
      const along = this.#type.inputs[input]!.kind === 'direction' ? 1 / square : 0;
      const start = k * stride + offset + first * size;
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < rows; j++) {
          let sum = 0;
          let left = 0;
          let right = 0;
          for (let c = 0; c < size; c++) {
            const a = J[start + i * size + c]!;
            const b = J[start + j * size + c]!;
            sum += a * b;
            left += a * x[slot + c]!;
            right += b * x[slot + c]!;
          }
          gram[i * rows + j]! += sum - along * left * right;
        }
      }
    }
  }

  #clear(k: number, r: number): void {
    this.#hasDropped = true;
    for (const { size, stride, offset, J } of this.#blocks) {
      const start = k * stride + offset + r * size;
      J.fill(0, start, start + size);
    }
    this.#Cdot[k * this.#type.rows + r] = 0;
    this.#gamma[k * this.#type.rows + r] = 0;
  }
}
