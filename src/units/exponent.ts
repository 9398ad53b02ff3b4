import { ungrouped, type Syntax } from '../syntax/syntax.js';
import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';

/**
 * The value of a part made of whole numbers, decimals and `+ - * /` alone, as an exponent or an
 * index must be; undefined for others.
 */
export function rationalOf(part: Syntax): Rational | undefined {
  const syntax = ungrouped(part);
  if (syntax.kind === 'number') return Q.parseDecimal(syntax.text);
  if (syntax.kind === 'prefix') {
    const value = rationalOf(syntax.operand);
    return value && syntax.operator === '-' ? Q.negate(value) : value;
  }
  if (syntax.kind !== 'binary') return undefined;
  const [a, b] = [rationalOf(syntax.left), rationalOf(syntax.right)];
  if (a === undefined || b === undefined) return undefined;
  switch (syntax.operator) {
    case '+':
      return Q.add(a, b);
    case '-':
      return Q.subtract(a, b);
    case '*':
      return Q.multiply(a, b);
    case '/':
      return Q.isZero(b) ? undefined : Q.divide(a, b);
    default:
      return undefined;
  }
}
