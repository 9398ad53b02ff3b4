import { squared } from '../../base/powers.js';
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

/**
 * True where a body is no faster than after a fall by a part of its size under the forces `Q` on it, which
 * begin at `first`.
 */
export function isSlow({ carrier, size }: CalmCarrier, Q: Float64Array, first: number): boolean {
  const v = velocitiesOf(carrier);
  const space = carrier.position.length;
  let [square, force] = [0, 0];
  for (let i = 0; i < v.length; i++) square += (i < space ? 1 : size * size) * v[i]! * v[i]!;
  for (const one of Q.subarray(first, first + space)) force += one * one;
  return square <= (2 * CALM * size * Math.sqrt(force)) / carrier.mass;
}
