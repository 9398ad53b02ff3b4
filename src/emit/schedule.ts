import { inOrder, operandsOf, type Value } from '../lower/program.js';
import { groupComponents } from './group-components.js';

/** One part of the derivation: a heading and the values that it stores. */
export interface Section<Store extends { readonly value: Value }> {
  readonly heading: string;
  readonly stores: readonly Store[];
}

/** A section in the order of its execution: values that get a name, then stores. */
export interface ScheduledSection<Store extends { readonly value: Value }> extends Section<Store> {
  readonly named: readonly Value[];
}

/** Most leaves that the expression of one statement may have. */
const MAX_LEAVES = 6;

/**
 * Decides which values are statements of their own: those used twice, those that carry a name of
 * the formula, and those that would make an expression too long to read. All others are written
 * where they are used. Sections follow the derivation, and a value is computed in the first section
 * that uses it. The components of a vector stand together.
 */
export function schedule<Store extends { readonly value: Value }>(
  sections: readonly Section<Store>[],
  isNamed: (value: Value) => boolean,
  nameOf: (value: Value) => string | undefined,
): ScheduledSection<Store>[] {
  const outputs = sections.flatMap((section) => section.stores.map((store) => store.value));
  const order = inOrder(outputs);
  const uses = new Map<Value, number>();
  const use = (value: Value): void => void uses.set(value, (uses.get(value) ?? 0) + 1);
  for (const value of order) operandsOf(value).forEach(use);
  outputs.forEach(use);

  const statements = new Set<Value>();
  const leaves = new Map<Value, number>();
  for (const value of order) {
    const operands = operandsOf(value);
    let count = operands.reduce((sum, operand) => sum + leavesIn(operand), 0);
    // Too long: the longest operand becomes a statement, until the rest can be read.
    while (count > MAX_LEAVES) {
      const longest = operands.filter((o) => !statements.has(o)).reduce((a, b) => (leavesIn(b) > leavesIn(a) ? b : a));
      if (leavesIn(longest) <= 1) break;
      statements.add(longest);
      count = operands.reduce((sum, operand) => sum + leavesIn(operand), 0);
    }
    leaves.set(value, Math.max(1, count));
    if (value.kind !== 'literal' && (isNamed(value) || (uses.get(value) ?? 0) > 1)) statements.add(value);
  }
  function leavesIn(value: Value): number {
    return statements.has(value) ? 1 : leaves.get(value)!;
  }

  const before = new Set<Value>();
  return sections.map(({ heading, stores }) => {
    const values = stores.map((store) => store.value);
    const section = inOrder(values, before);
    const named = section.filter((value) => statements.has(value));
    return { heading, named: groupComponents(named, new Set(section), nameOf), stores };
  });
}
