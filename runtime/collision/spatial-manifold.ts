import { clipFace } from './clipped-face.js';
import { betweenEdges, crossingEdges } from './closest-edges.js';
import { findSeparations, separations, type FaceSeparation } from './separating-axes.js';
import type { SpatialManifold } from './spatial-contact-points.js';
import type { SpatialShape } from './spatial-shape.js';

/** Part of a shape's size below which lengths count as zero. */
const TINY = 1e-7;
/** Relative difference between a distance and a separation of faces that is rounding. */
const ROUNDING = 1e-9;

/**
 * Finds where `a` and `b` touch, or may touch first. The normal belongs to the face from which the
 * other shape is farthest away, or at right angles to an edge of each, if it is farther away along
 * that (separating axes). Where neither is the distance, it is the line between the closest points,
 * which lie on edges or vertices. What faces a face is clipped to its sides.
 */
export function findManifold(a: SpatialShape, b: SpatialShape, out: SpatialManifold): void {
  findSeparations(a, b);
  const { ofFirst, ofSecond, ofEdges } = separations;
  const tiny = TINY * Math.min(a.isPlane ? Infinity : a.reach, b.isPlane ? Infinity : b.reach);
  const distance = Math.max(ofFirst.distance, ofSecond.distance, ofEdges.distance);
  const sharp = a.radius + b.radius === 0 ? tiny : 0;
  const touches = distance <= tiny && distance > -Infinity;
  const most = touches ? Infinity : distance * (1 + ROUNDING) + sharp;
  // Faces of the first shape are preferred, so that rounding does not make features change places.
  const least = distance - tiny;
  const isFace = (of: FaceSeparation): boolean => of.distance >= least && of.distance > -Infinity;
  if (isFace(ofFirst) && clipFace(a, b, ofFirst.feature, tiny, touches, true, out) <= most) return;
  if (isFace(ofSecond) && clipFace(b, a, ofSecond.feature, tiny, touches, false, out) <= most) return;
  if (ofEdges.distance > -Infinity && crossingEdges(a, b, ofEdges, out) <= most) return;
  betweenEdges(a, b, tiny, out);
}
