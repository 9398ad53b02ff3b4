import { elementOf } from '../../emit/addresses.js';
import { batchFunction, beginning, indexAt, indexOf, nameOf, type BatchStore } from '../../emit/batch-function.js';
import { Names } from '../../emit/names.js';
import type { BatchFunction, Index } from '../../emit/syntax.js';
import { inOrder, type Value } from '../../lower/program.js';
import { RUNTIME_FUNCTIONS } from '../../primitives/index.js';

/** An array that a function reads, writes, or both. */
export interface ArrayOf {
  readonly name: string;
  readonly size: number;
  /** True where all worlds of a batch have it in common. */
  readonly isShared?: boolean;
  /** True for what only the functions of a step see, between two of them. */
  readonly isOwn?: boolean;
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

export const isOperation = ({ kind }: Value): boolean => kind !== 'literal' && kind !== 'load';

/** An element of an array as a variable: `y[3]`. */
export const ELEMENT = /^(\w+)\[(\d+)\]$/;

/**
 * A function over the worlds of a batch, or over one world without the loop. Its arrays are arguments, or, if
 * `ownAreConstants`, those that are the step's own are constants around it.
 */
export function functionOf(
  plan: FunctionPlan,
  localOf: LocalNames,
  isBatch: boolean,
  ownAreConstants = false,
): BatchFunction {
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
    sections: sectionsOf(plan.stores).map((stores) => ({
      heading: '',
      stores: stores.map(({ array, index: element, value }): BatchStore => ({
        array,
        value,
        index: index(array, element),
      })),
    })),
  });
  const [loop] = made.body;
  const body = loop?.kind === 'loop' ? loop.body.filter(({ kind }) => kind !== 'comment') : [];
  const isArgument = new Set(argumentsOf(plan, ownAreConstants));
  return {
    ...made,
    parameters: made.parameters.filter(({ name }) => isArgument.has(name) || name === 'count'),
    body: isBatch && loop?.kind === 'loop' ? [{ ...loop, body }] : body,
  };
}

/**
 * Stores in the order in which their values are computed, so that no value waits for its store. Elements that the
 * function reads, and values that it does not compute, are stored last.
 */
function sectionsOf(stores: readonly StoreOf[]): StoreOf[][] {
  const order = inOrder(stores.map(({ value }) => value));
  const place = new Map(order.map((value, i) => [value, i]));
  const read = new Set(order.map((value) => (value.kind === 'load' ? value.name : '')));
  const isLate = ({ array, index, value }: StoreOf): boolean => !isOperation(value) || read.has(`${array}[${index}]`);
  const early = stores.filter((store) => !isLate(store));
  early.sort((a, b) => place.get(a.value)! - place.get(b.value)!);
  return [...early.map((store) => [store]), stores.filter(isLate)];
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
export function argumentsOf({ reads, numbers, writes }: FunctionPlan, ownAreConstants = false): string[] {
  const namesOf = (arrays: readonly ArrayOf[]): string[] =>
    arrays.flatMap(({ name, isOwn = false }) => (isOwn && ownAreConstants ? [] : [name]));
  return [...namesOf(reads), ...numbers, ...namesOf(writes)];
}
