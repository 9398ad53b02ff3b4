import type { Shape } from './shape.js';

/**
 * Writes the outward unit normal of a shape at the point of it that is closest to `point`, unless
 * rounding decides it; `normal` is a first guess. Returns the distance, below 0 for a point inside.
 */
export type PointDistance = (shape: Shape, point: Float64Array, normal: Float64Array) => number;

/** Most looks along a ray; each at least halves the way to a surface that it grazes. */
const MOST_LOOKS = 60;
/** Part of the size of a core within which rounding decides to which side of it a point is. */
export const ON_CORE = 1e-12;
/** Distance that is rounding, relative to the way and to the origin. */
const ROUNDING = 1e-15;

/**
 * Finds where a ray from outside enters a shape, by Newton's method for its distance along the ray.
 * That is a convex function, so tangents lead no farther than its zero: the method neither misses a
 * thin shape nor passes the surface. `point` and `normal` receive the place and the normal there. Returns its
 * distance along the unit vector `direction`, or infinity where the ray passes by, begins inside or
 * is `longest`.
 */
export function enter(
  shape: Shape,
  origin: Float64Array,
  direction: Float64Array,
  longest: number,
  distanceTo: PointDistance,
  point: Float64Array,
  normal: Float64Array,
): number {
  let t = 0;
  let scale = 0;
  for (const x of origin) scale += Math.abs(x);
  point.set(origin);
  for (let c = 0; c < point.length; c++) normal[c] = -direction[c]!;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const distance = distanceTo(shape, point, normal);
    let closing = 0;
    for (let c = 0; c < point.length; c++) closing -= normal[c]! * direction[c]!;
    if (distance <= ROUNDING * (scale + t)) return look > 0 ? t : Infinity;
    if (!(closing > 0)) return Infinity;
    t += distance / closing;
    if (!(t <= longest)) return Infinity;
    for (let c = 0; c < point.length; c++) point[c] = origin[c]! + t * direction[c]!;
  }
  return t;
}
