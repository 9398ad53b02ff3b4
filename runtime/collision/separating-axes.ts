import { least } from './polyhedron.js';
import type { SpatialShape } from './spatial-shape.js';

/** Square of the sine of the angle up to which edges count as parallel. */
export const PARALLEL = 1e-6;

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
  if (!a.isPlane && !b.isPlane) separateEdges(a, b, ofEdges);
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
