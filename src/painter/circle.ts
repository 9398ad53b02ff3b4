import type { Position } from './view.js';

/** Largest distance from the circle, as a part of its radius. */
const TOLERANCE = 1e-6;

/**
 * The centre of the circle that positions are on, in the plane or in space; undefined if there is
 * none, or if they hardly differ.
 */
export function centreOf(positions: readonly Position[]): number[] | undefined {
  const count = positions.length;
  if (count < 4) return undefined;
  const [a, b, c] = [positions[0]!, positions[Math.floor(count / 3)]!, positions[Math.floor((2 * count) / 3)]!];
  const centre = circumcentre(a, b, c);
  if (centre === undefined) return undefined;
  const radius = apart(centre, a);
  const isCircle = positions.every((position) => Math.abs(apart(centre, position) - radius) <= TOLERANCE * radius);
  return isCircle ? centre : undefined;
}

export function apart(a: Position, b: Position): number {
  let square = 0;
  for (let k = 0; k < a.length; k++) square += (a[k]! - b[k]!) ** 2;
  return Math.sqrt(square);
}

/** The point of the plane of a triangle that is as far from each of its corners. */
function circumcentre(a: Position, b: Position, c: Position): number[] | undefined {
  const dot = (u: readonly number[], w: readonly number[]): number => u.reduce((sum, x, k) => sum + x * w[k]!, 0);
  const u = Array.from(b, (x, k) => x - a[k]!);
  const w = Array.from(c, (x, k) => x - a[k]!);
  const [uu, ww, uw] = [dot(u, u), dot(w, w), dot(u, w)];
  const area = uu * ww - uw * uw;
  // Points that lie on a line, or on one another.
  if (!(area > 1e-12 * uu * ww)) return undefined;
  const [s, t] = [(ww * (uu - uw)) / (2 * area), (uu * (ww - uw)) / (2 * area)];
  return Array.from(a, (x, k) => x + s * u[k]! + t * w[k]!);
}
