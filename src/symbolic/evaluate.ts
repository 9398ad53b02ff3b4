import type { PrimitiveName } from '../primitives/index.js';
import type { ConditionName, ConstantName, Node } from './node.js';
import { reachable } from './node.js';
import * as Q from './rational.js';
import type { Rational } from './rational.js';

/** A number system in which a graph can be evaluated. */
export interface Arithmetic<T> {
  readonly number: (value: Rational) => T;
  readonly constant: (name: ConstantName) => T;
  readonly add: (a: T, b: T) => T;
  readonly multiply: (a: T, b: T) => T;
  readonly power: (base: T, exponent: Rational) => T;
  readonly call: (name: PrimitiveName, args: readonly T[]) => T;
  readonly less: (a: T, b: T) => boolean;
  readonly equal: (a: T, b: T) => boolean;
}

/**
 * Interprets the graph below `roots`. This is the meaning that every pass and every target must
 * preserve. Nodes whose values are given count as variables: nothing below them is visited.
 */
export function evaluate<T>(
  arithmetic: Arithmetic<T>,
  roots: readonly Node[],
  variables: ReadonlyMap<string, T>,
  given: ReadonlyMap<Node, T> = new Map(),
): T[] {
  const values = new Map(given);
  const truths = new Map<Node, boolean>();
  for (const node of reachable(roots, (parent) => (given.has(parent) ? [] : parent.children))) {
    if (given.has(node)) continue;
    if (node.kind === 'condition') truths.set(node, decide(arithmetic, node.name, node.args, values, truths));
    else values.set(node, valueOf(arithmetic, node, values, truths, variables));
  }
  return roots.map((root) => values.get(root)!);
}

function valueOf<T>(
  { number, constant, add, multiply, power, call }: Arithmetic<T>,
  node: Exclude<Node, { kind: 'condition' }>,
  values: ReadonlyMap<Node, T>,
  truths: ReadonlyMap<Node, boolean>,
  variables: ReadonlyMap<string, T>,
): T {
  const at = (child: Node): T => values.get(child)!;
  switch (node.kind) {
    case 'number':
      return number(node.value);
    case 'constant':
      return constant(node.name);
    case 'variable': {
      const value = variables.get(node.name);
      if (value === undefined) throw new RangeError(`no value for variable "${node.name}"`);
      return value;
    }
    case 'sum': {
      const terms = node.terms.map(({ coefficient, node: child }) =>
        Q.isOne(coefficient) ? at(child) : multiply(number(coefficient), at(child)),
      );
      const sum = terms.reduce(add);
      return Q.isZero(node.constant) ? sum : add(sum, number(node.constant));
    }
    case 'product': {
      const powers = node.factors.map(({ base, exponent }) =>
        Q.isOne(exponent) ? at(base) : power(at(base), exponent),
      );
      const product = powers.reduce(multiply);
      return Q.isOne(node.coefficient) ? product : multiply(number(node.coefficient), product);
    }
    case 'call':
      return call(node.name, node.args.map(at));
    case 'select':
      return truths.get(node.condition) === true ? at(node.whenTrue) : at(node.whenFalse);
  }
}

function decide<T>(
  { less, equal }: Arithmetic<T>,
  name: ConditionName,
  args: readonly Node[],
  values: ReadonlyMap<Node, T>,
  truths: ReadonlyMap<Node, boolean>,
): boolean {
  const value = (i: number): T => values.get(args[i]!)!;
  const truth = (i: number): boolean => truths.get(args[i]!) === true;
  switch (name) {
    case 'less':
      return less(value(0), value(1));
    case 'lessOrEqual':
      return less(value(0), value(1)) || equal(value(0), value(1));
    case 'equal':
      return equal(value(0), value(1));
    case 'and':
      return truth(0) && truth(1);
    case 'or':
      return truth(0) || truth(1);
    case 'not':
      return !truth(0);
  }
}
