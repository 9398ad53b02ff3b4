import { UNIT_ROUNDOFF } from '../reference/taylor/jet-table.js';
import type { LostDigitsAt, Place } from './report.js';

/** Decimal digits of a double. */
const ALL = 16;
/** Smallest number of lost digits that is reported. */
const FEWEST = 4;
/**
 * Part of the samples whose values may be smaller than the size from which digits are counted. Any
 * quantity may pass through zero, and then has few digits left in comparison with its terms.
 */
const NEAR_ZERO = 0.05;

interface Candidate {
  readonly entry: number;
  readonly error: number;
  readonly size: number;
  readonly place: () => Place;
}

/**
 * Counts the digits that entries of a quantity have lost to cancellation: those that rounding has
 * changed.
 */
export class LostDigits {
  readonly #sizes = new Map<number, number[]>();
  readonly #candidates: Candidate[] = [];

  /** Adds the error of an entry at one sample. Its digits are counted from `size`. */
  add(entry: number, error: number, size: number, place: () => Place): void {
    const sizes = this.#sizes.get(entry);
    if (sizes === undefined) this.#sizes.set(entry, [size]);
    else sizes.push(size);
    if (error > 10 ** FEWEST * UNIT_ROUNDOFF * size) this.#candidates.push({ entry, error, size, place });
  }

  /** The largest number of digits lost, with its place; undefined if few were. */
  result(): LostDigitsAt | undefined {
    const usual = new Map<number, number>();
    for (const { entry } of this.#candidates)
      if (!usual.has(entry)) usual.set(entry, quantile(this.#sizes.get(entry)!, NEAR_ZERO));
    let worst: { digits: number; place: () => Place } | undefined;
    for (const { entry, error, size, place } of this.#candidates) {
      const from = Math.max(size, usual.get(entry)!);
      // A quantity that is zero everywhere has no digits.
      const digits = from === 0 ? 0 : Math.min(ALL, Math.floor(Math.log10(error / (UNIT_ROUNDOFF * from))));
      if (digits > (worst?.digits ?? FEWEST - 1)) worst = { digits, place };
    }
    return worst && { digits: worst.digits, at: worst.place() };
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(part * sorted.length)]!;
}
