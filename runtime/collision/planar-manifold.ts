import { squared } from '../base/powers.js';
import type { PlanarShape } from './planar-shape.js';
import { ON_CORE } from './ray.js';

/** Part of a shape's size below which lengths count as zero. */
const TINY = 1e-7;
/** Relative difference between a distance and a separation of edges that is rounding. */
const ROUNDING = 1e-9;

/** The places where two shapes touch, or may touch first: two at most. */
export interface PlanarManifold {
  count: number;
  /** Unit normal from the first shape to the second. */
  nx: number;
  ny: number;
  /** True where the first shape carries the normal. */
  onFirst: boolean;
  /** The point on the core of each shape, for each place; places in the order along `(−ny, nx)`. */
  readonly first: Float64Array;
  readonly second: Float64Array;
}

export const emptyManifold = (): PlanarManifold => ({
  count: 0,
  nx: 1,
  ny: 0,
  onFirst: true,
  first: new Float64Array(4),
  second: new Float64Array(4),
});

const found = emptyManifold();

/** The {@link PointDistance} of shapes in the plane; `probe` is one without extent. */
export function planarDistance(
  shape: PlanarShape,
  probe: PlanarShape,
  point: Float64Array,
  normal: Float64Array,
): number {
  probe.vertices.set(point);
  findManifold(shape, probe, found);
  const { nx, ny, first, second } = found;
  const gap = (second[0]! - first[0]!) * nx + (second[1]! - first[1]!) * ny;
  if (Math.abs(gap) > ON_CORE * shape.reach) {
    normal[0] = nx;
    normal[1] = ny;
  }
  return gap - shape.radius;
}

/** The edge of one core from which another one is farthest away, and by how much. */
interface Separation {
  edge: number;
  distance: number;
}

/** The points of two cores that are closest to each other. */
interface Closest {
  square: number;
  ax: number;
  ay: number;
  bx: number;
  by: number;
}

const ofFirst: Separation = { edge: 0, distance: 0 };
const ofSecond: Separation = { edge: 0, distance: 0 };
const closest: Closest = { square: 0, ax: 0, ay: 0, bx: 0, by: 0 };

/**
 * Finds where `a` and `b` touch, or may touch first. Where an edge and a vertex, or two edges, are
 * closest, the normal belongs to the edge from which the other shape is farthest away (separating
 * axes), and the edge that faces it is clipped to its sides. Where two vertices are, the normal is
 * the line between them.
 */
export function findManifold(a: PlanarShape, b: PlanarShape, out: PlanarManifold): void {
  separate(a, b, ofFirst);
  separate(b, a, ofSecond);
  const size = TINY * Math.min(a.reach, b.reach);
  // The edges of the first shape are preferred, so that rounding does not make them change places.
  const onFirst = ofFirst.distance >= ofSecond.distance - size;
  const { edge, distance } = onFirst ? ofFirst : ofSecond;
  // The edges of points and segments do not tell one from another beyond its ends, on its line.
  const areInLine = a.count <= 2 && b.count <= 2 && Math.abs(distance) < size;
  if (distance > 0 || distance === -Infinity || areInLine) {
    findClosest(a, b);
    const apart = Math.sqrt(closest.square);
    const sharp = areInLine || a.radius + b.radius === 0 ? size : 0;
    if (apart > distance * (1 + ROUNDING) + sharp) {
      betweenVertices(apart, a.edges > 0, out);
      return;
    }
  }
  if (onFirst) clip(a, b, edge, size, out.first, out.second, out);
  else {
    clip(b, a, edge, size, out.second, out.first, out);
    out.nx = -out.nx;
    out.ny = -out.ny;
  }
  out.onFirst = onFirst;
  // Places in the order along the tangent keep their rows.
  const along = (out.first[2]! - out.first[0]!) * -out.ny + (out.first[3]! - out.first[1]!) * out.nx;
  if (out.count === 2 && along < 0) {
    swap(out.first);
    swap(out.second);
  }
}

/** Finds the edge of `p` from which the core of `q` is farthest away. */
function separate(p: PlanarShape, q: PlanarShape, out: Separation): void {
  out.edge = 0;
  out.distance = -Infinity;
  const { vertices, normals, edges } = p;
  for (let i = 0; i < edges; i++) {
    const nx = normals[2 * i]!;
    const ny = normals[2 * i + 1]!;
    let least = Infinity;
    for (let j = 0; j < q.vertices.length; j += 2) {
      const d = (q.vertices[j]! - vertices[2 * i]!) * nx + (q.vertices[j + 1]! - vertices[2 * i + 1]!) * ny;
      if (d < least) least = d;
    }
    if (least > out.distance) {
      out.distance = least;
      out.edge = i;
    }
  }
}

/** Finds the closest points of two cores that are apart: a vertex of one and a point of the other. */
function findClosest(a: PlanarShape, b: PlanarShape): void {
  closest.square = Infinity;
  fromVertices(b, a, false);
  fromVertices(a, b, true);
}

/** Looks at the vertices of `p` and the edges of `q`; `p` is the first shape if `isFirst`. */
function fromVertices(p: PlanarShape, q: PlanarShape, isFirst: boolean): void {
  const { vertices: v, count } = q;
  for (let k = 0; k < p.vertices.length; k += 2) {
    const px = p.vertices[k]!;
    const py = p.vertices[k + 1]!;
    for (let i = 0; i < count; i++) {
      const j = (i + 1) % count;
      const ex = v[2 * j]! - v[2 * i]!;
      const ey = v[2 * j + 1]! - v[2 * i + 1]!;
      const length = ex * ex + ey * ey;
      const t = length > 0 ? ((px - v[2 * i]!) * ex + (py - v[2 * i + 1]!) * ey) / length : 0;
      const s = t < 0 ? 0 : t > 1 ? 1 : t;
      const x = v[2 * i]! + s * ex;
      const y = v[2 * i + 1]! + s * ey;
      const square = squared(px - x) + squared(py - y);
      if (square >= closest.square) continue;
      closest.square = square;
      closest.ax = isFirst ? px : x;
      closest.ay = isFirst ? py : y;
      closest.bx = isFirst ? x : px;
      closest.by = isFirst ? y : py;
    }
  }
}

/** One place, with the line between the closest points as its normal. */
function betweenVertices(apart: number, onFirst: boolean, out: PlanarManifold): void {
  const { ax, ay, bx, by } = closest;
  out.count = 1;
  out.onFirst = onFirst;
  out.nx = apart > 0 ? (bx - ax) / apart : 0;
  out.ny = apart > 0 ? (by - ay) / apart : 1;
  out.first[0] = ax;
  out.first[1] = ay;
  out.second[0] = bx;
  out.second[1] = by;
}

/**
 * Clips the edge of `i` that faces edge `edge` of `r` to its sides. Writes the points on `r` and on
 * `i`, and the normal of the edge.
 */
function clip(
  r: PlanarShape,
  i: PlanarShape,
  edge: number,
  tiny: number,
  onR: Float64Array,
  onI: Float64Array,
  out: PlanarManifold,
): void {
  const nx = r.normals[2 * edge]!;
  const ny = r.normals[2 * edge + 1]!;
  const x0 = r.vertices[2 * edge]!;
  const y0 = r.vertices[2 * edge + 1]!;
  const next = (edge + 1) % r.count;
  const length = (r.vertices[2 * next]! - x0) * -ny + (r.vertices[2 * next + 1]! - y0) * nx;
  out.nx = nx;
  out.ny = ny;
  const from = facing(i, nx, ny);
  const to = i.edges > 0 ? (from + 1) % i.count : from;
  // The ends of the edge, by ascending place along the edge of r.
  let px = i.vertices[2 * to]!;
  let py = i.vertices[2 * to + 1]!;
  let qx = i.vertices[2 * from]!;
  let qy = i.vertices[2 * from + 1]!;
  let start = (px - x0) * -ny + (py - y0) * nx;
  let end = (qx - x0) * -ny + (qy - y0) * nx;
  if (start > end) {
    [px, py, qx, qy] = [qx, qy, px, py];
    [start, end] = [end, start];
  }
  if (end - start <= tiny && (qx - px) * nx + (qy - py) * ny < 0) {
    // The edges are at right angles: the end that is nearer counts, not the one that comes first.
    [px, py, qx, qy] = [qx, qy, px, py];
    start = end;
  }
  const slopeX = (qx - px) / (end - start);
  const slopeY = (qy - py) / (end - start);
  const low = Math.max(start, 0);
  const high = Math.min(end, length);
  const ends = high - low > tiny ? 2 : 1;
  out.count = ends;
  for (let k = 0; k < ends; k++) {
    // Where the edges do not face each other, the end that is nearest to the edge of r.
    const at = k === 1 ? high : start > length ? start : end < 0 ? end : low;
    let x = at === start ? px : qx;
    let y = at === start ? py : qy;
    if (at !== start && at !== end) {
      x = px + (at - start) * slopeX;
      y = py + (at - start) * slopeY;
    }
    const gap = (x - x0) * nx + (y - y0) * ny;
    onI[2 * k] = x;
    onI[2 * k + 1] = y;
    onR[2 * k] = x - gap * nx;
    onR[2 * k + 1] = y - gap * ny;
  }
}

/** The edge of `shape` whose normal is most against `(nx, ny)`; 0 for a disc. */
function facing({ normals, edges }: PlanarShape, nx: number, ny: number): number {
  let least = Infinity;
  let facing = 0;
  for (let j = 0; j < edges; j++) {
    const d = normals[2 * j]! * nx + normals[2 * j + 1]! * ny;
    if (d >= least) continue;
    least = d;
    facing = j;
  }
  return facing;
}

function swap(points: Float64Array): void {
  const [x, y] = [points[0]!, points[1]!];
  points[0] = points[2]!;
  points[1] = points[3]!;
  points[2] = x;
  points[3] = y;
}
