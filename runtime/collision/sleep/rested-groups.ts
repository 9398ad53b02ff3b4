import { conveys } from '../pair.js';
import type { Shape } from '../shape.js';
import type { SweptPair } from '../swept-pair.js';
import { moves } from './carrier-motion.js';
import type { Sleeper } from './island.js';

/**
 * Returns the groups of bodies awake that `pairs` join, directly or through others, where all have been calm for long
 * enough, and nothing that moves is near. `sleepers` has them by their carriers.
 */
export function restedGroups(sleepers: ReadonlyMap<object, Sleeper>, pairs: readonly SweptPair[]): Sleeper[][] {
  const of = ({ carrier }: Shape): Sleeper | undefined => (carrier === null ? undefined : sleepers.get(carrier));
  const parent = new Map<Sleeper, Sleeper>();
  const rootOf = (sleeper: Sleeper): Sleeper => {
    let root = sleeper;
    for (let next = parent.get(root); next && next !== root; next = parent.get(root)) root = next;
    for (let at = sleeper; at !== root;) {
      const next = parent.get(at)!;
      parent.set(at, root);
      at = next;
    }
    return root;
  };
  const restless = new Set<Sleeper>();
  for (const { a, b } of pairs) {
    const [p, q] = [of(a), of(b)];
    // A belt carries on what lies on it, however slowly.
    if (conveys(a.surface, b.surface)) for (const one of [p, q]) if (one) restless.add(one);
    if (p && q) parent.set(rootOf(p), rootOf(q));
    else if (p && moves(b)) restless.add(p);
    else if (q && moves(a)) restless.add(q);
  }
  const groups = new Map<Sleeper, Sleeper[]>();
  for (const sleeper of sleepers.values()) {
    if (sleeper.island) continue;
    const root = rootOf(sleeper);
    const members = groups.get(root);
    if (members) members.push(sleeper);
    else groups.set(root, [sleeper]);
  }
  const isRested = (member: Sleeper): boolean => member.isRested && !restless.has(member);
  return [...groups.values()].filter((members) => members.every(isRested));
}
