/** Largest factor by which a step is longer or shorter than the one before. */
import { pow } from '../../elementary/index.js';
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
 * Returns the factor by which to multiply the step after an accepted one with this error and the
 * `last` one: PI control.
 *
 *     h_new = 0.9 h error^(−0.17) last^(0.04)
 *
 * (Gustafsson 1991; Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, section
 * II.4; Wanner, section IV.2.)
 */
export const growth = (error: number, last: number): number =>
  error === 0 ? LARGEST_GROWTH : clamp(SAFETY * pow(error, -ALPHA) * pow(Math.max(last, LEAST_ERROR), BETA));

/**
 * Returns the factor by which to multiply the step after one that was rejected for an error above 1,
 * infinite or NaN.
 */
export const cut = (error: number): number => (error < Infinity ? clamp(SAFETY * pow(error, -ALPHA)) : LARGEST_CUT);

const clamp = (factor: number): number => Math.min(LARGEST_GROWTH, Math.max(LARGEST_CUT, factor));
