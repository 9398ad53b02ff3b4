import type { BigNumber } from '../../src/reference/big.js';
import type { Bounded } from '../../src/reference/taylor/jet-table.js';

/** A quantity that differs from the oracle's. */
export interface Mismatch {
  readonly quantity: string;
  readonly entry: number;
  readonly computed: number;
  readonly expected: number;
}

/** Relative error that is always accepted. */
const RELATIVE = 1e-9;
/**
 * Accepted multiple of the formula's own rounding bound; a fault of sign, order or sharing makes
 * some 1e15.
 */
const BOUNDS = 1e4;
/** Largest value beyond which the terms of a quantity may not be representable. */
const LARGEST = 1e280;

/**
 * Errors of the oracle's differences are less, absolutely and relative to the largest value at a
 * place. A smaller value counts as zero.
 */
const NOISE = 1e-18;
const LEAST = 1e-24;
const NEARLY_ZERO = 1e-7;
/**
 * Errors of the oracle's second differences, 64 digits over the square of a step of 1e-15, by the
 * bound of doubles: some 1e-34 of terms of which doubles lose 1e-16.
 */
const DIFFERENCED = 1e-16;

/**
 * Compares what a class computed with the oracle. A difference is a fault if it is more than
 * rounding can cause, by the running error bound of the formula itself. Where that bound is
 * unknown, there is no verdict.
 */
export function judge(
  computed: Readonly<Record<string, ArrayLike<number>>>,
  expected: ReadonlyMap<string, readonly BigNumber[]>,
  bounds: ReadonlyMap<string, readonly Bounded[]>,
): Mismatch[] {
  const sizes = [...expected.values()].flat().map((value) => Math.abs(value.toNumber()));
  const errors = [...bounds.values()].flat().map(({ error }) => error);
  const largest = (all: readonly number[]): number => Math.max(0, ...all.filter(Number.isFinite));
  const noise = LEAST + NOISE * largest(sizes) + DIFFERENCED * largest(errors);
  return [...expected].flatMap(([quantity, values]) =>
    values.flatMap((value, entry): Mismatch[] => {
      const number = value.toNumber();
      const actual = computed[quantity]![entry]!;
      const { error } = bounds.get(quantity)![entry]!;
      if (!Number.isFinite(number) || Math.abs(number) > LARGEST || error === Infinity) return [];
      // Where doubles overflow on the way, there is no bound. The result may be NaN, but no wrong
      // number.
      if (Number.isNaN(error) && Number.isNaN(actual)) return [];
      // Where the formula is zero without an error, a sum in another order may leave a small
      // remainder.
      if (Math.abs(number) <= noise && error === 0 && Math.abs(actual) <= NEARLY_ZERO) return [];
      const allowed = RELATIVE * Math.abs(number) + noise + (Number.isNaN(error) ? 0 : BOUNDS * error);
      return Math.abs(actual - number) <= allowed ? [] : [{ quantity, entry, computed: actual, expected: number }];
    }),
  );
}
