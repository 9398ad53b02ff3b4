import { isZeroNode } from '../symbolic/node.js';
import type { RowRelation } from '../../runtime/model/constraint-type.js';
import type { Expander } from './expander.js';
import { equalitySign, ungrouped, type RelationSyntax, type Syntax } from '../syntax/syntax.js';
import { hintForShapes } from './operators.js';
import { mapValue, shapeOf, zipValues, type Quantity } from './values.js';

/** Rows of an entry of `C`: their values, and what is asked of them. */
export interface Held {
  readonly value: Quantity;
  readonly relation: RowRelation;
}

/**
 * Expands an entry of `C`. `lhs == rhs` is `lhs − rhs`; without a sign, "= 0" is understood.
 * `lhs >= rhs` is `lhs − rhs ≥ 0`, and `lhs <= rhs` is `rhs − lhs ≥ 0`. `low <= x <= high` is two
 * inequalities. Both sides have one shape; a scalar that is always zero may stand beside a vector.
 */
export function expandEquation(expander: Expander, syntax: Syntax): readonly Held[] {
  const root = ungrouped(syntax);
  if (root.kind === 'relation') return expandRelation(expander, root);
  if (root.kind === 'conditional') {
    const sign = equalitySign(root.condition);
    if (sign !== undefined) {
      const hint = 'for an equation write a == (p ? b : c), for a condition (a == b) ? c : d';
      expander.report(sign, 'E_EQUATION', 'This "==" belongs to the condition, because "?" binds weakest.', hint);
      return [];
    }
  }
  const value = expander.quantity(root);
  return value === null ? [] : [{ value, relation: '==' }];
}

/** Expands the rates that friction opposes. */
export function expandSlip(expander: Expander, syntax: Syntax): readonly Held[] {
  const value = expander.quantity(syntax);
  return value === null ? [] : [{ value, relation: 'friction' }];
}

function expandRelation(expander: Expander, relation: RelationSyntax): readonly Held[] {
  const { operands, operators, signs } = relation;
  const [first] = operators;
  const refused = operators.findIndex((operator) => REFUSED.has(operator));
  if (refused >= 0) {
    const operator = operators[refused]!;
    expander.report(
      signs[refused]!,
      'E_INEQUALITY',
      operator === '!='
        ? 'A constraint holds a value, or keeps it on one side; "!=" does neither.'
        : `A constraint keeps a value on one side or at its bound, so "${operator}" means the same as "${operator}=".`,
      operator === '!=' ? 'write "==", "<=" or ">="' : `write "${operator}="`,
    );
    return [];
  }
  if (operators.length > 1 && (first === '==' || operators.some((operator) => operator !== first))) {
    const hint = 'give each its own entry of C, or write low <= x <= high';
    const message = 'An entry of C holds one equation, or inequalities in one direction.';
    expander.report(signs[1]!, 'E_EQUATION', message, hint);
    return [];
  }
  const values = operands.map((operand) => expander.quantity(operand));
  return operators.flatMap((operator, i) => {
    const sides = operator === '<=' ? [i + 1, i] : [i, i + 1];
    const [a, b] = sides.map((side) => values[side]!) as [Quantity | null, Quantity | null];
    if (a === null || b === null) return [];
    const value = difference(expander, relation, i, sides, a, b);
    return value === null ? [] : [{ value, relation: operator === '==' ? '==' : '>=' }];
  });
}

const REFUSED: ReadonlySet<string> = new Set(['!=', '<', '>']);

/** `a − b`, of the operands at `sides` of the comparison `i`. */
function difference(
  expander: Expander,
  { operands, signs }: RelationSyntax,
  i: number,
  sides: readonly number[],
  a: Quantity,
  b: Quantity,
): Quantity | null {
  if (isScalarZero(b)) return a;
  if (isScalarZero(a)) return mapValue(b, (node) => expander.graph.negate(node));
  const value = zipValues(a, b, (x, y) => expander.graph.subtract(x, y));
  if (value !== null)
    return expander.keepsRates(
      sides.map((side) => operands[side]!),
      value,
    );
  const [left, right] = sides[0] === i ? [a, b] : [b, a];
  const parts = { left: operands[i]!, right: operands[i + 1]! };
  const hint = hintForShapes(expander, parts, left, right);
  return expander.report(
    signs[i]!,
    'E_SHAPE',
    `The left side is ${shapeOf(left)}, the right side ${shapeOf(right)}.`,
    hint === undefined ? 'both sides need one shape' : `${hint}; beside a whole vector, only 0 may stand`,
  );
}

const isScalarZero = (value: Quantity): boolean => value.kind === 'scalar' && isZeroNode(value.node);
