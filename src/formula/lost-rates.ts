import type { Node } from '../symbolic/node.js';
import type { Operand } from './context.js';
import type { Syntax } from '../syntax/syntax.js';
import { nodesOf, type Quantity } from './values.js';

/**
 * Finds an operand that carries something, a rate or an input, of which the value made of the
 * operands is free. In `ddt(x) * (k - k)` the rate has the factor zero; in `ddt(x) - ddt(x)` it
 * cancels. The level of a row follows from what is written. Such a rate is therefore a mistake, and
 * the row does not silently become one at position level. Where an operation takes components one
 * by one, so does this.
 */
export function lostOperand(
  carries: (node: Node) => boolean,
  operands: readonly Operand<Quantity>[],
  value: Quantity,
  isComponentwise: boolean,
): Operand<Quantity> | undefined {
  const made = nodesOf(value);
  const hasMatrix = operands.some((operand) => operand.value.kind === 'matrix');
  return operands.find((operand) => {
    const parts = nodesOf(operand.value);
    if (isComponentwise && !hasMatrix && parts.length === made.length)
      return parts.some((part, i) => carries(part) && !carries(made[i]!));
    return parts.some(carries) && !made.some(carries);
  });
}

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

/** The parts in which inputs may stand that a quantity depends on. */
export function quantitiesIn(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case 'group':
      return [syntax.inner];
    case 'member':
    case 'index':
      return [syntax.object];
    case 'list':
      return syntax.items;
    default:
      return operandsIn(syntax);
  }
}
