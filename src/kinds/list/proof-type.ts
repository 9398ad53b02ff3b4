import type { ConstraintType } from '../../../runtime/model/constraint-type.js';
import type { ListType } from '../../../runtime/model/lists/list-type.js';
import { sizedType } from '../../../runtime/model/lists/sized-type.js';
import type { Lists } from '../../lists/list-spec.js';
import { writtenOut } from '../../lists/written-out.js';
import { CONSTANT_NAMES } from '../../spec/language.js';

/** Lengths of lists at which classes over lists are checked. */
export const LENGTHS = [1, 2, 3, 7] as const;

/**
 * The class over lists at one length of all its lists, as an ordinary class: its formula written
 * out term by term, the entries of `p` under the names `p_0`, `p_1` and so on. Groups of indices are
 * neighbours, and one runs the other way round. Undefined where the formula has no value.
 */
export function proofType(type: ListType, length: number): ConstraintType | undefined {
  const { inputs, params, indices, formula } = type;
  const declared = new Set([
    ...[...inputs, ...params, ...indices].map(({ name }) => name),
    ...Object.keys(formula.where),
    ...CONSTANT_NAMES,
  ]);
  const stems = new Map<string, string>();
  for (const { name } of inputs) {
    let stem = `${name}_`;
    while ([...declared].some((other) => other.startsWith(stem))) stem += '_';
    stems.set(name, stem);
  }
  const nameOf = (list: string, index: number): string => `${stems.get(list)}${index}`;
  const lists: Lists = {
    inputs: new Map(
      inputs.flatMap(({ count, ring, ...input }) =>
        count ? [[input.name, { ...input, count, ...(ring === false && { ring }) }]] : [],
      ),
    ),
    indices: new Map(indices.map(({ name, of, arity }) => [name, { kind: 'indices', of, arity }])),
  };
  const groups = new Map(
    indices.map(({ name, arity }) => [
      name,
      Array.from({ length: length + 1 }, (_, i) =>
        Array.from({ length: arity }, (__, k) => (i === 0 ? (arity - k) % length : (i + k) % length)),
      ),
    ]),
  );
  const lengths = new Map([...lists.inputs.keys()].map((name) => [name, length]));
  const written = writtenOut(formula, lists, { lengths, indices: groups }, nameOf, (name) => declared.has(name));
  if (written === undefined) return undefined;
  const given = Object.fromEntries([
    ...[...lists.inputs.keys()].map((name) => [name, Array.from({ length })] as const),
    ...groups,
  ]);
  const { type: sized } = sizedType(type, given);
  const named = inputs.flatMap((input) =>
    input.count === undefined ? [input.name] : Array.from({ length }, (_, i) => nameOf(input.name, i)),
  );
  const sample = inputs.flatMap(({ name, count }) => {
    const range = formula.sample[name];
    return count === undefined || range === undefined
      ? []
      : Array.from({ length }, (_, i) => [nameOf(name, i), range] as const);
  });
  return {
    ...sized,
    inputs: sized.inputs.map((input, i) => ({ ...input, name: named[i]! })),
    formula: { ...written, sample: { ...formula.sample, ...Object.fromEntries(sample) } },
  };
}
