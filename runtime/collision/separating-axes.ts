import { least } from './polyhedron.js';
import type { SpatialShape } from './spatial-shape.js';

/** Square of the sine of the angle up to which edges count as parallel. */
export const PARALLEL = 1e-6;
/** Pairs of directions of edges up to which all are tried. */
const MOST_CROSSINGS = 1000;

/** The face of one core from which another one is farthest away, and by how much. */
export interface FaceSeparation {
  feature: number;
  distance: number;
}

/** The axis at right angles to an edge of each core along which they are farthest apart. */
export interface EdgeSeparation {
  /** Numbers of the directions of the edges. */
  first: number;
  second: number;
  distance: number;
  /** The axis, from the first core to the second. */
  readonly axis: Float64Array;
}

/** The separations that were found last. A distance is −∞ where there is no such axis. */
export const separations: {
  readonly ofFirst: FaceSeparation;
  readonly ofSecond: FaceSeparation;
  readonly ofEdges: EdgeSeparation;
} = {
  ofFirst: { feature: 0, distance: 0 },
  ofSecond: { feature: 0, distance: 0 },
  ofEdges: { first: 0, second: 0, distance: 0, axis: new Float64Array(3) },
};

/** Finds the separations of two cores along the normals of faces, and across their edges. */
export function findSeparations(a: SpatialShape, b: SpatialShape): void {
  const { ofFirst, ofSecond, ofEdges } = separations;
  ofFirst.distance = ofSecond.distance = ofEdges.distance = -Infinity;
  if (!b.isPlane) separateFaces(a, b, ofFirst);
  if (!a.isPlane) separateFaces(b, a, ofSecond);
  if (!a.isPlane && !b.isPlane && !areFine(a, b)) separateEdges(a, b, ofEdges);
}

/** True for polyhedra with so many edges that not all pairs are tried. */
export const areFine = ({ core: a }: SpatialShape, { core: b }: SpatialShape): boolean =>
  a.directions.length * b.directions.length > 9 * MOST_CROSSINGS && a.faces.length > 0 && b.faces.length > 0;

/**
 * Finds the separation across edges of fine polyhedra: of pairs alone whose arcs between the normals beside them
 * cross, when those of `b` are reversed (Gregorius 2013, "The separating axis test between convex polyhedra"). Others
 * are no edges of the difference of the two.
 */
export function separateArcs(a: SpatialShape, b: SpatialShape): void {
  const { ofEdges: out } = separations;
  const [v, w, n, m] = [a.vertices, b.vertices, a.normals, b.normals];
  for (let edge = 0; edge < a.core.edges.length; edge += 2) {
    const [i, j] = [3 * a.core.edges[edge]!, 3 * a.core.edges[edge + 1]!];
    const [ex, ey, ez] = [v[j]! - v[i]!, v[j + 1]! - v[i + 1]!, v[j + 2]! - v[i + 2]!];
    const [l, r] = [3 * a.core.sides[edge]!, 3 * a.core.sides[edge + 1]!];
    for (let other = 0; other < b.core.edges.length; other += 2) {
      const [s, t] = [3 * b.core.sides[other]!, 3 * b.core.sides[other + 1]!];
      const onLeft = m[s]! * ex + m[s + 1]! * ey + m[s + 2]! * ez;
      if (!(onLeft * (m[t]! * ex + m[t + 1]! * ey + m[t + 2]! * ez) < 0)) continue;
      const [k, h] = [3 * b.core.edges[other]!, 3 * b.core.edges[other + 1]!];
      const [fx, fy, fz] = [w[h]! - w[k]!, w[h + 1]! - w[k + 1]!, w[h + 2]! - w[k + 2]!];
      const onRight = n[r]! * fx + n[r + 1]! * fy + n[r + 2]! * fz;
      if (!(onRight * (n[l]! * fx + n[l + 1]! * fy + n[l + 2]! * fz) < 0 && onLeft * onRight < 0)) continue;
      let [x, y, z] = [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx];
      const square = x * x + y * y + z * z;
      if (square < PARALLEL * (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz)) continue;
      const outward = x * (n[l]! + n[r]!) + y * (n[l + 1]! + n[r + 1]!) + z * (n[l + 2]! + n[r + 2]!);
      const scale = Math.sign(outward) / Math.sqrt(square);
      [x, y, z] = [scale * x, scale * y, scale * z];
      const distance = x * (w[k]! - v[i]!) + y * (w[k + 1]! - v[i + 1]!) + z * (w[k + 2]! - v[i + 2]!);
      if (distance <= out.distance) continue;
      out.distance = distance;
      out.first = a.core.directionOf[edge / 2]!;
      out.second = b.core.directionOf[other / 2]!;
      out.axis[0] = x;
      out.axis[1] = y;
      out.axis[2] = z;
    }
  }
}

/** A vertex of each face of `p`: the first one; the only one of a half-space. */
const firstOf = (p: SpatialShape, face: number): number => 3 * (p.core.faces[face]![0] ?? 0);

/** Finds the face of `p` from which the core of `q` is farthest away. */
function separateFaces(p: SpatialShape, q: SpatialShape, out: FaceSeparation): void {
  const { vertices, normals } = p;
  for (let face = 0, i = 0; i < normals.length; face++, i += 3) {
    const [x, y, z] = [normals[i]!, normals[i + 1]!, normals[i + 2]!];
    const v = firstOf(p, face);
    const distance = q.lowestAlong(x, y, z) - (x * vertices[v]! + y * vertices[v + 1]! + z * vertices[v + 2]!);
    if (distance <= out.distance) continue;
    out.distance = distance;
    out.feature = face;
  }
}

function separateEdges(a: SpatialShape, b: SpatialShape, out: EdgeSeparation): void {
  const [d, e] = [a.directions, b.directions];
  for (let i = 0; i < d.length; i += 3) {
    for (let j = 0; j < e.length; j += 3) {
      let x = d[i + 1]! * e[j + 2]! - d[i + 2]! * e[j + 1]!;
      let y = d[i + 2]! * e[j]! - d[i]! * e[j + 2]!;
      let z = d[i]! * e[j + 1]! - d[i + 1]! * e[j]!;
      const square = x * x + y * y + z * z;
      if (square < PARALLEL) continue;
      const scale = 1 / Math.sqrt(square);
      x *= scale;
      y *= scale;
      z *= scale;
      const forward = least(b.vertices, x, y, z) + least(a.vertices, -x, -y, -z);
      const backward = least(a.vertices, x, y, z) + least(b.vertices, -x, -y, -z);
      const distance = Math.max(forward, backward);
      if (distance <= out.distance) continue;
      const sign = forward >= backward ? 1 : -1;
      out.distance = distance;
      out.first = i / 3;
      out.second = j / 3;
      out.axis[0] = sign * x;
      out.axis[1] = sign * y;
      out.axis[2] = sign * z;
    }
  }
}
