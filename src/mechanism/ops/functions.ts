import { elementOf } from '../../emit/addresses.js';
import { batchFunction, beginning, indexAt, indexOf, nameOf, type BatchStore } from '../../emit/batch-function.js';
import { Names } from '../../emit/names.js';
import type { BatchFunction, Index } from '../../emit/syntax.js';
import { inOrder, operandsOf, type Value } from '../../lower/program.js';
import { RUNTIME_FUNCTIONS } from '../../primitives/index.js';
import type { Ops } from './ops.js';

/** An array that a function reads, writes, or both. */
export interface ArrayOf {
  readonly name: string;
  readonly size: number;
  /** True where all worlds of a batch have it in common. */
  readonly isShared?: boolean;
}

/** A value that is written to an element of an array. */
export interface StoreOf {
  readonly array: string;
  readonly index: number;
  readonly value: Value;
}

/** A function in straight line: what it reads, and what it writes. */
export interface FunctionPlan {
  readonly name: string;
  readonly reads: readonly ArrayOf[];
  readonly numbers: readonly string[];
  readonly writes: readonly ArrayOf[];
  readonly stores: readonly StoreOf[];
}

/** Names for the variables of functions, of elements of arrays: `y[3]` may be `crank_x`. */
export type LocalNames = (variable: string) => string | undefined;

/** The stores of the elements of an array, from the first on. */
export const storesOf = (array: string, values: readonly Value[]): StoreOf[] =>
  values.map((value, index) => ({ array, index, value }));

/** The number of operations that values take. */
export const operationsOf = (outputs: readonly Value[]): number => inOrder(outputs).filter(isOperation).length;

const isOperation = ({ kind }: Value): boolean => kind !== 'literal' && kind !== 'load';

/** An element of an array as a variable: `y[3]`. */
const ELEMENT = /^(\w+)\[(\d+)\]$/;

/** A function over the worlds of a batch, or over one world without the loop. */
export function functionOf(plan: FunctionPlan, localOf: LocalNames, isBatch: boolean): BatchFunction {
  const arrays = [...plan.reads, ...plan.writes];
  const sizes = new Map(arrays.map((array) => [array.name, array]));
  const anchorOf = (array: string): string => `${array}At`;
  const index = (array: string, element: number): Index => {
    const { size, isShared } = sizes.get(array)!;
    return isBatch && isShared !== true ? indexOf(size, element, anchorOf(array)) : indexAt('k', element, 0);
  };
  const written = new Set(plan.writes.map(({ name }) => name));
  const taken = ['count', 'k', 'Math', ...RUNTIME_FUNCTIONS.keys(), ...plan.numbers];
  const made = batchFunction({
    name: plan.name,
    inputs: [
      ...(isBatch ? [['count', 'integer'] as const] : []),
      ...plan.reads.map(({ name }) => [name, 'numbers'] as const),
      ...plan.numbers.map((name) => [name, 'number'] as const),
    ],
    outputs: plan.writes.map(({ name }) => name),
    anchors: isBatch
      ? arrays.flatMap(({ name, size, isShared }) => (isShared === true ? [] : beginning(anchorOf(name), size)))
      : [],
    placeOf: (variable) => {
      const [, array, element] = ELEMENT.exec(variable) ?? [];
      if (array === undefined) return { value: nameOf(variable), local: variable };
      const local = localOf(variable) ?? `${array}_${element!}`;
      return { value: elementOf(array, index(array, Number(element))), local };
    },
    // What is written, too, is read before: all that is computed stands before the stores.
    isNamed: (variable) => written.has(ELEMENT.exec(variable)?.[1] ?? ''),
    formulaNames: new Map(),
    outputNames: new Map(),
    names: new Names([...taken, ...arrays.flatMap(({ name }) => [name, anchorOf(name)])]),
    sections: [
      {
        heading: '',
        stores: plan.stores.map(({ array, index: element, value }): BatchStore => ({
          array,
          value,
          index: index(array, element),
        })),
      },
    ],
  });
  const [loop] = made.body;
  const body = loop?.kind === 'loop' ? loop.body.filter(({ kind }) => kind !== 'comment') : [];
  return { ...made, body: isBatch && loop?.kind === 'loop' ? [{ ...loop, body }] : body };
}

/** A function with the arguments that it uses alone. */
export function trimmed(plan: FunctionPlan): FunctionPlan {
  const loads = inOrder(plan.stores.map(({ value }) => value)).flatMap((value) =>
    value.kind === 'load' ? [value.name.replace(/\[.*/, '')] : [],
  );
  const used = new Set([...loads, ...plan.stores.map(({ array }) => array)]);
  const isUsed = ({ name }: ArrayOf): boolean => used.has(name);
  return {
    ...plan,
    reads: plan.reads.filter(isUsed),
    numbers: plan.numbers.filter((name) => used.has(name)),
    writes: plan.writes.filter(isUsed),
  };
}

/** The names of a function's arguments, in their order. */
export const argumentsOf = ({ reads, numbers, writes }: FunctionPlan): string[] => [
  ...reads.map(({ name }) => name),
  ...numbers,
  ...writes.map(({ name }) => name),
];

/** The array of values that cross from one piece of a function to the next. */
export const CROSSING = 'c';

/** A function in pieces that are called one after the other. */
export interface Pieces {
  readonly pieces: readonly FunctionPlan[];
  readonly crossing: number;
}

/**
 * Cuts a function into pieces of at most `most` operations: V8 optimises no function of more than 60 kB
 * of bytecode. Values that later pieces need cross through an array. What is read and written, too, is
 * written by the last piece.
 */
export function inPieces(ops: Ops, plan: FunctionPlan, most: number): Pieces {
  const outputs = plan.stores.map(({ value }) => value);
  const order = inOrder(outputs).filter(isOperation);
  if (order.length <= most) return { pieces: [trimmed(plan)], crossing: 0 };
  // Truth values cannot be stored: they are computed where they are used, and not counted.
  const pieceOf = new Map<Value, number>();
  for (const value of order) if (value.kind !== 'test') pieceOf.set(value, Math.floor(pieceOf.size / most));
  const last = Math.floor((pieceOf.size - 1) / most);
  const lastUse = new Map<Value, number>();
  const use = (value: Value, at: number): void => {
    if (value.kind === 'test') for (const arg of value.args) use(arg, at);
    else if (pieceOf.has(value)) lastUse.set(value, Math.max(lastUse.get(value) ?? 0, at));
  };
  for (const [value, at] of pieceOf) for (const operand of operandsOf(value)) use(operand, at);
  const read = new Set(
    inOrder(outputs).flatMap((value) => (value.kind === 'load' ? [ELEMENT.exec(value.name)?.[1]] : [])),
  );
  const storePiece = ({ array, value }: StoreOf): number => (read.has(array) ? last : (pieceOf.get(value) ?? last));
  for (const store of plan.stores) use(store.value, storePiece(store));
  const crossing = new Map<Value, number>();
  for (const [value, at] of pieceOf) if (lastUse.get(value)! > at) crossing.set(value, crossing.size);
  const across: ArrayOf = { name: CROSSING, size: crossing.size };
  const pieces = Array.from({ length: last + 1 }, (_, piece): FunctionPlan => {
    const made = new Map<Value, Value>();
    const again = (value: Value): Value => {
      let found = made.get(value);
      if (found !== undefined) return found;
      const isBefore = (pieceOf.get(value) ?? piece) < piece;
      if (isBefore) found = ops.load(`${CROSSING}[${crossing.get(value)!}]`);
      else found = value.kind === 'load' ? value : ops.rebuild(value, again);
      made.set(value, found);
      return found;
    };
    for (const [value, at] of pieceOf) if (at === piece) again(value);
    return trimmed({
      ...plan,
      name: `${plan.name}${piece + 1}`,
      writes: [...plan.writes, across],
      stores: [
        ...[...crossing].flatMap(([value, i]): StoreOf[] =>
          pieceOf.get(value) === piece ? [{ array: CROSSING, index: i, value: again(value) }] : [],
        ),
        ...plan.stores.flatMap((store) =>
          storePiece(store) === piece ? [{ ...store, value: again(store.value) }] : [],
        ),
      ],
    });
  });
  return { pieces, crossing: crossing.size };
}
