import { copy, crossProduct, norm, normalize } from '../base/vector.js';
import { PARALLEL, type EdgeSeparation } from './separating-axes.js';
import type { SpatialManifold } from './spatial-contact-points.js';
import type { SpatialShape } from './spatial-shape.js';

/** Relative difference of squares of distances that is rounding. */
const ROUNDING = 1e-9;

/** The points of two edges that are closest to each other, and the square of their distance. */
interface Closest {
  square: number;
  isParallel: boolean;
  readonly p: Float64Array;
  readonly q: Float64Array;
}

const empty = (): Closest => ({ square: 0, isParallel: false, p: new Float64Array(3), q: new Float64Array(3) });
let found = empty();
let next = empty();

const clamp = (x: number): number => Math.min(1, Math.max(0, x));

/**
 * One place where an edge of `a` crosses one of `b`, with the normal `axis` at right angles to both.
 * Returns their distance along it, or infinity if they are closest elsewhere.
 */
export function crossingEdges(a: SpatialShape, b: SpatialShape, axis: EdgeSeparation, out: SpatialManifold): number {
  const n = axis.axis;
  const i = outermost(a, axis.first, n[0]!, n[1]!, n[2]!);
  const j = outermost(b, axis.second, -n[0]!, -n[1]!, -n[2]!);
  closestOf(a, i, b, j, next);
  out.count = 1;
  out.onFirst = a.core.faces.length > 0;
  out.normal.set(n);
  out.first.set(next.p);
  out.second.set(next.q);
  return Math.sqrt(next.square);
}

/** The edge in a direction that is farthest along `(x, y, z)`. */
function outermost({ core, vertices }: SpatialShape, direction: number, x: number, y: number, z: number): number {
  let most = -Infinity;
  let edge = 0;
  for (let k = 0; k < core.directionOf.length; k++) {
    if (core.directionOf[k] !== direction) continue;
    const i = 3 * core.edges[2 * k]!;
    const j = 3 * core.edges[2 * k + 1]!;
    const along =
      x * (vertices[i]! + vertices[j]!) +
      y * (vertices[i + 1]! + vertices[j + 1]!) +
      z * (vertices[i + 2]! + vertices[j + 2]!);
    if (along <= most) continue;
    most = along;
    edge = k;
  }
  return edge;
}

/**
 * The places of two cores that are apart, whose closest points lie on edges: the ends of the part
 * in which two edges are side by side, or one place. The normal is the line between the points.
 */
export function betweenEdges(a: SpatialShape, b: SpatialShape, tiny: number, out: SpatialManifold): void {
  found.square = Infinity;
  let [first, second] = [0, 0];
  for (let i = 0; 2 * i < a.core.edges.length; i++) {
    for (let j = 0; 2 * j < b.core.edges.length; j++) {
      closestOf(a, i, b, j, next);
      // Edges that are side by side are preferred to others that share a point with them.
      const least = found.square * (next.isParallel && !found.isParallel ? 1 + ROUNDING : 1 - ROUNDING);
      if (!(next.square < least)) continue;
      [found, next] = [next, found];
      [first, second] = [i, j];
    }
  }
  const { p, q, square, isParallel } = found;
  const apart = Math.sqrt(square);
  if (apart > tiny) for (let c = 0; c < 3; c++) out.normal[c] = (q[c]! - p[c]!) / apart;
  else findAcross(a, first, b, second, out.normal);
  out.onFirst = a.core.faces.length > 0;
  out.count = 1;
  copy(p, 0, out.first, 0, 3);
  copy(q, 0, out.second, 0, 3);
  if (isParallel) sideBySide(a, first, b, second, tiny, out);
}

/** Writes a direction at right angles to two edges that share a point, either of which may be a point. */
function findAcross(a: SpatialShape, first: number, b: SpatialShape, second: number, normal: Float64Array): void {
  const [d, e] = [directionOf(a, first), directionOf(b, second)];
  normal.set(crossProduct(d, e));
  if (normalize(normal) > PARALLEL) return;
  const along = norm(d) > 0 ? d : e;
  // The axis that is farthest from the edge, or any where both are points.
  const size = along.map(Math.abs);
  const least = size.indexOf(Math.min(...size));
  normal.set(
    crossProduct(
      along,
      [0, 1, 2].map((c) => (c === least ? 1 : 0)),
    ),
  );
  if (!(normalize(normal) > 0)) normal[2] = 1;
}

/** The unit vector along an edge; 0 of one that is a point. */
function directionOf({ vertices, core }: SpatialShape, edge: number): Float64Array {
  const [i, j] = [3 * core.edges[2 * edge]!, 3 * core.edges[2 * edge + 1]!];
  const along = Float64Array.from({ length: 3 }, (_, c) => vertices[j + c]! - vertices[i + c]!);
  normalize(along);
  return along;
}

/** Two places at the ends of the part in which parallel edges are side by side, if it has a length. */
function sideBySide(
  a: SpatialShape,
  first: number,
  b: SpatialShape,
  second: number,
  tiny: number,
  out: SpatialManifold,
): void {
  const { vertices: v, core } = a;
  const { vertices: w } = b;
  const [i, j] = [3 * core.edges[2 * first]!, 3 * core.edges[2 * first + 1]!];
  const [k, l] = [3 * b.core.edges[2 * second]!, 3 * b.core.edges[2 * second + 1]!];
  const d = [v[j]! - v[i]!, v[j + 1]! - v[i + 1]!, v[j + 2]! - v[i + 2]!];
  const square = d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!;
  const along = (at: number): number =>
    ((w[at]! - v[i]!) * d[0]! + (w[at + 1]! - v[i + 1]!) * d[1]! + (w[at + 2]! - v[i + 2]!) * d[2]!) / square;
  const [from, to] = [along(k), along(l)];
  const ends = [Math.max(0, Math.min(from, to)), Math.min(1, Math.max(from, to))];
  if (!((ends[1]! - ends[0]!) * Math.sqrt(square) > tiny)) return;
  out.count = 2;
  for (let place = 0; place < 2; place++) {
    const s = ends[place]!;
    const t = (s - from) / (to - from);
    let gap = 0;
    for (let c = 0; c < 3; c++) {
      const x = v[i + c]! + s * d[c]!;
      out.first[3 * place + c] = x;
      gap += (w[k + c]! + t * (w[l + c]! - w[k + c]!) - x) * out.normal[c]!;
    }
    for (let c = 0; c < 3; c++) out.second[3 * place + c] = out.first[3 * place + c]! + gap * out.normal[c]!;
  }
}

/**
 * Finds the closest points of two edges, either of which may be a point (Ericson, "Real-Time
 * Collision Detection", 5.1.9).
 */
function closestOf(a: SpatialShape, first: number, b: SpatialShape, second: number, out: Closest): void {
  const { vertices: v, core } = a;
  const { vertices: w } = b;
  const [i, j] = [3 * core.edges[2 * first]!, 3 * core.edges[2 * first + 1]!];
  const [k, l] = [3 * b.core.edges[2 * second]!, 3 * b.core.edges[2 * second + 1]!];
  let [dd, ee, de, dr, er] = [0, 0, 0, 0, 0];
  for (let c = 0; c < 3; c++) {
    const d = v[j + c]! - v[i + c]!;
    const e = w[l + c]! - w[k + c]!;
    const r = v[i + c]! - w[k + c]!;
    dd += d * d;
    ee += e * e;
    de += d * e;
    dr += d * r;
    er += e * r;
  }
  const across = dd * ee - de * de;
  out.isParallel = dd > 0 && ee > 0 && across < PARALLEL * dd * ee;
  let s = across > 1e-12 * dd * ee ? clamp((de * er - dr * ee) / across) : 0;
  let t = ee > 0 ? (de * s + er) / ee : 0;
  if (t < 0 || t > 1 || ee === 0) {
    t = clamp(t);
    s = dd > 0 ? clamp((t * de - dr) / dd) : 0;
  }
  out.square = 0;
  for (let c = 0; c < 3; c++) {
    const p = v[i + c]! + s * (v[j + c]! - v[i + c]!);
    const q = w[k + c]! + t * (w[l + c]! - w[k + c]!);
    out.p[c] = p;
    out.q[c] = q;
    out.square += (q - p) * (q - p);
  }
}
