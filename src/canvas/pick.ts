import {
  ParametricBody,
  RigidBody2D,
  RigidBody3D,
  type Connector,
  type PointConnector,
  type World,
} from '../../runtime/index.js';
import { distance, type Point2 } from '../painter/plane.js';
import { shapesOfRigidBody } from '../painter/rigid.js';
import type { Look, Shape } from '../painter/shape.js';
import type { View } from '../painter/view.js';
import { connectorsOf } from '../painter/wire.js';

/** The points of a world that can be pulled at: particles, points of bodies, once each. */
export function movablePoints(world: World): readonly PointConnector[] {
  const points: PointConnector[] = [...world.particles];
  for (const body of world.bodies)
    if (body instanceof ParametricBody)
      points.push(...Object.values((body as ParametricBody).points as Readonly<Record<string, PointConnector>>));
  const known = new Set<Connector>(points);
  for (const connector of world.constraints.flatMap(connectorsOf))
    if (connector.kind === 'point' && isOfRigidBody(connector) && !known.has(connector)) {
      known.add(connector);
      points.push(connector as PointConnector);
    }
  return points.filter((point) => Number.isFinite(massOf(point.owner)));
}

const isOfRigidBody = ({ owner }: Connector): boolean => owner instanceof RigidBody2D || owner instanceof RigidBody3D;

/** Mass of what carries a point, kg; 1 for a body with coordinates of its own. */
export function massOf(carrier: object | null): number {
  return carrier !== null && 'mass' in carrier ? (carrier.mass as number) : 1;
}

/**
 * The point of a world near a place of its picture: the nearest of those that can be pulled at, up
 * to `radius`, px; otherwise a point of the rigid body there.
 */
export function pickPoint(
  world: World,
  view: View,
  place: Point2,
  radius: number,
  looks?: ReadonlyMap<object, Look>,
): PointConnector | undefined {
  let nearest: PointConnector | undefined;
  let least = radius;
  for (const point of movablePoints(world)) {
    const far = distance(view.place(point.position), place);
    if (far <= least) [nearest, least] = [point, far];
  }
  if (nearest !== undefined) return nearest;
  for (const body of world.bodies) {
    if (!(body instanceof RigidBody2D || body instanceof RigidBody3D) || !Number.isFinite(body.mass)) continue;
    const held = world.constraints
      .flatMap(connectorsOf)
      .filter(({ kind, owner }) => kind === 'point' && owner === body)
      .map((connector) => Array.from((connector as PointConnector).position));
    const isHit = shapesOfRigidBody(body, held, looks?.get(body)).some((shape) =>
      covers(shape, view, place, radius / 2),
    );
    if (isHit) return body.point(body.pointToLocalFrame(view.locate(place, body.position)));
  }
  return undefined;
}

/** Tests whether a shape is drawn at a place, or up to `reach`, px, from it. */
function covers(shape: Shape, view: View, place: Point2, reach: number): boolean {
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
