import type { OperationName } from '../reference/doubles.js';
import type { Partials } from '../reference/partials.js';

const ZEROS = [
  [0, 0],
  [0, 0],
] as const;

/** An operation whose derivatives all count as 0 at a singular point. */
const flat = (value: number): Partials => ({ value, first: [0, 0], second: ZEROS });

/** A number, or 0 if it is infinite. */
const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

type Rule = (...args: number[]) => Partials | undefined;

/** A function of one number that has a value at its singular point, or counts as 0 there. */
const flatAt =
  (singular: (x: number) => boolean, value: (x: number) => number = () => 0): Rule =>
  (x) =>
    singular(x) ? flat(value(x)) : undefined;

const isZero = (x: number): boolean => x === 0;
/** Farthest that rounding leads a cosine, which is then taken as ±1: that is the policy, in numbers. */
export const MOST_COSINE = 1 + 1e-12;
const isOne = (x: number): boolean => Math.abs(x) >= 1 && Math.abs(x) < MOST_COSINE;
const clamped = (x: number): number => Math.max(-1, Math.min(1, x));

/** The stated policy, operation by operation: see {@link regularized}. */
const RULES: Readonly<Partial<Record<OperationName, Rule>>> = {
  // 1/x = 0, and so is every derivative of it.
  divide: (_, x) => (x === 0 ? flat(0) : undefined),
  sqrt: flatAt(isZero),
  cbrt: flatAt(isZero),
  abs: flatAt(isZero),
  sign: flatAt(isZero),
  // At a step rounding decides which of the two values it is: the policy asks for nothing.
  floor: flatAt(Number.isInteger, () => Number.NaN),
  log: flatAt(isZero),
  log2: flatAt(isZero),
  log10: flatAt(isZero),
  log1p: flatAt((x) => x === -1),
  acos: flatAt(isOne, (x) => Math.acos(clamped(x))),
  asin: flatAt(isOne, (x) => Math.asin(clamped(x))),
  acosh: flatAt((x) => x === 1),
  atanh: flatAt((x) => Math.abs(x) === 1),
  atan2: (y, x) => (y === 0 && x === 0 ? flat(Math.atan2(y, x)) : undefined),
  // Whole powers are smooth. For others, each derivative y x^(y − 1), … that is infinite counts as
  // 0.
  pow: (x, y) => {
    if (x !== 0 || (Number.isInteger(y) && y >= 0)) return undefined;
    const [value, slope, curvature] = [0 ** y, y * 0 ** (y - 1), y * (y - 1) * 0 ** (y - 2)].map(finite);
    return {
      value: value!,
      first: [slope!, 0],
      second: [
        [curvature!, 0],
        [0, 0],
      ],
    };
  },
};

/**
 * The value and derivatives of an operation at a singular point by the policy `regularize`. Where a
 * divisor is zero, one divided by it counts as 0, and so does anything infinite. Hence `norm`,
 * `sqrt`, `cbrt`, `abs`, `acos`, `asin`, `acosh` and `atan2` have the derivatives 0 there, and
 * `log` and `atanh` also the value 0. Where rounding alone leads beyond ±1, `acos` and `asin` have
 * the value and derivatives that they have at ±1. Undefined at other arguments.
 */
export function regularized(name: OperationName, args: readonly number[]): Partials | undefined {
  return RULES[name]?.(...args);
}
