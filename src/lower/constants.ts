import { doubles } from '../symbolic/arithmetic-double.js';
import { referenceArithmetic } from '../symbolic/arithmetic-reference.js';
import { evaluate } from '../symbolic/evaluate.js';
import { type Node } from '../symbolic/node.js';
import type { Rational } from '../symbolic/rational.js';
import { referenceValue } from '../symbolic/reference-value.js';

/** Tests whether a node depends on no variable, given the constant nodes among its children. */
export function isConstant(node: Node, constants: ReadonlySet<Node>): boolean {
  return node.kind !== 'variable' && node.kind !== 'condition' && node.children.every((child) => constants.has(child));
}

/**
 * The double nearest to a constant. A constant other than a plain number is computed with 64
 * digits, so that nothing cancels, for instance in `sin(pi)`.
 */
export function evaluateConstant(node: Node): number {
  if (node.kind === 'number' || node.kind === 'constant')
    return evaluate(doubles, [node], new Map<string, number>())[0]!;
  return referenceValue(node).toNumber();
}

/** The double nearest to a power of a constant. */
export function evaluateConstantPower(base: Node, exponent: Rational): number {
  return referenceArithmetic().power(referenceValue(base), exponent).toNumber();
}
