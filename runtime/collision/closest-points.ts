import { hypot, squared } from '../base/powers.js';
import type { SpatialShape } from './spatial-shape.js';

/** Most vertices of the difference of two cores that are looked at. */
const MOST_LOOKS = 64;
/** Relative difference of squares of distances that is rounding. */
const ROUNDING = 1e-14;

/** Distance, in parts of the largest vertex, at which rounding decides whether cores touch. */
const TOUCHING = 1e-14;

/** The vertices of a simplex of the difference `a − b`, with the points of both, and their weights. */
const y = new Float64Array(12);
const onA = new Float64Array(12);
const onB = new Float64Array(12);
let count = 0;
const weights = new Float64Array(4);
const found = new Float64Array(4);
/** The point of the simplex that is closest to the origin. */
const v = new Float64Array(3);
const p = new Float64Array(3);
const q = new Float64Array(3);

/**
 * Finds the closest points of the cores of `a` and `b`, the latter moved by `shift` (Gilbert, Johnson
 * and Keerthi 1988). Writes them into `first` and `second`, the latter moved back, and the unit vector
 * between them into `normal`, which is a first guess. Returns their distance, or 0 where cores touch:
 * `normal` is what it was then.
 */
export function closestPoints(
  a: SpatialShape,
  b: SpatialShape,
  shift: Float64Array,
  normal: Float64Array,
  first: Float64Array,
  second: Float64Array,
): number {
  // Towards the other along the normal of the last time, whichever that was.
  for (let c = 0; c < 3; c++) v[c] = -normal[c]!;
  count = 0;
  let square = Infinity;
  let largest = 0;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const length = hypot(v[0]!, v[1]!, v[2]);
    a.supportAlong(-v[0]! / length, -v[1]! / length, -v[2]! / length, p);
    b.supportAlong(v[0]! / length, v[1]! / length, v[2]! / length, q);
    let along = 0;
    for (let c = 0; c < 3; c++) along += v[c]! * (p[c]! - q[c]! - shift[c]!);
    // No point of the difference is nearer than that.
    if (count > 0 && (square - along <= ROUNDING * square || isKnown(shift))) break;
    for (let c = 0; c < 3; c++) {
      onA[3 * count + c] = p[c]!;
      onB[3 * count + c] = q[c]!;
      y[3 * count + c] = p[c]! - q[c]! - shift[c]!;
    }
    count++;
    const next = reduce();
    for (let c = 0; c < 3; c++) largest = Math.max(largest, Math.abs(p[c]! - q[c]! - shift[c]!));
    if (next <= squared(TOUCHING * largest)) return 0;
    if (!(next < square)) break;
    square = next;
    for (let c = 0; c < 3; c++) {
      v[c] = first[c] = second[c] = 0;
      for (let i = 0; i < count; i++) {
        v[c]! += weights[i]! * y[3 * i + c]!;
        first[c]! += weights[i]! * onA[3 * i + c]!;
        second[c]! += weights[i]! * onB[3 * i + c]!;
      }
    }
  }
  const distance = hypot(v[0]!, v[1]!, v[2]);
  for (let c = 0; c < 3; c++) normal[c] = -v[c]! / distance;
  return distance;
}

/** True if the vertex just found is one of the simplex. */
function isKnown(shift: Float64Array): boolean {
  for (let i = 0; i < count; i++) {
    let isSame = true;
    for (let c = 0; c < 3; c++) isSame &&= y[3 * i + c] === p[c]! - q[c]! - shift[c]!;
    if (isSame) return true;
  }
  return false;
}

let best = Infinity;
let members = 0;

/**
 * Finds the point of the simplex that is closest to the origin, and leaves the vertices that it lies
 * between. Returns the square of its distance, 0 where the origin is inside.
 */
function reduce(): number {
  best = Infinity;
  const last = count - 1;
  // The vertex just added is part of what is closest.
  consider(1 << last, 1, 0, 0);
  for (let i = 0; i < last; i++) {
    onEdge(last, i);
    for (let j = 0; j < i; j++) onTriangle(last, i, j);
  }
  if (count === 4 && isInside()) return 0;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (!(members & (1 << i))) continue;
    weights[kept] = found[i]!;
    for (let c = 0; c < 3; c++) {
      y[3 * kept + c] = y[3 * i + c]!;
      onA[3 * kept + c] = onA[3 * i + c]!;
      onB[3 * kept + c] = onB[3 * i + c]!;
    }
    kept++;
  }
  count = kept;
  return best;
}

const trial = new Float64Array(4);

/** Takes the point with these weights of the vertices whose bits are in `set`, in their order, if it is nearer. */
function consider(set: number, w0: number, w1: number, w2: number): void {
  let at = 0;
  for (let i = 0; i < count; i++) trial[i] = set & (1 << i) ? (at++ === 0 ? w0 : at === 2 ? w1 : w2) : 0;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    let x = 0;
    for (let i = 0; i < count; i++) x += trial[i]! * y[3 * i + c]!;
    square += x * x;
  }
  if (square >= best) return;
  best = square;
  members = set;
  found.set(trial);
}

const dot = (i: number, j: number): number =>
  y[3 * i]! * y[3 * j]! + y[3 * i + 1]! * y[3 * j + 1]! + y[3 * i + 2]! * y[3 * j + 2]!;

/** Considers the point of an edge, `j < i`, that is closest to the origin, if it is between its ends. */
function onEdge(i: number, j: number): void {
  const [ii, ij, jj] = [dot(i, i), dot(i, j), dot(j, j)];
  const length = ii - 2 * ij + jj;
  const t = (jj - ij) / length;
  if (t > 0 && t < 1) consider((1 << i) | (1 << j), 1 - t, t, 0);
}

/** The same of a triangle, `k < j < i`. */
function onTriangle(i: number, j: number, k: number): void {
  // Edges from the vertex k, and what is left of the origin.
  const [e0, e1, e2] = edge(i, k);
  const [f0, f1, f2] = edge(j, k);
  const [n0, n1, n2] = [e1 * f2 - e2 * f1, e2 * f0 - e0 * f2, e0 * f1 - e1 * f0];
  const area = n0 * n0 + n1 * n1 + n2 * n2;
  const [x0, x1, x2] = [-y[3 * k]!, -y[3 * k + 1]!, -y[3 * k + 2]!];
  // Barycentric coordinates: (x × f)·n and (e × x)·n.
  const s = ((x1 * f2 - x2 * f1) * n0 + (x2 * f0 - x0 * f2) * n1 + (x0 * f1 - x1 * f0) * n2) / area;
  const t = ((e1 * x2 - e2 * x1) * n0 + (e2 * x0 - e0 * x2) * n1 + (e0 * x1 - e1 * x0) * n2) / area;
  if (s > 0 && t > 0 && s + t < 1) consider((1 << i) | (1 << j) | (1 << k), 1 - s - t, t, s);
}

const edge = (i: number, j: number): readonly [number, number, number] => [
  y[3 * i]! - y[3 * j]!,
  y[3 * i + 1]! - y[3 * j + 1]!,
  y[3 * i + 2]! - y[3 * j + 2]!,
];

/** True if the origin is inside of a tetrahedron: on the side of each face where the other vertex is. */
function isInside(): boolean {
  for (let i = 0; i < 4; i++) {
    const [j, k, l] = [(i + 1) % 4, (i + 2) % 4, (i + 3) % 4];
    const [e0, e1, e2] = edge(k, j);
    const [f0, f1, f2] = edge(l, j);
    const [n0, n1, n2] = [e1 * f2 - e2 * f1, e2 * f0 - e0 * f2, e0 * f1 - e1 * f0];
    const [g0, g1, g2] = edge(i, j);
    const height = g0 * n0 + g1 * n1 + g2 * n2;
    const origin = -(y[3 * j]! * n0 + y[3 * j + 1]! * n1 + y[3 * j + 2]! * n2);
    if (!(height * origin > 0)) return false;
  }
  return true;
}
