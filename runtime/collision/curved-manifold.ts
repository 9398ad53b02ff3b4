import { normalize } from '../base/vector.js';
import { closestPoints } from './closest-points.js';
import { PARALLEL } from './separating-axes.js';
import type { SpatialManifold } from './spatial-contact-points.js';
import type { SpatialShape } from './spatial-shape.js';

/** Part of the smaller size by which cores that touch are moved apart to find their normal. */
const APART = 0.01;
/** Most normals that are tried, each better than the last. */
const MOST_TURNS = 12;
/** Gain of a separation, in parts of a size, that is rounding. */
const ROUNDING = 1e-15;
/** Part of a size by which the corners of an edge may differ in height. */
const LEVEL = 1e-4;

const axis = new Float64Array(3);
const shift = new Float64Array(3);
const other = new Float64Array(3);
const otherFirst = new Float64Array(3);
const otherSecond = new Float64Array(3);
const p = new Float64Array(3);
const q = new Float64Array(3);
const onFirst: number[] = [];
const onSecond: number[] = [];

/**
 * The direction `n` along which two cores, at least one of them curved, are farthest apart, or overlap
 * least: `s(n) = min n·b − max n·a` is largest. Where cores are apart, it is the line between their
 * closest points. `start` is a direction to begin with where they touch. Writes `n` into `normal`, and
 * the closest points. Returns `s(n)`.
 */
export function separateCurved(
  a: SpatialShape,
  b: SpatialShape,
  start: Float64Array,
  normal: Float64Array,
  first: Float64Array,
  second: Float64Array,
): number {
  const apart = APART * Math.min(a.reach, b.reach);
  shift.fill(0);
  axis.set(start);
  const distance = closestPoints(a, b, shift, axis, first, second);
  if (distance > apart) {
    normal.set(axis);
    return distance;
  }
  // The closest points stay unless the first direction is better than the line between them.
  if (distance > 0 && separationAlong(a, b, axis) > separationAlong(a, b, start)) normal.set(axis);
  else begin(a, b, start, normal, first, second);
  const most = climb(a, b, apart, normal, first, second);
  if (!(most < -apart)) return most;
  // A deep overlap: another direction may be better.
  for (let c = 0; c < 3; c++) other[c] = b.lower[c]! + b.upper[c]! - a.lower[c]! - a.upper[c]!;
  if (!(normalize(other) > 0)) return most;
  begin(a, b, other, other, otherFirst, otherSecond);
  if (!(climb(a, b, apart, other, otherFirst, otherSecond) > most)) return most;
  normal.set(other);
  first.set(otherFirst);
  second.set(otherSecond);
  return separationAlong(a, b, normal);
}

/** Writes the direction `n`, and the points of both cores that are farthest along it, towards each other. */
function begin(
  a: SpatialShape,
  b: SpatialShape,
  n: Float64Array,
  normal: Float64Array,
  first: Float64Array,
  second: Float64Array,
): void {
  normal.set(n);
  a.supportAlong(n[0]!, n[1]!, n[2]!, first);
  b.supportAlong(-n[0]!, -n[1]!, -n[2]!, second);
}

/**
 * Improves the direction `n` where cores touch, by moving them apart along it: the line between their
 * closest points is the next `n`. Moving does not change where `s` is stationary on the sphere, as
 * `n·n′` is stationary at `n′ = n`. Writes `n` and the closest points, and returns `s(n)`.
 */
function climb(
  a: SpatialShape,
  b: SpatialShape,
  apart: number,
  n: Float64Array,
  first: Float64Array,
  second: Float64Array,
): number {
  let most = separationAlong(a, b, n);
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const by = apart - Math.min(0, most);
    axis.set(n);
    for (let c = 0; c < 3; c++) shift[c] = by * n[c]!;
    if (closestPoints(a, b, shift, axis, p, q) === 0) break;
    const found = separationAlong(a, b, axis);
    if (!(found > most)) break;
    const gain = found - most;
    first.set(p);
    second.set(q);
    most = found;
    n.set(axis);
    if (gain <= ROUNDING * a.reach) break;
  }
  return most;
}

/** `min n·b − max n·a` over two cores. */
function separationAlong(a: SpatialShape, b: SpatialShape, n: Float64Array): number {
  const [x, y, z] = [n[0]!, n[1]!, n[2]!];
  return b.lowestAlong(x, y, z) + a.lowestAlong(-x, -y, -z);
}

/**
 * The places of two cores with the normal and the closest points in `out`: the ends of the part in
 * which straight lines on both are side by side, or the closest points.
 */
export function betweenCurved(a: SpatialShape, b: SpatialShape, tiny: number, out: SpatialManifold): void {
  const n = out.normal;
  out.count = 1;
  out.onFirst = a.core.faces.length > 0;
  if (!readLine(a, n, 1, out.turns, 0, tiny, onFirst) || !readLine(b, n, -1, out.turns, 1, tiny, onSecond)) return;
  let [dd, ee, de] = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    const d = onFirst[3 + c]! - onFirst[c]!;
    const e = onSecond[3 + c]! - onSecond[c]!;
    dd += d * d;
    ee += e * e;
    de += d * e;
  }
  if (dd * ee - de * de > PARALLEL * dd * ee) return;
  const along = (at: number): number => {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += (onSecond[at + c]! - onFirst[c]!) * (onFirst[3 + c]! - onFirst[c]!);
    return sum / dd;
  };
  const [from, to] = [along(0), along(3)];
  const ends = [Math.max(0, Math.min(from, to)), Math.min(1, Math.max(from, to))];
  if (!((ends[1]! - ends[0]!) * Math.sqrt(dd) > tiny)) return;
  out.count = 2;
  for (let place = 0; place < 2; place++) {
    const s = ends[place]!;
    const t = (s - from) / (to - from);
    let gap = 0;
    for (let c = 0; c < 3; c++) {
      const x = onFirst[c]! + s * (onFirst[3 + c]! - onFirst[c]!);
      out.first[3 * place + c] = x;
      gap += (onSecond[c]! + t * (onSecond[3 + c]! - onSecond[c]!) - x) * n[c]!;
    }
    for (let c = 0; c < 3; c++) out.second[3 * place + c] = out.first[3 * place + c]! + gap * n[c]!;
  }
}

/** Reads the ends of the straight line of a core that faces `side` times `n`. Returns false if there is none. */
function readLine(
  shape: SpatialShape,
  n: Float64Array,
  side: number,
  turns: Float64Array,
  at: number,
  tiny: number,
  out: number[],
): boolean {
  const [x, y, z] = [side * n[0]!, side * n[1]!, side * n[2]!];
  if (shape.curved) return shape.featureAlong(x, y, z, turns, at, tiny, out) === 2;
  const { vertices } = shape;
  const highest = -shape.lowestAlong(-x, -y, -z) - LEVEL * shape.reach;
  let count = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    if (x * vertices[i]! + y * vertices[i + 1]! + z * vertices[i + 2]! < highest) continue;
    if (count < 2) for (let c = 0; c < 3; c++) out[3 * count + c] = vertices[i + c]!;
    count++;
  }
  return count === 2;
}
