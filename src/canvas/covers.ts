/// <reference lib="dom" preserve="true" />
import { distance, distanceToSegment, isInside, type Point2 } from '../painter/plane.js';
import type { Shape } from '../painter/shape.js';
import type { Position, View } from '../painter/view.js';

/** A point that can be pulled at. */
export interface Grip {
  readonly position: Position;
}

/** Largest distance at which a mouse, pen or finger takes hold of a point, CSS pixels. */
export const reachOf = ({ pointerType }: PointerEvent): number => (pointerType === 'touch' ? 44 : 26);

/** The point that is drawn nearest to a place, up to `radius`, px. */
export function nearestOf<Point extends Grip>(
  points: readonly Point[],
  view: View,
  place: Point2,
  radius: number,
): Point | undefined {
  let nearest: Point | undefined;
  let least = radius;
  for (const point of points) {
    const far = distance(view.place(point.position), place);
    if (far <= least) [nearest, least] = [point, far];
  }
  return nearest;
}

/** Tests whether a shape is drawn at a place, or up to `reach`, px, from it. */
export function covers(shape: Shape, view: View, place: Point2, reach: number): boolean {
  switch (shape.kind) {
    case 'bar':
      return distanceToSegment(place, view.place(shape.a), view.place(shape.b)) <= reach;
    case 'disc':
      return distance(view.place(shape.at), place) <= shape.radius * view.scaleAt(shape.at);
    case 'plate':
    case 'solid':
    case 'face':
      return isInside(
        place,
        shape.points.map((point) => view.place(point)),
      );
    case 'wheel':
      return isInside(
        place,
        shape.rim.map((point) => view.place(point)),
      );
    default:
      return false;
  }
}
