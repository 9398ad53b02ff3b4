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
  /** Unit vectors along the edges, one for all that are parallel. */
  readonly directions: Float64Array;
  /** Number of the direction of each edge. */
  readonly directionOf: Int32Array;
}

/** Plain numbers: typed arrays take longer to make than all that is done with them. */
type Vector = [number, number, number];

/** Part of a polyhedron's size within which points count as in one plane, or on one line. */
const FLAT = 1e-9;

/** A half-space of points below the one in `at`, with the outward unit normal `normal`. */
export const halfSpace = (at: Float64Array, normal: Float64Array): Polyhedron => ({
  vertices: at,
  faces: [[]],
  normals: normal,
  edges: new Int32Array(0),
  directions: new Float64Array(0),
  directionOf: new Int32Array(0),
});

/** A point, or the line between two. */
export const segment = (ends: Float64Array): Polyhedron => withEdges(ends, [], [[0, ends.length / 3 - 1]]);

/** The convex hull of points; undefined where these lie in a plane. */
export function convexHull(points: Float64Array): Polyhedron | undefined {
  const count = points.length / 3;
  const size = maxAbs(points.map((x, i) => x - points[i % 3]!));
  const within = FLAT * size;
  const known: Set<number>[] = [];
  const faces: number[][] = [];
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      for (let k = j + 1; k < count; k++) {
        if (known.some((face) => face.has(i) && face.has(j) && face.has(k))) continue;
        const face = supporting(points, i, j, k, within, size);
        if (!face) continue;
        known.push(new Set(face.members));
        faces.push(outline(points, face.members, face.normal, within));
      }
    }
  }
  if (faces.length < 4) return undefined;
  const used = [...new Set(faces.flat())].sort((i, j) => i - j);
  const vertices = Float64Array.from(used.flatMap((i) => [...points.subarray(3 * i, 3 * i + 3)]));
  const loops = faces.map((face) => face.map((i) => used.indexOf(i)));
  const edges = loops.flatMap((face) => face.map((i, k) => [i, face[(k + 1) % face.length]!]));
  return withEdges(
    vertices,
    loops,
    edges.filter(([i, j]) => i! < j!),
  );
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
  return {
    vertices,
    faces,
    normals: Float64Array.from(faces.flatMap((face) => normalOf(vertices, face))),
    edges: Int32Array.from(ends.flat()),
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
  for (let i = 0; i < points.length; i += 3)
    most = Math.max(most, Math.hypot(points[i]!, points[i + 1]!, points[i + 2]!));
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
