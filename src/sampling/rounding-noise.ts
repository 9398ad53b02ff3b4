import { seededRandom } from './random.js';

/** Number of neighbours of a configuration, and their distance in units of its last places. */
const NEIGHBOURS = 12;
const ULPS = 16;
const SEED = 0x707;
/** Multiple of the largest change among neighbours that an error may be. */
const SAFETY = 2;
/** Largest noise that excuses an error, relative to the terms: half of the digits. */
const LARGEST = 2 ** -26;

/**
 * The rounding noise of a function: how much its results change with the last places of its numbers
 * (stochastic arithmetic: J. Vignes, *Mathematics and Computers in Simulation* 35 (1993) 233). Code
 * that computes in another order than its formula may round more, as a unit vector does that is
 * formed of a small difference. A wrong sign or a missing term is no noise: it is there at all
 * neighbours alike. `evaluate` may return the same array each time.
 */
export function roundingNoise(
  numbers: readonly number[],
  evaluate: (numbers: readonly number[]) => Float64Array,
): Float64Array {
  const random = seededRandom(SEED);
  const moved = (x: number): number => x * (1 + 2 ** -52 * Math.round(ULPS * (2 * random() - 1)));
  const centre = evaluate(numbers).slice();
  const noise = new Float64Array(centre.length);
  for (let k = 0; k < NEIGHBOURS; k++) {
    const beside = evaluate(numbers.map(moved));
    centre.forEach((value, e) => (noise[e] = Math.max(noise[e]!, SAFETY * Math.abs(beside[e]! - value))));
  }
  return noise;
}

/** The noise that excuses an error in terms of a size: none that takes more than half of the digits. */
export const excusedNoise = (noise: number, size: number): number => (noise <= LARGEST * size ? noise : 0);
