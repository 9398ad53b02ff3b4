import { maxAbs } from '../../base/vector.js';
import type { Contact } from '../pair.js';
import type { Carrier, Shape } from '../shape.js';
import type { SweptPair } from '../swept-pair.js';
import { coordinatesOf, firstVelocityOf, velocitiesOf } from './carrier-motion.js';

/** Change of the applied forces that wakes, relative to these. */
const SAME = 1e-6;

/** A body or particle with shapes that may fall asleep. */
export interface Sleeper {
  readonly carrier: Carrier;
  readonly shapes: Shape[];
  /** Distance of its points from its centre, m, at most. */
  size: number;
  /** Time for which it has been calm, s, and its coordinates when that began, or when it fell asleep. */
  calm: number;
  anchor: Float64Array;
  /** Its least speed since then, m/s. */
  least: number;
  /** True if it has been calm for long enough. */
  isRested: boolean;
  island: Island | undefined;
}

export const newSleeper = (carrier: Carrier): Sleeper => ({
  carrier,
  shapes: [],
  size: 0,
  calm: 0,
  anchor: coordinatesOf(carrier).slice(),
  least: 0,
  isRested: false,
  island: undefined,
});

/** Bodies that sleep together. */
export interface Island {
  readonly members: readonly Sleeper[];
  /** Bodies that must stay as they are: members, and immovable ones that carry them. */
  readonly still: readonly Carrier[];
  /** Coordinates of these and the applied forces on members when it fell asleep. */
  readonly places: Float64Array;
  forces: Float64Array | undefined;
  /** The pairs of members with each other and with what does not move, which have no rows meanwhile. */
  readonly pairs: readonly SweptPair[];
  /** The pairs that pushed, and their contacts. */
  readonly touching: readonly SweptPair[];
  readonly contacts: readonly Contact[];
  /** Keys of pairs of members with what does not move that are near; not known before the first search. */
  readonly neighbours: Set<number>;
  isNew: boolean;
}

/** Returns the island of `members` as they are now, awake as yet, with their own among `pairs`. */
export function newIsland(members: readonly Sleeper[], pairs: readonly SweptPair[]): Island {
  const own = new Map(members.map((member): [object, Sleeper] => [member.carrier, member]));
  const isOwn = ({ carrier }: Shape): boolean => carrier !== null && own.has(carrier);
  const theirs = pairs.filter(({ a, b }) => isOwn(a) || isOwn(b));
  const contacts: Contact[] = [];
  for (const pair of theirs) {
    pair.a.show();
    pair.b.show();
    pair.report(contacts);
  }
  const supports = theirs.flatMap(({ a, b }) => [a.carrier, b.carrier]).filter((carrier) => carrier !== null);
  const still = [...new Set([...members.map(({ carrier }) => carrier), ...supports])];
  return {
    members,
    still,
    // Of a snapshot in which it has been moved, a body wakes.
    places: Float64Array.from(still.flatMap((carrier) => [...(own.get(carrier)?.anchor ?? coordinatesOf(carrier))])),
    forces: undefined,
    pairs: theirs,
    touching: theirs.filter(({ pushes }) => pushes),
    contacts,
    neighbours: new Set(),
    isNew: true,
  };
}

/** True where a body of an island was moved, pushed or is `bound`, under the forces `Q` over the velocities `v`. */
export function isDisturbed(island: Island, bound: ReadonlySet<object>, Q: Float64Array, v: Float64Array): boolean {
  const { members, still, places } = island;
  let at = 0;
  for (const carrier of still) {
    if (bound.has(carrier)) return true;
    const q = coordinatesOf(carrier);
    for (const x of q) if (x !== places[at++]) return true;
    for (const rate of velocitiesOf(carrier)) if (rate !== 0) return true;
  }
  const forces = forcesOn(members, Q, v);
  const before = (island.forces ??= forces);
  at = 0;
  for (const { carrier, size } of members) {
    const { length } = velocitiesOf(carrier);
    const space = carrier.position.length;
    const own = before.subarray(at, at + length);
    const force = maxAbs(own.subarray(0, space));
    // A torque is compared with the one that the force would have at the farthest point, too.
    const torque = Math.max(maxAbs(own.subarray(space)), size * force);
    for (let i = 0; i < length; i++)
      if (!(Math.abs(forces[at + i]! - own[i]!) <= SAME * (i < space ? force : torque))) return true;
    at += length;
  }
  return false;
}

function forcesOn(members: readonly Sleeper[], Q: Float64Array, v: Float64Array): Float64Array {
  return Float64Array.from(
    members.flatMap(({ carrier }) => {
      const first = firstVelocityOf(carrier, v);
      return [...Q.subarray(first, first + velocitiesOf(carrier).length)];
    }),
  );
}
