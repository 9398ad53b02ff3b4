import { hypot } from '../base/powers.js';
import { atan2, cos, sin } from '../elementary/index.js';
import { maxAbs } from '../base/vector.js';

/** A convex polyhedron, or what is left of one where it is flat: a line, a point, a half-space. */
export interface Polyhedron {
  /** Vertices, coordinate by coordinate. */
  readonly vertices: Float64Array;
  /** Vertices of each face, counter-clockwise seen from outside; none for the face of a half-space. */
  readonly faces: readonly (readonly number[])[];
  /** Outward unit normals of the faces. */
  readonly normals: Float64Array;
  /** Ends of each edge, two by two; a point has one edge, from itself to itself. */
  readonly edges: Int32Array;
  /** Faces on the left and on the right of each edge, two by two; −1 where there is none. */
  readonly sides: Int32Array;
  /** Unit vectors along the edges, one for all that are parallel. */
  readonly directions: Float64Array;
  /** Number of the direction of each edge. */
  readonly directionOf: Int32Array;
}

/** Plain numbers: typed arrays take longer to make than all that is done with them. */
type Vector = [number, number, number];

/** Part of a polyhedron's size within which points count as in one plane, or on one line. */
const FLAT = 1e-9;

const UP: Vector = [0, 0, 1];
const LEFT: Vector = [-1, 0, 0];

/** A half-space of points below the one in `at`, with the outward unit normal `normal`. */
export const halfSpace = (at: Float64Array, normal: Float64Array): Polyhedron => ({
  vertices: at,
  faces: [[]],
  normals: normal,
  edges: new Int32Array(0),
  sides: new Int32Array(0),
  directions: new Float64Array(0),
  directionOf: new Int32Array(0),
});

/** A point, or the line between two. */
export const segment = (ends: Float64Array): Polyhedron => withEdges(ends, [], [[0, ends.length / 3 - 1]]);

/**
 * The convex hull of points; undefined where these lie in a plane, to rounding. About each edge of a
 * face that is found, the plane of that face is turned until it meets the next one (gift wrapping;
 * Chand & Kapur 1970).
 */
export function convexHull(given: Float64Array): Polyhedron | undefined {
  const size = maxAbs(given.map((x, i) => x - given[i % 3]!));
  const within = FLAT * size;
  const points = apart(given, within);
  const faces: number[][] = [];
  /** Edges `i j` of faces, which have them on the left. */
  const known = new Set<string>();
  const add = (i: number, j: number, k: number): void => {
    const face = k < 0 ? undefined : supporting(points, i, j, k, within, size);
    if (!face) return;
    const loop = outline(points, face.members, face.normal, within);
    faces.push(loop);
    for (const [m, n] of sidesOf(loop)) known.add(`${m} ${n}`);
  };
  const first = leftmost(points);
  const second = wrap(points, first, UP, LEFT, within);
  if (second < 0) return undefined;
  const edge = difference(points, second, first);
  add(first, second, wrap(points, first, edge, cross(edge, UP), within));
  for (const face of faces) {
    const outward = normalOf(points, face);
    for (const [i, j] of sidesOf(face))
      if (!known.has(`${j} ${i}`)) add(j, i, wrap(points, i, difference(points, j, i), outward, within));
  }
  const sides = faces.flatMap(sidesOf);
  // Each side is one of two faces, once in either direction.
  if (faces.length < 4 || known.size < sides.length || sides.some(([i, j]) => !known.has(`${j} ${i}`)))
    return undefined;
  const used = [...new Set(faces.flat())].sort((i, j) => i - j);
  const numbers = new Map(used.map((i, number) => [i, number]));
  const vertices = Float64Array.from(used.flatMap((i) => [...points.subarray(3 * i, 3 * i + 3)]));
  const loops = faces.map((face) => face.map((i) => numbers.get(i)!));
  return withEdges(
    vertices,
    loops,
    loops.flatMap(sidesOf).filter(([i, j]) => i < j),
  );
}

/** The sides of a polygon, from corner to corner. */
const sidesOf = (face: readonly number[]): [number, number][] => face.map((i, k) => [i, face[(k + 1) % face.length]!]);

/** Leaves out points that others are within a distance of. */
function apart(points: Float64Array, within: number): Float64Array {
  const order = Array.from({ length: points.length / 3 }, (_, i) => i);
  order.sort((i, j) => points[3 * i]! - points[3 * j]! || i - j);
  const kept: number[] = [];
  for (const i of order) {
    let k = kept.length - 1;
    while (k >= 0 && points[3 * i]! - points[3 * kept[k]!]! <= within && norm(difference(points, i, kept[k]!)) > within)
      k--;
    if (k < 0 || points[3 * i]! - points[3 * kept[k]!]! > within) kept.push(i);
  }
  kept.sort((i, j) => i - j);
  return Float64Array.from(kept.flatMap((i) => [...points.subarray(3 * i, 3 * i + 3)]));
}

function leftmost(points: Float64Array): number {
  let found = 0;
  for (let i = 3; i < points.length; i += 3) if (points[i]! < points[found]!) found = i;
  return found / 3;
}

/**
 * Turns the half-plane from the line along `edge` through point `i` in the direction `normal × edge`, behind which
 * all points lie, inwards until it has met all of them. Returns the point on it that is farthest from the line, or
 * −1 where all points lie on the line.
 */
function wrap(points: Float64Array, i: number, edge: Vector, normal: Vector, within: number): number {
  const across = cross(normal, edge);
  const a = scaled(across, 1 / norm(across));
  const n = scaled(normal, 1 / norm(normal));
  const [ai, ni] = [dotAt(points, i, a), dotAt(points, i, n)];
  let most = -1;
  for (let m = 0; m < points.length / 3; m++) {
    const x = dotAt(points, m, a) - ai;
    const y = Math.max(0, ni - dotAt(points, m, n));
    if (hypot(x, y) > within) most = Math.max(most, atan2(y, x));
  }
  const [c, s] = [cos(most), sin(most)];
  let [found, farthest] = [-1, within];
  for (let m = 0; most >= 0 && m < points.length / 3; m++) {
    const x = dotAt(points, m, a) - ai;
    const y = ni - dotAt(points, m, n);
    const along = c * x + s * y;
    if (!(along > farthest && Math.abs(s * x - c * y) <= within)) continue;
    farthest = along;
    found = m;
  }
  return found;
}

/** The points in the plane of three, and the normal of that plane, if all others lie behind it. */
function supporting(
  points: Float64Array,
  i: number,
  j: number,
  k: number,
  within: number,
  size: number,
): { members: number[]; normal: Vector } | undefined {
  const area = cross(difference(points, j, i), difference(points, k, i));
  const length = norm(area);
  if (length <= within * size) return undefined;
  const normal = scaled(area, 1 / length);
  const height = (m: number): number => dotAt(points, m, normal) - dotAt(points, i, normal);
  let [lowest, highest] = [0, 0];
  for (let m = 0; m < points.length / 3; m++) {
    lowest = Math.min(lowest, height(m));
    highest = Math.max(highest, height(m));
    if (lowest < -within && highest > within) return undefined;
  }
  const members: number[] = [];
  for (let m = 0; m < points.length / 3; m++) if (Math.abs(height(m)) <= within) members.push(m);
  return { members, normal: highest > within ? scaled(normal, -1) : normal };
}

/** The corners of points in a plane, counter-clockwise about its normal (gift wrapping). */
function outline(points: Float64Array, members: readonly number[], normal: Vector, within: number): number[] {
  const toFirst = (i: number): number => norm(difference(points, i, members[0]!));
  // The point that is farthest from another is a corner.
  const start = members.reduce((m, i) => (toFirst(i) > toFirst(m) ? i : m));
  const corners: number[] = [];
  for (let last = start; corners.length < members.length;) {
    corners.push(last);
    const next = members.reduce((m, i) => (m === last || isRightOf(points, last, m, i, normal, within) ? i : m), last);
    if (next === start) break;
    last = next;
  }
  return corners;
}

/** True if `i` is on the right of the way from `last` to `next`, or beyond on that way. */
function isRightOf(
  points: Float64Array,
  last: number,
  next: number,
  i: number,
  normal: Vector,
  within: number,
): boolean {
  if (i === last) return false;
  const d = difference(points, next, last);
  const e = difference(points, i, last);
  const left = dot(cross(d, e), normal) / norm(d);
  return left < -within || (left <= within && dot(d, e) > dot(d, d));
}

/** Adds normals, edges and their directions. */
function withEdges(
  vertices: Float64Array,
  faces: readonly (readonly number[])[],
  ends: readonly (readonly number[])[],
): Polyhedron {
  const directions: Vector[] = [];
  const directionOf = ends.map(([i, j]) => {
    const d = difference(vertices, j!, i!);
    const length = norm(d);
    if (length === 0) return -1;
    const unit = scaled(d, 1 / length);
    const found = directions.findIndex((other) => norm(cross(unit, other)) < FLAT);
    return found < 0 ? directions.push(unit) - 1 : found;
  });
  const left = new Map(faces.flatMap((face, at) => sidesOf(face).map(([i, j]) => [`${i} ${j}`, at])));
  return {
    vertices,
    faces,
    normals: Float64Array.from(faces.flatMap((face) => normalOf(vertices, face))),
    edges: Int32Array.from(ends.flat()),
    sides: Int32Array.from(ends.flatMap(([i, j]) => [left.get(`${i} ${j}`) ?? -1, left.get(`${j} ${i}`) ?? -1])),
    directions: Float64Array.from(directions.flat()),
    directionOf: Int32Array.from(directionOf),
  };
}

/** The unit normal of a polygon: the sum of its triangles' normals from one corner, weighted by area. */
function normalOf(vertices: Float64Array, face: readonly number[]): Vector {
  const sum: Vector = [0, 0, 0];
  for (let k = 1; k + 1 < face.length; k++) {
    const area = cross(difference(vertices, face[k]!, face[0]!), difference(vertices, face[k + 1]!, face[0]!));
    for (const c of [0, 1, 2] as const) sum[c] += area[c];
  }
  return scaled(sum, 1 / norm(sum));
}

/** The least component of points along `(x, y, z)`. */
export function least(points: Float64Array, x: number, y: number, z: number): number {
  let found = Infinity;
  for (let i = 0; i < points.length; i += 3) {
    const d = points[i]! * x + points[i + 1]! * y + points[i + 2]! * z;
    if (d < found) found = d;
  }
  return found;
}

/** Largest distance of points from the origin. */
export function farthest(points: Float64Array): number {
  let most = 0;
  for (let i = 0; i < points.length; i += 3) most = Math.max(most, hypot(points[i]!, points[i + 1]!, points[i + 2]));
  return most;
}

const difference = (points: Float64Array, i: number, j: number): Vector => [
  points[3 * i]! - points[3 * j]!,
  points[3 * i + 1]! - points[3 * j + 1]!,
  points[3 * i + 2]! - points[3 * j + 2]!,
];
const dotAt = (points: Float64Array, i: number, u: Vector): number =>
  points[3 * i]! * u[0] + points[3 * i + 1]! * u[1] + points[3 * i + 2]! * u[2];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const norm = (a: Vector): number => Math.sqrt(dot(a, a));
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const scaled = (a: Vector, by: number): Vector => [by * a[0], by * a[1], by * a[2]];
