import { distance, type Point2 } from '../painter/plane.js';
import type { Shape } from '../painter/shape.js';
import type { Position, View } from '../painter/view.js';

/** A point that can be pulled at. */
export interface Grip {
  readonly position: Position;
}

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

function distanceToSegment(p: Point2, a: Point2, b: Point2): number {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const square = x * x + y * y;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / square));
  return distance(p, [a[0] + along * x, a[1] + along * y]);
}

/** Counts the sides that a ray to the right crosses. */
function isInside([x, y]: Point2, polygon: readonly Point2[]): boolean {
  let inside = false;
  polygon.forEach(([u, v], k) => {
    const [s, t] = polygon[(k + 1) % polygon.length]!;
    if (v > y !== t > y && x < u + ((y - v) / (t - v)) * (s - u)) inside = !inside;
  });
  return inside;
}
