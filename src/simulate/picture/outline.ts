import { ParametricBody, RigidBody2D, RigidBody3D, type Body, type PointConnector } from '../../../runtime/index.js';
import type { BuiltScene } from '../scene.js';
import { project, type Point2, type Polyline } from './plane.js';
import { connectorsOf } from './wire.js';

/**
 * The outlines of the bodies of a world: around the points at which constraints hold them, or from
 * the centre of mass to the only one. A body that nothing holds is a point, as is each point of one
 * with coordinates of its own.
 */
export function outlinesOf({ world }: BuiltScene): readonly Polyline[] {
  const held = new Map<object, Point2[]>();
  for (const connector of world.constraints.flatMap(connectorsOf)) {
    if (connector.kind !== 'point' || connector.owner === null) continue;
    const points = held.get(connector.owner) ?? [];
    const at = project((connector as PointConnector).position);
    if (!points.some(([x, y]) => x === at[0] && y === at[1])) points.push(at);
    held.set(connector.owner, points);
  }
  return world.bodies.flatMap((body) => outlineOf(body, held.get(body) ?? []));
}

function outlineOf(body: Body, points: readonly Point2[]): Polyline[] {
  if (body instanceof ParametricBody) {
    const all = Object.values(body.points as Readonly<Record<string, PointConnector>>);
    return all.map(({ position }) => [project(position)]);
  }
  if (points.length > 2) return [around(points)];
  if (points.length === 2) return [points];
  const centre = body instanceof RigidBody2D || body instanceof RigidBody3D ? [project(body.position)] : [];
  return [[...centre, ...points.filter(([x, y]) => centre.every((c) => c[0] !== x || c[1] !== y))]];
}

/** The points in the order of their directions from their mean, so that no two sides cross. */
function around(points: readonly Point2[]): Polyline {
  const mean = (k: 0 | 1): number => points.reduce((sum, point) => sum + point[k], 0) / points.length;
  const [x0, y0] = [mean(0), mean(1)];
  const direction = ([x, y]: Point2): number => Math.atan2(y - y0, x - x0);
  return [...points].sort((a, b) => direction(a) - direction(b));
}
