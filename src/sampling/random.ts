/** A stream of random numbers in [0, 1). */
export type Random = () => number;

/**
 * Chris Doty-Humphrey's sfc32 (PractRand), its state filled from the seed by splitmix32: small,
 * fast, the same on every machine. A double takes 53 bits from two steps, so that all its digits
 * vary.
 */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  const splitmix = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let [a, b, c, counter] = [splitmix(), splitmix(), splitmix(), 1];
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let k = 0; k < 12; k++) next();
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}

export function uniform(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** A unit vector, uniform on the circle or sphere: a point of the ball, by rejection, scaled. */
export function randomDirection(random: Random, size: number): number[] {
  for (;;) {
    const point = Array.from({ length: size }, () => uniform(random, -1, 1));
    const length = Math.hypot(...point);
    if (length > 0.1 && length <= 1) return point.map((x) => x / length);
  }
}
