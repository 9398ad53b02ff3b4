export type Vector = readonly [x: number, y: number, z: number];

/** Axes at right angles, of length 1 and right-handed, and their origin. */
export interface Frame {
  readonly origin: Vector;
  readonly u: Vector;
  readonly v: Vector;
  readonly w: Vector;
}

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** `a + s b`. */
export const plus = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const lengthOf = (a: Vector): number => Math.hypot(...a);
export const unit = (a: Vector): Vector => plus([0, 0, 0], a, 1 / lengthOf(a));

/** A place of the plane or of space, in space. */
export const inSpace = (place: ArrayLike<number>, z = 0): Vector => [place[0]!, place[1]!, place[2] ?? z];

/** The axes of the world. */
export const WORLD: Frame = { origin: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0], w: [0, 0, 1] };

/** A frame whose third axis points along a vector. */
export function frameAlong(origin: Vector, along: Vector): Frame {
  const w = unit(along);
  // The axis of the world that is least along it.
  const least = [0, 1, 2].reduce((a, b) => (Math.abs(w[b]!) < Math.abs(w[a]!) ? b : a));
  const u = unit(cross([0, 1, 2].map((k) => (k === least ? 1 : 0)) as unknown as Vector, w));
  return { origin, u, v: cross(w, u), w };
}
