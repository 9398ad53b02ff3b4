import type { Node } from '../symbolic/node.js';
import type { Operand } from './context.js';
import type { Motion } from './motion.js';
import type { Syntax } from '../syntax/syntax.js';
import { nodesOf, type Quantity } from './values.js';

/**
 * The operand with a rate that is not in the value made of it: in `ddt(x) * (k - k)` the rate has the factor zero, in `ddt(x) - ddt(x)` it cancels.
 * Whether a row is at velocity level follows from what is written, so that such a rate is a mistake and not a row at position level. Of operands
 * and values of one size it is looked for component by component.
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

/** The parts that the value of a part of a formula is made of; a component has only one of those of its object. */
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
    default:
      return [];
  }
}
