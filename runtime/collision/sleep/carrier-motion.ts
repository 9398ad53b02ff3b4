import { lengthOf, squared } from '../../base/powers.js';
import { bindingOfBody } from '../../model/bodies/body-binding.js';
import type { Carrier, Shape } from '../shape.js';

/** Part of its size by which the points of a body may move in that time, which solutions within a tolerance shake a little. */
const STAY = 0.02;
/** Part of its size by which a body would have to fall to be as fast as a calm one may be at most. */
const CALM = 0.01;

/** A body that may be calm, and its coordinates when that began. */
export interface CalmCarrier {
  readonly carrier: Carrier;
  /** Distance of its points from its centre, m, at most. */
  readonly size: number;
  readonly anchor: Float64Array;
}

/** The coordinates and the velocities of a body: views on the state. */
export const coordinatesOf = (carrier: Carrier): Float64Array =>
  'orientation' in carrier ? bindingOfBody(carrier).q : carrier.position;
export const velocitiesOf = (carrier: Carrier): Float64Array =>
  'orientation' in carrier ? bindingOfBody(carrier).v : carrier.velocity;

/** The index of the first velocity of a body among those of the state, `v`. */
export function firstVelocityOf(carrier: Carrier, v: Float64Array): number {
  const { byteOffset, BYTES_PER_ELEMENT } = velocitiesOf(carrier);
  return (byteOffset - v.byteOffset) / BYTES_PER_ELEMENT;
}

/** True where no point of a body is farther from where it was when it began to be calm than it may be. */
export function isNear({ carrier, anchor, size }: CalmCarrier): boolean {
  const q = coordinatesOf(carrier);
  const space = carrier.position.length;
  // A quaternion changes by half of the angle, and may change its sign.
  const turn = q.length > 3 ? 2 * size : size;
  let [way, same, opposite] = [0, 0, 0];
  for (let i = 0; i < q.length; i++) {
    if (i < space) way += squared(q[i]! - anchor[i]!);
    else {
      same += squared(q[i]! - anchor[i]!);
      opposite += squared(q[i]! + anchor[i]!);
    }
  }
  const angle = Math.sqrt(q.length > 3 ? Math.min(same, opposite) : same);
  return Math.sqrt(way) + turn * angle <= STAY * size;
}

/** True where the carrier of a shape that no contact moves moves itself. */
export const moves = ({ carrier }: Shape): boolean =>
  carrier !== null && velocitiesOf(carrier).some((rate) => rate !== 0);

/** A bound of the speeds of the points of a body, m/s. */
export function speedOf({ carrier, size }: CalmCarrier): number {
  const v = velocitiesOf(carrier);
  let square = 0;
  for (let i = 0; i < v.length; i++) square += squared((i < carrier.position.length ? 1 : size) * v[i]!);
  return Math.sqrt(square);
}

/** The acceleration that the forces `Q` on a body, which begin at `first`, would give it alone, m/s². */
export const accelerationOf = ({ position, mass }: Carrier, Q: Float64Array, first: number): number =>
  lengthOf(Q.subarray(first, first + position.length)) / mass;

/** True where a `speed` of a body is no more than that after a fall by a part of its size. */
export const isSlow = ({ size }: CalmCarrier, speed: number, g: number): boolean =>
  squared(speed) <= 2 * CALM * size * g;
