import { inOrder, type Value } from '../../lower/program.js';
import type { TargetFunction } from '../../primitives/index.js';
import { Graph } from '../../symbolic/graph.js';
import type { Node } from '../../symbolic/node.js';
import { gradient } from '../../symbolic/reverse.js';
import type { Ops } from './ops.js';

/** Doubles of this size have no fraction: adding one rounds to a whole number, whose derivative is 0. */
const WHOLE = 2 ** 51;

const isRounding = (value: Value): boolean => value.kind === 'literal' && Math.abs(value.value) >= WHOLE;

/**
 * The adjoints of variables, given those of outputs: a reverse sweep over single operations (Griewank and
 * Walther, Evaluating Derivatives, section 3.2). Of a choice, the branch that is taken counts.
 */
export function reverse(
  ops: Ops,
  outputs: readonly Value[],
  seeds: readonly Value[],
  variables: readonly Value[],
): Value[] {
  const adjoints = new Map<Value, Value>();
  const give = (value: Value, amount: Value): void => {
    if (value.kind !== 'literal') adjoints.set(value, ops.add(adjoints.get(value) ?? ops.zero, amount));
  };
  outputs.forEach((output, i) => {
    give(output, seeds[i]!);
  });
  for (const value of inOrder(outputs).toReversed()) {
    const adjoint = adjoints.get(value);
    if (adjoint === undefined) continue;
    switch (value.kind) {
      case 'literal':
      case 'load':
      case 'test':
        break;
      case 'negation':
        give(value.operand, ops.negate(adjoint));
        break;
      case 'binary': {
        const { operator, left, right } = value;
        if (isRounding(left) || isRounding(right)) break;
        if (operator === '+' || operator === '-') {
          give(left, adjoint);
          give(right, operator === '+' ? adjoint : ops.negate(adjoint));
        } else if (operator === '*') {
          give(left, ops.multiply(adjoint, right));
          give(right, ops.multiply(adjoint, left));
        } else {
          // ∂(a/b)/∂b = −(a/b)/b
          const share = ops.divide(adjoint, right);
          give(left, share);
          give(right, ops.negate(ops.multiply(share, value)));
        }
        break;
      }
      case 'call': {
        if (value.name === 'sqrt') {
          give(value.args[0]!, ops.divide(adjoint, ops.multiply(ops.two, value)));
          break;
        }
        const partials = partialsOf(value.name, value.args.length);
        value.args.forEach((arg, i) => {
          const partial = ops.formula(partials[i]!, (name) => value.args[Number(name.slice(1))]!);
          give(arg, ops.multiply(adjoint, partial));
        });
        break;
      }
      case 'selection':
        give(value.whenTrue, ops.select(value.test, adjoint, ops.zero));
        give(value.whenFalse, ops.select(value.test, ops.zero, adjoint));
    }
  }
  return variables.map((variable) => adjoints.get(variable) ?? ops.zero);
}

const known = new Map<TargetFunction, readonly Node[]>();

/** The partial derivatives of a function by its arguments `a0, a1, …`. */
function partialsOf(name: Exclude<TargetFunction, 'sqrt'>, arity: number): readonly Node[] {
  let found = known.get(name);
  if (found === undefined) {
    const graph = new Graph();
    const args = Array.from({ length: arity }, (_, i) => graph.variable(`a${i}`));
    found = gradient(graph, graph.call(name, ...args), args);
    known.set(name, found);
  }
  return found;
}
