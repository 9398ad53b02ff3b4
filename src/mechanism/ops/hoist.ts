import { inOrder, operandsOf, type Value } from '../../lower/program.js';
import type { Ops } from './ops.js';

/** A program in two parts: what is computed once, and what reads it from an array. */
export interface Hoisted {
  readonly prepared: readonly Value[];
  readonly outputs: readonly Value[];
}

/**
 * Takes what depends on fixed variables alone out of a program, to be computed once and read from
 * `array`: values that others use, not their parts. Truth values cannot be stored, and stay.
 */
export function hoist(
  ops: Ops,
  outputs: readonly Value[],
  array: string,
  isFixed: (variable: string) => boolean,
): Hoisted {
  const order = inOrder(outputs);
  const fixed = new Set<Value>();
  for (const value of order) {
    const own = value.kind === 'load' ? isFixed(value.name) : operandsOf(value).every((operand) => fixed.has(operand));
    if (own) fixed.add(value);
  }
  const prepared: Value[] = [];
  const place = new Map<Value, Value>();
  const need = (value: Value): void => {
    if (value.kind === 'test') value.args.forEach(need);
    if (value.kind === 'literal' || value.kind === 'test' || !fixed.has(value) || place.has(value)) return;
    place.set(value, ops.load(`${array}[${prepared.length}]`));
    prepared.push(value);
  };
  for (const value of order) if (!fixed.has(value)) operandsOf(value).forEach(need);
  outputs.forEach(need);
  const made = new Map<Value, Value>();
  const again = (value: Value): Value => {
    let found = place.get(value) ?? made.get(value);
    if (found === undefined) made.set(value, (found = value.kind === 'load' ? value : ops.rebuild(value, again)));
    return found;
  };
  // Operands first, so that the recursion is shallow.
  for (const value of order) if (!fixed.has(value)) again(value);
  return { prepared, outputs: outputs.map(again) };
}
