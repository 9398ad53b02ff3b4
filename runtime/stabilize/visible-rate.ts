/** Parts of the rates that forces give in a step, and of all rates, that contacts may leave. */
const GIVEN_PART = 0.05;
const MOTION_PART = 1e-3;

/**
 * Returns a negligible rate, m/s: a fraction of the rate that forces give in a step, and a smaller
 * fraction of the largest rate, of those `before` and `after` forces, and of those by which errors are `returned`.
 */
export function visibleRate(before: Float64Array, after: Float64Array, returned: Float64Array): number {
  let given = 0;
  let largest = 0;
  for (let i = 0; i < before.length; i++) {
    given = Math.max(given, Math.abs(after[i]! - before[i]!));
    largest = Math.max(largest, Math.abs(before[i]!), returned[i]!);
  }
  return GIVEN_PART * given + MOTION_PART * largest;
}
