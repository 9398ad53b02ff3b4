/** A point of the picture's plane, m; `y` points up. */
export type Point2 = readonly [x: number, y: number];

export type Polyline = readonly Point2[];

const COS_30 = Math.sqrt(3) / 2;

/**
 * Projects a position: planar ones as they are, spatial ones in isometric projection with `z` up.
 */
export function project(position: ArrayLike<number>): Point2 {
  const [x = 0, y = 0, z] = Array.from(position);
  return z === undefined ? [x, y] : [(y - x) * COS_30, z - (x + y) / 2];
}

/** A rectangle with sides along the axes. */
export interface Box {
  readonly min: Point2;
  readonly max: Point2;
}

/** The smallest box around `points`; around the origin where there are none. */
export function boxAround(points: Iterable<Point2>): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [x0, y0] = [Math.min(x0, x), Math.min(y0, y)];
    [x1, y1] = [Math.max(x1, x), Math.max(y1, y)];
  }
  return x0 <= x1 ? { min: [x0, y0], max: [x1, y1] } : { min: [0, 0], max: [0, 0] };
}

/** The box with `margin`, m, on each side. */
export function grow({ min, max }: Box, margin: number): Box {
  return { min: [min[0] - margin, min[1] - margin], max: [max[0] + margin, max[1] + margin] };
}

export const widthOf = ({ min, max }: Box): number => max[0] - min[0];
export const heightOf = ({ min, max }: Box): number => max[1] - min[1];
