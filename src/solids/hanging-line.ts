import { minus, plus, type Vector } from '../painter/frame.js';

/** Pieces of a rope that hangs. */
const PIECES = 24;

/**
 * A rope between two ends, m, `up` being the number of the axis that points upwards: straight if it is taut,
 * else a catenary of its length.
 */
export function hangingLine(a: Vector, b: Vector, length: number, up: number): Vector[] {
  const along = minus(b, a);
  const rise = along[up]!;
  const across = along.map((x, k) => (k === up ? 0 : x)) as unknown as Vector;
  const width = Math.hypot(...across);
  const distance = Math.hypot(width, rise);
  if (!(length > distance * (1 + 1e-9))) return [a, b];
  const shares = Array.from({ length: PIECES + 1 }, (_, k) => k / PIECES);
  const at = (share: number, height: number): Vector => {
    const place = [...plus(a, across, share)] as [number, number, number];
    place[up] = a[up]! + height;
    return place;
  };
  // Both strands hang straight down where the ends are above each other.
  if (width < 1e-3 * length) {
    const lowest = Math.min(0, rise) - (length - Math.abs(rise)) / 2;
    const first = -lowest / length;
    return shares.map((share) => at(share, share < first ? -share * length : lowest + (share - first) * length));
  }
  // y = c cosh((x − x₀)/c) + y₀ has the length L between ends that differ by w and h if
  // √(L² − h²) = 2 c sinh(w / 2c); with z = w / 2c: sinh z / z = √(L² − h²) / w.
  const ratio = Math.sqrt(length * length - rise * rise) / width;
  // Newton's method from above, since sinh z / z ≥ 1 + z²/6, on a convex function: it only falls.
  let z = Math.sqrt(6 * (ratio - 1));
  for (let n = 0; n < 100; n++) {
    const step = (Math.sinh(z) - ratio * z) / (Math.cosh(z) - ratio);
    z -= step;
    if (!(Math.abs(step) > 1e-12 * z)) break;
  }
  const c = width / (2 * z);
  const x0 = width / 2 - c * Math.asinh(rise / (2 * c * Math.sinh(z)));
  return shares.map((share) => at(share, c * (Math.cosh((share * width - x0) / c) - Math.cosh(x0 / c))));
}
