import type { Node } from '../symbolic/node.js';
import type { Operand } from './context.js';
import type { Motion } from './motion.js';
import type { Syntax } from '../syntax/syntax.js';
import { nodesOf, type Quantity } from './values.js';

/**
 * Finds an operand with a rate that does not occur in the value made of it. In `ddt(x) * (k - k)`
 * the rate has the factor zero; in `ddt(x) - ddt(x)` it cancels. The level of a row follows from
 * what is written. Such a rate is therefore a mistake, and the row does not silently become one at
 * position level. Operands and values of the same size are compared component by component.
 */
export function lostRate(
  motion: Motion,
  operands: readonly Operand<Quantity>[],
  value: Quantity,
): Operand<Quantity> | undefined {
  const made = nodesOf(value);
  const isRate = (node: Node): boolean => motion.isRate(node);
  return operands.find((operand) => {
    const parts = nodesOf(operand.value);
    if (parts.length === made.length && !isProductOfMatrices(operands))
      return parts.some((part, i) => isRate(part) && !isRate(made[i]!));
    return parts.some(isRate) && !made.some(isRate);
  });
}

const isProductOfMatrices = (operands: readonly Operand<Quantity>[]): boolean =>
  operands.some(({ value }) => value.kind === 'matrix');

/**
 * The parts from which the value of a part of a formula is made. A component uses only one of those
 * of its object.
 */
export function operandsIn(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case 'prefix':
      return [syntax.operand];
    case 'binary':
      return [syntax.left, syntax.right];
    case 'conditional':
      return [syntax.whenTrue, syntax.whenFalse];
    case 'call':
      return syntax.args;
    case 'sum':
      return syntax.terms;
    default:
      return [];
  }
}
