import { UNIT_ROUNDOFF } from '../reference/taylor/jet-table.js';
import type { LostDigitsAt, Place } from './report.js';

/** Decimal digits of a double. */
const ALL = 16;
/** Fewer lost digits are not worth a word. */
const FEWEST = 4;
/**
 * Part of the samples whose values may be smaller than what digits are counted from: any quantity may pass through zero, and then has few
 * digits left beside what it is made of.
 */
const NEAR_ZERO = 0.05;

interface Candidate {
  readonly entry: number;
  readonly error: number;
  readonly size: number;
  readonly place: () => Place;
}

/** Counts the digits that entries of a quantity have lost to cancellation: those of which rounding has made something else. */
export class LostDigits {
  readonly #sizes = new Map<number, number[]>();
  readonly #candidates: Candidate[] = [];

  /** Takes in the error of an entry at one sample; `size` is what its digits count from. */
  add(entry: number, error: number, size: number, place: () => Place): void {
    const sizes = this.#sizes.get(entry);
    if (sizes === undefined) this.#sizes.set(entry, [size]);
    else sizes.push(size);
    if (error > 10 ** FEWEST * UNIT_ROUNDOFF * size) this.#candidates.push({ entry, error, size, place });
  }

  /** The most digits that were lost, and where; nothing if few were. */
  result(): LostDigitsAt | undefined {
    const usual = new Map<number, number>();
    for (const { entry } of this.#candidates)
      if (!usual.has(entry)) usual.set(entry, quantile(this.#sizes.get(entry)!, NEAR_ZERO));
    let worst: { digits: number; place: () => Place } | undefined;
    for (const { entry, error, size, place } of this.#candidates) {
      const from = Math.max(size, usual.get(entry)!);
      // Of what is zero everywhere there are no digits.
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
