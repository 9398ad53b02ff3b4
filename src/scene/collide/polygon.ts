import { hypot } from '../../../runtime/base/powers.js';

/** A point of the plane, m. */
export type Point = readonly [x: number, y: number];

/** Sine of an angle, and part of a polygon's size, below which it counts as nothing. */
export const FLAT = 1e-9;

/** Twice the area of the triangle `a b c`, positive where they turn left. */
export const turnOf = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

export const apart = (a: Point, b: Point): number => hypot(a[0] - b[0], a[1] - b[1]);

/** Tests whether a path turns left at `b`: 1, right: -1, or goes straight on: 0. */
export function sideOf(a: Point, b: Point, c: Point): number {
  const turn = turnOf(a, b, c);
  return Math.abs(turn) <= FLAT * apart(a, b) * apart(b, c) ? 0 : Math.sign(turn);
}

/** Tests whether sides of a polygon that are no neighbours have a point in common. */
export const sidesMeet = (points: readonly Point[]): boolean =>
  someSides(points, (a, b, c, d) => {
    const between = Math.sign(turnOf(a, b, c)) * Math.sign(turnOf(a, b, d)) <= 0;
    return between && Math.sign(turnOf(c, d, a)) * Math.sign(turnOf(c, d, b)) <= 0;
  });

/** Tests whether sides of a polygon cross each other, and not merely touch, as they do where a slit leads to a hole. */
export const sidesCross = (points: readonly Point[]): boolean =>
  someSides(points, (a, b, c, d) => sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0);

/** Tests pairs of sides that are no neighbours, and whose boxes meet. */
function someSides(points: readonly Point[], test: (a: Point, b: Point, c: Point, d: Point) => boolean): boolean {
  const n = points.length;
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      if ((j + 1) % n === i) continue;
      const [a, b, c, d] = [points[i]!, points[i + 1]!, points[j]!, points[(j + 1) % n]!];
      if (boxesMeet(a, b, c, d) && test(a, b, c, d)) return true;
    }
  }
  return false;
}

const boxesMeet = (a: Point, b: Point, c: Point, d: Point): boolean =>
  ([0, 1] as const).every(
    (k) => Math.max(a[k], b[k]) >= Math.min(c[k], d[k]) && Math.max(c[k], d[k]) >= Math.min(a[k], b[k]),
  );
