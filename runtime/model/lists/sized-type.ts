import { show } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import type { ConstraintType } from '../constraint-type.js';
import { listKernel, type PlacedPart } from './list-kernel.js';
import type { IndexListDescription, ListPart, ListType, Read, Reduction } from './list-type.js';
import { parameterWidth } from '../parameters.js';

/** A class over lists, for lists of known lengths. */
export interface SizedType {
  readonly type: ConstraintType;
  /** Per input of the class the numbers of its inputs in `type`: `first` and behind it `length − 1` more. */
  readonly places: ReadonlyMap<string, { readonly first: number; readonly length: number }>;
}

/** Index lists by name: groups of indices, one behind the other. */
type IndexLists = Readonly<Record<string, Int32Array>>;

/** The classes that a type has made, by the lengths of their lists. */
type Known = Map<string, { readonly indices: IndexLists; readonly made: SizedType }[]>;

const sized = new WeakMap<ListType, Known>();

/**
 * Returns a class for lists with as many entries as the lists among `values` have, and for the
 * index lists among them. Constraints with the same lengths and indices share it. Inputs of lists
 * are named `p[0]`, `p[1]` and so on.
 *
 * Throws E_INPUT_MISSING, E_PARAMETER_MISSING, E_LIST, E_LIST_LENGTH, E_LIST_INDEX.
 */
export function sizedType(type: ListType, values: Readonly<Record<string, unknown>>): SizedType {
  const lengths = new Map(
    type.inputs.flatMap(({ name, count }) => (count === undefined ? [] : [[name, lengthOf(type, name, values[name])]])),
  );
  const indices = Object.fromEntries(
    type.indices.map((list) => [list.name, readIndices(type, list, lengths.get(list.of)!, values[list.name])]),
  );
  const known: Known = sized.get(type) ?? new Map<string, never>();
  sized.set(type, known);
  const key = [...lengths.values()].join(' ');
  const alike = known.get(key) ?? [];
  const found = alike.find((other) => type.indices.every(({ name }) => isSame(other.indices[name]!, indices[name]!)));
  if (found !== undefined) return found.made;
  const made = makeType(type, lengths, indices);
  known.set(key, [...alike, { indices, made }]);
  return made;
}

/** The lists among `values` entry by entry, under the names of the inputs of {@link sizedType}. */
export const listEntries = (
  { places }: SizedType,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      places.has(name) && Array.isArray(value)
        ? value.map((entry: unknown, i): [string, unknown] => [`${name}[${i}]`, entry])
        : [[name, value]],
    ),
  );

function lengthOf(type: ListType, name: string, list: unknown): number {
  const what = `Input '${name}' of ${type.name}`;
  if (list === undefined)
    throw new HolonomicRuntimeError(
      'E_INPUT_MISSING',
      `${type.name} needs the input '${name}'.`,
      `Give a list: ${name}: [a, b, c].`,
    );
  if (!Array.isArray(list))
    throw new HolonomicRuntimeError('E_LIST', `${what} is ${show(list)}, not a list.`, `Write ${name}: [a, b, c].`);
  if (list.length === 0)
    throw new HolonomicRuntimeError('E_LIST_LENGTH', `${what} is an empty list.`, 'Give at least one entry.');
  return list.length;
}

function readIndices(
  type: ListType,
  { name, of, arity }: IndexListDescription,
  length: number,
  list: unknown,
): Int32Array {
  const what = `'${name}' of ${type.name}`;
  const hint = `Give a list of lists of ${arity} indices into '${of}', counted from 0.`;
  if (list === undefined) throw new HolonomicRuntimeError('E_PARAMETER_MISSING', `${type.name} needs ${name}.`, hint);
  if (!Array.isArray(list)) throw new HolonomicRuntimeError('E_LIST', `${what} is ${show(list)}, not a list.`, hint);
  const indices = new Int32Array(list.length * arity);
  for (const [i, group] of (list as readonly unknown[]).entries()) {
    const { length: count } = (group ?? []) as ArrayLike<unknown>;
    if (typeof group !== 'object' || count !== arity)
      throw new HolonomicRuntimeError('E_LIST', `Entry ${i} of ${what} is ${show(group)}, not ${arity} indices.`, hint);
    for (let k = 0; k < arity; k++) {
      const index = (group as ArrayLike<unknown>)[k];
      if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= length)
        throw new HolonomicRuntimeError(
          'E_LIST_INDEX',
          `Entry ${i} of ${what} has the index ${show(index)}, and '${of}' has ${length} entries.`,
          `Indices are whole numbers from 0 to ${length - 1}.`,
        );
      indices[i * arity + k] = index;
    }
  }
  return indices;
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function makeType(type: ListType, lengths: ReadonlyMap<string, number>, indices: IndexLists): SizedType {
  const { indices: indexLists, sums, outer, inputs: described, ...rest } = type;
  const places = new Map<string, { first: number; length: number }>();
  const inputs = described.flatMap(({ count, ...input }) => {
    if (count === undefined) return [input];
    return Array.from({ length: lengths.get(input.name)! }, (_, i) => ({ ...input, name: `${input.name}[${i}]` }));
  });
  const sizes = Int32Array.from(inputs, ({ size }) => size);
  const starts = new Map<string, number>();
  let first = 0;
  let width = 0;
  for (const { name, size } of described) {
    const length = lengths.get(name);
    if (length !== undefined) places.set(name, { first, length });
    starts.set(name, width);
    first += length ?? 1;
    width += size * (length ?? 1);
  }
  const results: number[] = [];
  for (const { rows } of sums) {
    results.push(width);
    width += rows;
  }
  const offsets = new Map<string, number>();
  let offset = 0;
  for (const { name, size } of type.params) {
    offsets.set(name, offset);
    offset += size;
  }

  const terms = sums.map((sum) => termsOf(type, sum, lengths, indices, indexLists));
  const place = (
    part: ListPart,
    count: number,
    begin: number,
    of: Int32Array | undefined,
    ring: number,
  ): PlacedPart => {
    const { reads, params } = part;
    const slots = new Int32Array(count * reads.length);
    const arity = of === undefined ? 0 : of.length / Math.max(1, count);
    reads.forEach((read, i) => {
      const slotOf = slotsOf(type, read, starts, results, lengths);
      for (let term = 0; term < count; term++) {
        let entry = 0;
        if ('shift' in read) entry = term + begin + read.shift;
        if ('corner' in read) entry = of![term * arity + read.corner]!;
        // The remainder of a negative number is negative.
        if ('shift' in read && ring > 0) entry = ((entry % ring) + ring) % ring;
        slots[term * reads.length + i] = slotOf + entry * read.size;
      }
    });
    return {
      part,
      terms: count,
      slots,
      params: params.flatMap((param) => {
        if ('param' in param) {
          const { size } = type.params.find(({ name }) => name === param.param)!;
          return Array.from({ length: size }, (_, c) => offsets.get(param.param)! + c);
        }
        if ('lengthOf' in param) return -1 - lengths.get(param.lengthOf)!;
        const { count: divisor } = terms[param.termsOf]!;
        if (divisor === 0)
          throw new HolonomicRuntimeError(
            'E_LIST_LENGTH',
            `${type.name} takes a mean over no terms.`,
            'Give more entries.',
          );
        return -1 - divisor;
      }),
    };
  };
  const layout = {
    sizes,
    parameterWidth: parameterWidth(type),
    sums: sums.map((part, s) => {
      const { count, begin, of, ring } = terms[s]!;
      return { ...place(part, count, begin, of, ring), part, result: results[s]! };
    }),
    outer: place(outer, 1, 0, undefined, 0),
  };
  return { type: { ...rest, inputs, kernel: listKernel(layout) }, places };
}

/** The place of entry 0 of what is read, or of the entry that is fixed. */
function slotsOf(
  type: ListType,
  read: Read,
  starts: ReadonlyMap<string, number>,
  results: readonly number[],
  lengths: ReadonlyMap<string, number>,
): number {
  if ('sum' in read) return results[read.sum]! + read.row;
  const start = starts.get(read.input)!;
  if (!('at' in read)) return start;
  const length = lengths.get(read.input)!;
  const entry = read.at < 0 ? length + read.at : read.at;
  if (entry < 0 || entry >= length)
    throw new HolonomicRuntimeError(
      'E_LIST_LENGTH',
      `The formula of ${type.name} reads ${read.input}[${read.at}], and '${read.input}' has ${length} ${length === 1 ? 'entry' : 'entries'}.`,
      `Give at least ${read.at < 0 ? -read.at : read.at + 1}.`,
    );
  return start + entry * read.size;
}

/** The terms of a reduction: their number, the index of the first, and how indices go on. */
function termsOf(
  type: ListType,
  { over, take, reads }: Reduction,
  lengths: ReadonlyMap<string, number>,
  indices: IndexLists,
  indexLists: readonly IndexListDescription[],
): { count: number; begin: number; of: Int32Array | undefined; ring: number } {
  const checked = (count: number, what: string): number => {
    if (count > 0 || take === 'sum') return count;
    throw new HolonomicRuntimeError(
      'E_LIST_LENGTH',
      `${type.name} takes a ${take} over no terms.`,
      `Give more of ${what}.`,
    );
  };
  if ('indices' in over) {
    const of = indices[over.indices]!;
    const { arity } = indexLists.find(({ name }) => name === over.indices)!;
    return { count: checked(of.length / arity, over.indices), begin: 0, of, ring: 0 };
  }
  const [name, ...others] = over.lists as readonly [string, ...string[]];
  const length = lengths.get(name)!;
  const odd = others.find((other) => lengths.get(other) !== length);
  if (odd !== undefined)
    throw new HolonomicRuntimeError(
      'E_LIST_LENGTH',
      `'${name}' and '${odd}' of ${type.name} have ${length} and ${lengths.get(odd)} entries, and are summed together.`,
      'Give lists that are as long as each other.',
    );
  if (over.ring) return { count: length, begin: 0, of: undefined, ring: length };
  const shifts = reads.flatMap((read) => ('shift' in read ? [read.shift] : []));
  const begin = Math.max(0, -Math.min(0, ...shifts));
  const end = length - Math.max(0, ...shifts);
  return { count: checked(Math.max(0, end - begin), name), begin, of: undefined, ring: 0 };
}
