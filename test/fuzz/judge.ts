import type { BigNumber } from '../../src/reference/big.js';

/** A quantity that came out otherwise than the oracle has it. */
export interface Mismatch {
  readonly quantity: string;
  readonly entry: number;
  readonly computed: number;
  readonly expected: number;
}

/** Values by quantity, entry by entry. */
export type Values = ReadonlyMap<string, readonly BigNumber[]>;
/** The size of what rounding acts on, for an entry. */
export type ScaleOf = (quantity: string, entry: number) => number;

/** Relative error that no one asks about. */
const RELATIVE = 1e-9;
/** In parts of the scale. Rounding makes some 1e-16 of it for each operation; a fault of sign, order or sharing, about 1. */
const CONDITIONED = 1e-8;
/** Beyond this a quantity is not representable with all its terms. */
const LARGEST = 1e280;

/** The oracle's differences err by less, in parts of the largest value at a place: where they give so little, there is a zero. */
const NOISE = 1e-18;

/** Factor by which numbers are perturbed, to see what rounding does. */
export const PERTURBATION = 2 ** -30;

/**
 * Compares what a class computed with the oracle. A difference is a fault where it is more than rounding can do: more than a small part of the
 * sum of the scales. They are asked for in turn, the dear ones last, while there is a suspect.
 */
export function judge(
  computed: Readonly<Record<string, ArrayLike<number>>>,
  expected: Values,
  scales: readonly (() => ScaleOf)[],
): Mismatch[] {
  // Where all is zero, a millionth stands for the largest.
  const sizes = [1e-6, ...[...expected.values()].flat().map((value) => Math.abs(value.toNumber()))];
  const noise = NOISE * Math.max(...sizes.filter(Number.isFinite));
  let suspects = [...expected].flatMap(([quantity, values]) =>
    values.flatMap((value, entry): (Mismatch & { readonly scale: number })[] => {
      const number = value.toNumber();
      const actual = computed[quantity]![entry]!;
      if (!Number.isFinite(number) || Math.abs(number) > LARGEST) return [];
      const scale = RELATIVE * Math.abs(number) + noise;
      return Math.abs(actual - number) <= scale ? [] : [{ quantity, entry, computed: actual, expected: number, scale }];
    }),
  );
  for (const scaleOf of scales) {
    if (suspects.length === 0) return [];
    const size = scaleOf();
    suspects = suspects.flatMap((suspect) => {
      const more = size(suspect.quantity, suspect.entry);
      const scale = suspect.scale + (Number.isNaN(more) ? 0 : CONDITIONED * more);
      return Math.abs(suspect.computed - suspect.expected) <= scale ? [] : [{ ...suspect, scale }];
    });
  }
  return suspects;
}

/** What the perturbation of one number after the other, by {@link PERTURBATION}, changes in all. */
export function changes(expected: Values, perturbed: Iterable<Values>): ScaleOf {
  const sums = new Map<string, number[]>();
  for (const values of perturbed)
    for (const [quantity, list] of values) {
      const sum = sums.get(quantity) ?? list.map(() => 0);
      sums.set(quantity, sum);
      list.forEach((value, entry) => {
        const change = Math.abs(value.minus(expected.get(quantity)![entry]!).toNumber());
        if (Number.isFinite(change)) sum[entry]! += change / PERTURBATION;
      });
    }
  return (quantity, entry) => sums.get(quantity)?.[entry] ?? 0;
}
