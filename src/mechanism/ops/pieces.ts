import { inOrder, operandsOf, type Value } from '../../lower/program.js';
import { ELEMENT, isOperation, trimmed, type ArrayOf, type FunctionPlan, type StoreOf } from './functions.js';
import type { Ops } from './ops.js';

/** Most operations of a piece: V8 optimises no function of more than 60 kB of bytecode. */
const MOST_PER_FUNCTION = 2000;

/** A function in pieces that are called one after the other. */
export interface Pieces {
  readonly pieces: readonly FunctionPlan[];
  /** The array of values that cross from one piece to the next, if there are such. */
  readonly crossing: ArrayOf | undefined;
}

/**
 * Cuts a function into pieces of at most `most` operations, where the fewest values are used on both
 * sides: these cross through an array. What is read and written, too, is written by the last piece.
 */
export function inPieces(ops: Ops, plan: FunctionPlan, most = MOST_PER_FUNCTION): Pieces {
  const outputs = plan.stores.map(({ value }) => value);
  const all = inOrder(outputs);
  if (all.filter(isOperation).length <= most) return { pieces: [trimmed(plan)], crossing: undefined };
  // Truth values cannot be stored: they are computed where they are used, and not counted.
  const order = all.filter((value) => isOperation(value) && value.kind !== 'test');
  const read = new Set(all.flatMap((value) => (value.kind === 'load' ? [ELEMENT.exec(value.name)?.[1]] : [])));
  const isLate = ({ array, value }: StoreOf): boolean => read.has(array) || !isOperation(value);
  const lastUse = lastUses(order, plan.stores.filter(isLate));
  const pieceOf = new Map<Value, number>();
  const cuts = cutsOf(order, lastUse, most);
  order.forEach((value, i) => pieceOf.set(value, cuts.filter((cut) => cut <= i).length));
  const last = cuts.length;
  const storePiece = (store: StoreOf): number => (isLate(store) ? last : pieceOf.get(store.value)!);
  const crossing = new Map<Value, number>();
  order.forEach((value, i) => {
    if (cuts.some((cut) => i < cut && cut <= lastUse[i]!)) crossing.set(value, crossing.size);
  });
  const across: ArrayOf = { name: `${plan.name}Values`, size: crossing.size, isOwn: true };
  const pieces = Array.from({ length: last + 1 }, (_, piece): FunctionPlan => {
    const made = new Map<Value, Value>();
    const again = (value: Value): Value => {
      let found = made.get(value);
      if (found !== undefined) return found;
      const isBefore = (pieceOf.get(value) ?? piece) < piece;
      if (isBefore) found = ops.load(`${across.name}[${crossing.get(value)!}]`);
      else found = value.kind === 'load' ? value : ops.rebuild(value, again);
      made.set(value, found);
      return found;
    };
    for (const [value, at] of pieceOf) if (at === piece) again(value);
    return trimmed({
      ...plan,
      name: `${plan.name}${piece + 1}`,
      writes: crossing.size === 0 ? plan.writes : [...plan.writes, across],
      stores: [
        ...[...crossing].flatMap(([value, i]): StoreOf[] =>
          pieceOf.get(value) === piece ? [{ array: across.name, index: i, value: again(value) }] : [],
        ),
        ...plan.stores.flatMap((store) =>
          storePiece(store) === piece ? [{ ...store, value: again(store.value) }] : [],
        ),
      ],
    });
  });
  return { pieces, crossing: crossing.size === 0 ? undefined : across };
}

/** The last place in the order at which each value is used; that of late stores is the end. */
function lastUses(order: readonly Value[], late: readonly StoreOf[]): number[] {
  const place = new Map(order.map((value, i) => [value, i]));
  const last = order.map((_, i) => i);
  const use = (value: Value, at: number): void => {
    const i = place.get(value);
    if (i !== undefined) last[i] = Math.max(last[i]!, at);
    else if (value.kind === 'test') for (const arg of value.args) use(arg, at);
  };
  order.forEach((value, i) => {
    for (const operand of operandsOf(value)) use(operand, i);
  });
  for (const { value } of late) use(value, order.length);
  return last;
}

/** The cuts, each before a place in the order, that the fewest values cross, with at most `most` places between them. */
function cutsOf(order: readonly Value[], lastUse: readonly number[], most: number): number[] {
  const { length } = order;
  const across = new Array<number>(length + 1).fill(0);
  lastUse.forEach((last, i) => {
    for (let k = i + 1; k <= Math.min(last, length); k++) across[k]!++;
  });
  // The cheapest way to cut what comes before each place; a cut by itself costs something, too.
  const cost = new Array<number>(length + 1).fill(0);
  const before = new Array<number>(length + 1).fill(0);
  for (let k = 1; k <= length; k++) {
    let best = Math.max(0, k - most);
    for (let j = best + 1; j < k; j++) if (cost[j]! <= cost[best]!) best = j;
    before[k] = best;
    cost[k] = cost[best]! + across[k]! + 1;
  }
  const cuts: number[] = [];
  for (let k = before[length]!; k > 0; k = before[k]!) cuts.unshift(k);
  return cuts;
}
