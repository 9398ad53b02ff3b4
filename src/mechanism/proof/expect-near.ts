import { SpecError } from '../../diagnostics/index.js';

/** Difference, relative to the largest entry, that the rounding of sums in another order may make at least. */
export const LEAST = 1e-13;
/** The same between the same operations in the same order. */
export const SAME = 1e-12;
/** Relative size of the changes of state and parameters by which rounding is estimated, and what it may differ by. */
export const ROUNDING = 1e-15;
const MARGIN = 1e3;
/** Relative difference that no rounding excuses: equations that are as ill-conditioned are wrong. */
const MOST = 1e-4;

export const largest = (x: Float64Array): number => x.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
const farthest = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, entry, i) => Math.max(most, Math.abs(entry - b[i]!)), 0);

/** Compares entries that are the same but for rounding. Throws a SpecError. */
export function expectNear(what: string, found: Float64Array, expected: Float64Array, tolerance: number): void {
  // A NaN is never near.
  if (found.every((x, i) => x === expected[i] || Math.abs(x - expected[i]!) <= tolerance)) return;
  throw fault(`does not compute ${what} as the runtime does (difference ${farthest(found, expected).toPrecision(2)})`);
}

/** The same, by what rounding of all that is read does to `found`: `moved` are results after such changes. */
export function expectNearWithin(
  what: string,
  found: Float64Array,
  expected: Float64Array,
  moved: readonly Float64Array[],
): void {
  const size = largest(expected);
  const rounding = Math.max(...moved.map((one) => farthest(one, found)));
  expectNear(what, found, expected, Math.min(MARGIN * rounding, MOST * size) + LEAST * size);
}

export const fault = (problem: string): SpecError =>
  new SpecError([
    {
      code: 'E_SELF_CHECK',
      message: `The program of this mechanism ${problem}.`,
      hint: 'this is a fault of holonomic: please report the scene. The runtime steps it',
    },
  ]);
