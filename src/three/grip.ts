import type { Intersection, Object3D } from 'three';
import type { PointConnector, World } from '../../runtime/index.js';
import { massOf, movablePoints } from '../canvas/pick.js';
import { isRigidBody } from '../painter/rigid.js';
import type { Carrier } from '../solids/parts.js';

/** What is known of the objects of a view. */
export interface Pickable {
  /** All of them. */
  readonly group: Object3D;
  /** The axes of the world, in the group. */
  readonly axes: Object3D;
  carrierOf(object: Object3D, instance: number | undefined): Carrier;
}

/** The point of what moves that a ray hits. */
export function gripOf(
  { object, instanceId, point }: Intersection,
  world: World,
  of: Pick<Pickable, 'axes' | 'carrierOf'>,
): PointConnector | undefined {
  const carrier = of.carrierOf(object, instanceId);
  if (carrier === null || !Number.isFinite(massOf(carrier))) return undefined;
  if (!isRigidBody(carrier)) return movablePoints(world).find((one) => one === carrier);
  const place = of.axes.worldToLocal(point.clone()).toArray().slice(0, world.space);
  return carrier.point(carrier.pointToLocalFrame(place));
}
