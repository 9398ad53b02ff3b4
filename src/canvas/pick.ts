import type { Connector, PointConnector, World } from '../../runtime/index.js';
import { isParametricBody } from '../painter/parametric.js';
import type { Point2 } from '../painter/plane.js';
import { isRigidBody, shapesOfRigidBody } from '../painter/rigid.js';
import type { Look } from '../painter/shape.js';
import type { View } from '../painter/view.js';
import { connectorsOf } from '../painter/connectors.js';
import { covers, nearestOf } from './covers.js';

/** The points of a world that can be pulled at: particles, points of bodies, once each. */
export function movablePoints(world: World): readonly PointConnector[] {
  const points: PointConnector[] = [...world.particles];
  for (const body of world.bodies)
    if (isParametricBody(body)) points.push(...Object.values(body.points as Readonly<Record<string, PointConnector>>));
  const known = new Set<Connector>(points);
  for (const connector of world.constraints.flatMap(connectorsOf))
    if (connector.kind === 'point' && isOfRigidBody(connector) && !known.has(connector)) {
      known.add(connector);
      points.push(connector as PointConnector);
    }
  return points.filter((point) => Number.isFinite(massOf(point.owner)));
}

const isOfRigidBody = ({ owner }: Connector): boolean => isRigidBody(owner);

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
  const nearest = nearestOf(movablePoints(world), view, place, radius);
  if (nearest !== undefined) return nearest;
  for (const body of world.bodies) {
    if (!isRigidBody(body) || !Number.isFinite(body.mass)) continue;
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
