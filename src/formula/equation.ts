import { isZeroNode } from '../symbolic/graph.js';
import type { Expander } from './expander.js';
import { equalitySign, ungrouped, type RelationSyntax, type Syntax } from '../syntax/syntax.js';
import { mapValue, shapeOf, zipValues, type Quantity } from './values.js';

/** Expands an entry of `C`. `lhs == rhs` is `lhs − rhs`; without `==`, "= 0" is understood. */
export function expandEquation(expander: Expander, syntax: Syntax): Quantity | null {
  const root = ungrouped(syntax);
  if (root.kind === 'relation') return expandRelation(expander, root);
  if (root.kind === 'conditional') {
    const sign = equalitySign(root.condition);
    if (sign !== undefined) {
      const hint = 'for an equation write a == (p ? b : c), for a condition (a == b) ? c : d';
      return expander.report(
        sign,
        'E_EQUATION',
        'This "==" belongs to the condition, because "?" binds weakest.',
        hint,
      );
    }
  }
  return expander.quantity(root);
}

function expandRelation(expander: Expander, { operands, operators, signs }: RelationSyntax): Quantity | null {
  const [left, right] = operands;
  if (left === undefined || right === undefined) return null;
  const unequal = operators.findIndex((operator) => operator !== '==');
  if (unequal >= 0) {
    const message = 'A constraint is an equation; inequalities are not supported yet.';
    return expander.report(signs[unequal]!, 'E_INEQUALITY', message, 'write "=="');
  }
  if (operands.length > 2) {
    const hint = 'give each equation its own entry of C';
    return expander.report(signs[1]!, 'E_EQUATION', 'An entry of C holds one equation, not a chain of them.', hint);
  }
  const [a, b] = [expander.quantity(left), expander.quantity(right)];
  if (a === null || b === null) return null;
  if (isScalarZero(b)) return a;
  if (isScalarZero(a)) return mapValue(b, (node) => expander.graph.negate(node));
  const difference = zipValues(a, b, (x, y) => expander.graph.subtract(x, y));
  if (difference !== null) return expander.keepsRates([left, right], difference);
  return expander.report(
    signs[0]!,
    'E_SHAPE',
    `The left side is ${shapeOf(a)}, the right side ${shapeOf(b)}.`,
    'both sides need one shape',
  );
}

const isScalarZero = (value: Quantity): boolean => value.kind === 'scalar' && isZeroNode(value.node);
