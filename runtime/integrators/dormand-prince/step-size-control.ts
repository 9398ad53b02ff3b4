/** Largest factor by which a step is longer or shorter than the one before. */
const LARGEST_GROWTH = 10;
const LARGEST_CUT = 0.2;
/** Safety factor on the step that would just meet the tolerance. */
const SAFETY = 0.9;
/**
 * Exponents of the present and the last error, for a method whose error estimate is of order 5 in
 * the step.
 */
const BETA = 0.04;
const ALPHA = 0.2 - 0.75 * BETA;
/** Error below which an error says nothing about the next step. */
const LEAST_ERROR = 1e-4;

/**
 * Indices in the array that the control works on (see vector.ts): the error of a step, that of the
 * last accepted one, and the resulting factor.
 */
export const ERROR = 0;
export const LAST_ERROR = 1;
export const FACTOR = 2;

/**
 * Writes down the factor by which to multiply the step after an accepted one: PI control.
 *
 *     h_new = 0.9 h error^(−0.17) last^(0.04)
 *
 * (Gustafsson 1991; Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, section
 * II.4; Wanner, section IV.2.)
 */
export function findGrowth(control: Float64Array): void {
  const error = control[ERROR]!;
  const last = Math.max(control[LAST_ERROR]!, LEAST_ERROR);
  if (error === 0) control[FACTOR] = LARGEST_GROWTH;
  else control[FACTOR] = SAFETY * error ** -ALPHA * last ** BETA;
  clamp(control);
}

/**
 * Writes down the factor by which to multiply the step after one that was rejected for an error
 * above 1, infinite or NaN.
 */
export function findCut(control: Float64Array): void {
  const error = control[ERROR]!;
  if (error < Infinity) control[FACTOR] = SAFETY * error ** -ALPHA;
  else control[FACTOR] = LARGEST_CUT;
  clamp(control);
}

function clamp(control: Float64Array): void {
  control[FACTOR] = Math.min(LARGEST_GROWTH, Math.max(LARGEST_CUT, control[FACTOR]!));
}
