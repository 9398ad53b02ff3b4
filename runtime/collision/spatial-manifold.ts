import { normalize } from '../base/vector.js';
import { clipFace } from './clipped-face.js';
import { betweenEdges, crossingEdges } from './closest-edges.js';
import { betweenCurved, separateCurved } from './curved-manifold.js';
import { ON_CORE } from './ray.js';
import { areFine, findSeparations, separateArcs, separations, type FaceSeparation } from './separating-axes.js';
import { emptyManifold, type SpatialManifold } from './spatial-contact-points.js';
import type { SpatialShape } from './spatial-shape.js';

/** Part of a shape's size below which lengths count as zero. */
const TINY = 1e-7;
/** Relative difference between a distance and a separation of faces that is rounding. */
const ROUNDING = 1e-9;

const found = emptyManifold();
const start = new Float64Array(3);
const normal = new Float64Array(3);
const first = new Float64Array(3);
const second = new Float64Array(3);

/** The {@link PointDistance} of shapes in space; `probe` is one without extent. */
export function spatialDistance(
  shape: SpatialShape,
  probe: SpatialShape,
  point: Float64Array,
  out: Float64Array,
): number {
  for (const corner of [probe.vertices, probe.lower, probe.upper]) corner.set(point);
  const n = found.normal;
  let gap = 0;
  if (shape.curved) {
    // Where they touch, the normal of the last look is near the next one.
    gap = separateCurved(shape, probe, out, n, found.first, found.second);
    out.set(n);
    return gap - shape.radius;
  }
  findManifold(shape, probe, found);
  for (let c = 0; c < 3; c++) gap += (found.second[c]! - found.first[c]!) * n[c]!;
  if (Math.abs(gap) > ON_CORE * shape.reach) out.set(n);
  return gap - shape.radius;
}

/**
 * Finds where `a` and `b` touch, or may touch first. The normal belongs to the face from which the
 * other shape is farthest away, or at right angles to an edge of each, if it is farther away along
 * that (separating axes). Where neither is the distance, it is the line between the closest points,
 * which lie on edges or vertices. What faces a face is clipped to its sides.
 */
export function findManifold(a: SpatialShape, b: SpatialShape, out: SpatialManifold): void {
  findSeparations(a, b);
  const { ofFirst, ofSecond, ofEdges } = separations;
  const isFine = areFine(a, b);
  const isCurved = isFine || ((a.curved ?? b.curved) !== undefined && !a.isPlane && !b.isPlane);
  const ofCurves = isCurved ? alongCurves(a, b) : -Infinity;
  const tiny = TINY * Math.min(a.isPlane ? Infinity : a.reach, b.isPlane ? Infinity : b.reach);
  // Where they are apart, their closest points say all.
  if (isFine && ofCurves <= tiny) separateArcs(a, b);
  const distance = Math.max(ofFirst.distance, ofSecond.distance, ofEdges.distance, ofCurves);
  const sharp = a.radius + b.radius === 0 ? tiny : 0;
  const touches = distance <= tiny && distance > -Infinity;
  const most = touches ? Infinity : distance * (1 + ROUNDING) + sharp;
  // Of corners that are as near to each other, clipping keeps the first one, which may be higher than the lowest.
  const onFaces = most + tiny;
  // Faces of the first shape are preferred, so that rounding does not make features change places.
  const least = distance - tiny;
  if (isFace(ofFirst, least) && clipFace(a, b, ofFirst.feature, tiny, touches, true, out) <= onFaces) return;
  if (isFace(ofSecond, least) && clipFace(b, a, ofSecond.feature, tiny, touches, false, out) <= onFaces) return;
  if (ofEdges.distance > -Infinity && crossingEdges(a, b, ofEdges, out) <= most) return;
  if (!isCurved) betweenEdges(a, b, tiny, out);
  else {
    out.normal.set(normal);
    out.first.set(first);
    out.second.set(second);
    betweenCurved(a, b, tiny, out);
  }
}

const isFace = ({ distance }: FaceSeparation, least: number): boolean => distance >= least && distance > -Infinity;

/** Finds the normal and the closest points of cores that are curved. Returns their separation along it. */
function alongCurves(a: SpatialShape, b: SpatialShape): number {
  const { ofFirst, ofSecond } = separations;
  const of = ofFirst.distance >= ofSecond.distance ? ofFirst : ofSecond;
  const normals = of === ofFirst ? a.normals : b.normals;
  const sign = of === ofFirst ? 1 : -1;
  for (let c = 0; c < 3; c++)
    start[c] = of.distance > -Infinity ? sign * normals[3 * of.feature + c]! : b.vertices[c]! - a.vertices[c]!;
  if (!(normalize(start) > 0)) start[2] = 1;
  return separateCurved(a, b, start, normal, first, second);
}
