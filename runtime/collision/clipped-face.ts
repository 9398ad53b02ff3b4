import { squared } from '../base/powers.js';
import { least } from './polyhedron.js';
import type { SpatialManifold } from './spatial-contact-points.js';
import type { SpatialShape } from './spatial-shape.js';

/** Corners of what is left of a polygon, on its way through the sides of a face, and their heights. */
let corners: number[] = [];
let clipped: number[] = [];
const heights: number[] = [];
const lowestPoint = new Float64Array(3);
/** The corners that are kept. */
const kept = [0, 0, 0, 0];

/**
 * Clips the face, line or point of `i` that faces the face of `r` with number `face` to its sides.
 * Writes up to four places with the normal of the face, at least one if the shapes touch. Returns the
 * least height above the face, or infinity without a place.
 */
export function clipFace(
  r: SpatialShape,
  i: SpatialShape,
  face: number,
  tiny: number,
  touches: boolean,
  isFirst: boolean,
  out: SpatialManifold,
): number {
  const { normals, vertices } = r;
  const [x, y, z] = [normals[3 * face]!, normals[3 * face + 1]!, normals[3 * face + 2]!];
  const loop = r.core.faces[face]!;
  const origin = 3 * (loop[0] ?? 0);
  const level = x * vertices[origin]! + y * vertices[origin + 1]! + z * vertices[origin + 2]!;
  let count = i.curved
    ? i.featureAlong(-x, -y, -z, out.turns, isFirst ? 1 : 0, tiny, corners)
    : readFacing(i, x, y, z, tiny);
  for (let k = 0; k < loop.length && count > 0; k++) {
    const [p, q] = [3 * loop[k]!, 3 * loop[(k + 1) % loop.length]!];
    // The outward normal of the side, along the edge × n.
    const [ex, ey, ez] = [
      vertices[q]! - vertices[p]!,
      vertices[q + 1]! - vertices[p + 1]!,
      vertices[q + 2]! - vertices[p + 2]!,
    ];
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    const mx = (ey * z - ez * y) / length;
    const my = (ez * x - ex * z) / length;
    const mz = (ex * y - ey * x) / length;
    count = clip(count, mx, my, mz, mx * vertices[p]! + my * vertices[p + 1]! + mz * vertices[p + 2]!, tiny);
  }
  count = withoutDoubles(count, tiny) || (touches ? readLowest(i, x, y, z) : 0);
  let lowest = Infinity;
  for (let k = 0; k < count; k++) {
    heights[k] = x * corners[3 * k]! + y * corners[3 * k + 1]! + z * corners[3 * k + 2]! - level;
    lowest = Math.min(lowest, heights[k]!);
  }
  const sign = isFirst ? 1 : -1;
  out.count = Math.min(count, 4);
  if (count > 4) keepFour(count, lowest, tiny, x, y, z);
  out.onFirst = isFirst;
  out.normal[0] = sign * x;
  out.normal[1] = sign * y;
  out.normal[2] = sign * z;
  const [onR, onI] = isFirst ? [out.first, out.second] : [out.second, out.first];
  for (let k = 0; k < out.count; k++) {
    const c = count > 4 ? kept[k]! : k;
    const height = heights[c]!;
    for (let m = 0; m < 3; m++) onI[3 * k + m] = corners[3 * c + m]!;
    onR[3 * k] = onI[3 * k]! - height * x;
    onR[3 * k + 1] = onI[3 * k + 1]! - height * y;
    onR[3 * k + 2] = onI[3 * k + 2]! - height * z;
  }
  return lowest;
}

/**
 * Reads the corners of the face of `shape` that is most against `(x, y, z)`, of those with a lowest
 * vertex; all vertices where it has no faces. Returns their number.
 */
function readFacing(shape: SpatialShape, x: number, y: number, z: number, tiny: number): number {
  const { core, vertices, normals } = shape;
  const height = (i: number): number => x * vertices[3 * i]! + y * vertices[3 * i + 1]! + z * vertices[3 * i + 2]!;
  let facing: readonly number[] | undefined;
  if (core.faces.length > 0) {
    const lowest = least(vertices, x, y, z) + tiny;
    let most = Infinity;
    for (let k = 0; k < core.faces.length; k++) {
      const against = x * normals[3 * k]! + y * normals[3 * k + 1]! + z * normals[3 * k + 2]!;
      if (against >= most || !core.faces[k]!.some((i) => height(i) <= lowest)) continue;
      most = against;
      facing = core.faces[k]!;
    }
  }
  const count = facing?.length ?? vertices.length / 3;
  for (let k = 0; k < count; k++) {
    const i = facing?.[k] ?? k;
    for (let m = 0; m < 3; m++) corners[3 * k + m] = vertices[3 * i + m]!;
  }
  return count;
}

/** Reads the lowest vertex along `(x, y, z)`. Returns the number of corners. */
function readLowest(shape: SpatialShape, x: number, y: number, z: number): number {
  const { curved, vertices } = shape;
  if (curved) {
    shape.supportAlong(-x, -y, -z, lowestPoint);
    for (let m = 0; m < 3; m++) corners[m] = lowestPoint[m]!;
    return 1;
  }
  const lowest = least(vertices, x, y, z);
  for (let i = 0; i < vertices.length; i += 3) {
    if (x * vertices[i]! + y * vertices[i + 1]! + z * vertices[i + 2]! > lowest) continue;
    for (let m = 0; m < 3; m++) corners[m] = vertices[i + m]!;
  }
  return 1;
}

/** Cuts off what lies beyond a side (Sutherland and Hodgman 1974). Returns the number of corners. */
function clip(count: number, x: number, y: number, z: number, level: number, tiny: number): number {
  let left = 0;
  for (let k = 0; k < count; k++) {
    const p = 3 * k;
    const q = k + 1 < count ? p + 3 : 0;
    const from = x * corners[p]! + y * corners[p + 1]! + z * corners[p + 2]! - level;
    const to = x * corners[q]! + y * corners[q + 1]! + z * corners[q + 2]! - level;
    // A corner that is on a side, to rounding, stays what it is.
    if (from <= tiny) {
      for (let m = 0; m < 3; m++) clipped[3 * left + m] = corners[p + m]!;
      left++;
    }
    if (from <= tiny === to <= tiny) continue;
    const t = Math.min(1, Math.max(0, from / (from - to)));
    for (let m = 0; m < 3; m++) clipped[3 * left + m] = corners[p + m]! + t * (corners[q + m]! - corners[p + m]!);
    left++;
  }
  [corners, clipped] = [clipped, corners];
  return left;
}

/** Leaves out corners that are where the one before is. Returns the number of those that stay. */
function withoutDoubles(count: number, tiny: number): number {
  let left = 0;
  for (let k = 0; k < count; k++) {
    const isDouble = (j: number): boolean =>
      Math.abs(corners[3 * k]! - corners[3 * j]!) <= tiny &&
      Math.abs(corners[3 * k + 1]! - corners[3 * j + 1]!) <= tiny &&
      Math.abs(corners[3 * k + 2]! - corners[3 * j + 2]!) <= tiny;
    if (left > 0 && (isDouble(left - 1) || (k === count - 1 && isDouble(0)))) continue;
    for (let m = 0; m < 3; m++) corners[3 * left + m] = corners[3 * k + m]!;
    left++;
  }
  return left;
}

/**
 * Chooses four corners of more: the lowest, the one farthest from it, and on either side the one
 * that spans the largest triangle with these. Earlier ones are preferred, so that rounding does not
 * make them change places.
 */
function keepFour(count: number, lowest: number, tiny: number, x: number, y: number, z: number): void {
  let first = 0;
  while (heights[first]! > lowest + tiny) first++;
  const [ox, oy, oz] = [corners[3 * first]!, corners[3 * first + 1]!, corners[3 * first + 2]!];
  const farthest = best(
    count,
    (k) => squared(corners[3 * k]! - ox) + squared(corners[3 * k + 1]! - oy) + squared(corners[3 * k + 2]! - oz),
  );
  const [dx, dy, dz] = [corners[3 * farthest]! - ox, corners[3 * farthest + 1]! - oy, corners[3 * farthest + 2]! - oz];
  // d × n
  const [sx, sy, sz] = [dy * z - dz * y, dz * x - dx * z, dx * y - dy * x];
  const side = (k: number): number =>
    (corners[3 * k]! - ox) * sx + (corners[3 * k + 1]! - oy) * sy + (corners[3 * k + 2]! - oz) * sz;
  kept[0] = first;
  kept[1] = farthest;
  kept[2] = best(count, side);
  kept[3] = best(count, (k) => -side(k));
  kept.sort((i, j) => i - j);
}

/** The corner with the largest value; the first one of those that differ by little. */
function best(count: number, valueOf: (k: number) => number): number {
  let found = 0;
  let most = valueOf(0);
  for (let k = 1; k < count; k++) {
    const value = valueOf(k);
    if (value <= most + 1e-6 * Math.abs(most)) continue;
    most = value;
    found = k;
  }
  return found;
}
