import type { FactorMember, Factors } from './factors.js';

/** Largest number of factors of a product whose pairs are searched: pairs grow with its square. */
const MAX_MEMBERS = 16;

/** The factors of a product by their code, and how often each occurs. */
type Group = Map<number, { readonly member: FactorMember; readonly times: number }>;

/**
 * Largest number of pairs that are looked at in search of the most frequent one. After that,
 * nothing more is shared.
 */
const MAX_STEPS = 1_000_000;

interface Occurrences {
  /** The time at which the pair was found. Among equals the earliest is joined first. */
  readonly order: number;
  readonly a: FactorMember;
  readonly b: FactorMember;
  count: number;
  readonly groups: Set<Group>;
}

/**
 * Shares common pairs of factors greedily, the classic heuristic for common subexpressions of
 * associative, commutative operations (Breuer 1969). While some pair occurs in two places or more,
 * the most frequent one is computed once and takes the pair's place. Pairs that are computed anyway
 * come first. Each replacement at `n` places saves `n − 1` operations. Returns the factors of each
 * product.
 */
export function sharePairs(lists: readonly (readonly FactorMember[])[], { key, join }: Factors): FactorMember[][] {
  const groups = lists.map((list) => {
    const group: Group = new Map();
    for (const member of list) put(group, member, 1);
    return group;
  });
  const pairs = new Map<string, Occurrences>();
  /** Pairs that occur more than once. */
  const frequent = new Set<Occurrences>();
  const count = (group: Group, sign: 1 | -1): void => {
    if (group.size > MAX_MEMBERS) return;
    const members = [...group.values()];
    members.forEach(({ member: a, times: m }, i) => {
      for (let j = i; j < members.length; j++) {
        const { member: b, times: n } = members[j]!;
        const places = i === j ? Math.floor(m / 2) : Math.min(m, n);
        if (places === 0) continue;
        const id = key(a, b);
        let entry = pairs.get(id);
        if (entry === undefined) {
          entry = { order: pairs.size, a, b, count: 0, groups: new Set() };
          pairs.set(id, entry);
        }
        entry.count += sign * places;
        if (entry.count > 1) frequent.add(entry);
        else frequent.delete(entry);
        if (sign > 0) entry.groups.add(group);
        else entry.groups.delete(group);
      }
    });
  };
  for (const group of groups) count(group, 1);
  let steps = 0;
  for (;;) {
    steps += frequent.size;
    const best = steps > MAX_STEPS ? undefined : mostFrequent(frequent);
    if (best === undefined) break;
    const bestKey = key(best.a, best.b);
    for (const group of [...best.groups]) {
      count(group, -1);
      for (let pair = find(group, key, bestKey); pair !== undefined; pair = find(group, key, bestKey)) {
        put(group, pair[0], -1);
        put(group, pair[1], -1);
        put(group, join(pair[0], pair[1]), 1);
      }
      count(group, 1);
    }
  }
  return groups.map((group) =>
    [...group.values()].flatMap(({ member, times }) => Array<FactorMember>(times).fill(member)),
  );
}

function put(group: Group, member: FactorMember, change: number): void {
  const times = (group.get(member.code)?.times ?? 0) + change;
  if (times === 0) group.delete(member.code);
  else group.set(member.code, { member, times });
}

/**
 * The most frequent pair. Pairs that make up a whole group come first, since they are computed
 * anyway.
 */
function mostFrequent(pairs: Iterable<Occurrences>): Occurrences | undefined {
  let best: Occurrences | undefined;
  let bestIsWhole = false;
  for (const entry of pairs) {
    const isMore =
      best === undefined || entry.count > best.count || (entry.count === best.count && entry.order < best.order);
    if (bestIsWhole && !isMore) continue;
    const isWhole = isWholeGroup(entry);
    if (isWhole === bestIsWhole ? isMore : isWhole) [best, bestIsWhole] = [entry, isWhole];
  }
  return best;
}

const isWholeGroup = ({ groups }: Occurrences): boolean => {
  for (const group of groups) {
    let size = 0;
    for (const { times } of group.values()) size += times;
    if (size === 2) return true;
  }
  return false;
};

function find(group: Group, key: Factors['key'], pairKey: string): [FactorMember, FactorMember] | undefined {
  const members = [...group.values()];
  for (let i = 0; i < members.length; i++) {
    const { member: a, times } = members[i]!;
    for (let j = i; j < members.length; j++) {
      const b = members[j]!.member;
      if ((i !== j || times > 1) && key(a, b) === pairKey) return [a, b];
    }
  }
  return undefined;
}
