import type { Span } from '../diagnostics/index.js';
import { FUNCTION_NAMES } from '../spec/language.js';
import type { Context } from './context.js';
import { textOf, type BinarySyntax, type Syntax } from '../syntax/syntax.js';

/**
 * Checks a product without a sign. It is understood only between a number and what follows it:
 * `2 x`, `2 (x + y)`. mathjs reads more, and some of it differently from how it looks: `sin x` as
 * `sin * x`, `1/2 x` as `(1/2) * x`, but `a/2 x` as `a/(2 * x)`.
 */
export function checkImplicitProduct(context: Context, formula: string, syntax: BinarySyntax): boolean {
  const fault = implicitProductFault((part) => shortText(formula, part), syntax);
  if (fault === undefined) return true;
  context.report(fault.span, 'E_IMPLICIT_PRODUCT', fault.message, fault.hint);
  return false;
}

interface Fault {
  readonly span: Span;
  readonly message: string;
  readonly hint: string;
}

function implicitProductFault(text: (part: Syntax) => string, syntax: BinarySyntax): Fault | undefined {
  const { operator, left, right, sign } = syntax;
  const readings = (a: Syntax, b: Syntax, c: Syntax): string =>
    `write ${text(a)} / (${text(b)} * ${text(c)}), or ${text(a)} / ${text(b)} * ${text(c)}`;
  const unclear = 'It is not clear how far the divisor goes.';
  if (operator === '/' && isImplicit(right))
    return { span: right.span, message: unclear, hint: readings(left, right.left, right.right) };
  if (!syntax.implicit || isNumber(left)) return undefined;
  if (left.kind === 'binary' && left.operator === '/')
    return { span: syntax.span, message: unclear, hint: readings(left.left, left.right, right) };
  const name = functionIn(left);
  if (name === undefined)
    return { span: sign, message: 'A product needs a "*" here.', hint: `write ${text(left)} * ${text(right)}` };
  const call = right.kind === 'group' ? `${name}${text(right)}` : `${name}(${text(right)})`;
  return {
    span: sign,
    message: `The function "${name}" needs brackets around its argument.`,
    hint: `write ${call}${left.kind === 'binary' ? `^${text(left.right)}` : ''}`,
  };
}

const isImplicit = (syntax: Syntax): syntax is BinarySyntax => syntax.kind === 'binary' && syntax.implicit;

const isNumber = (syntax: Syntax): boolean =>
  syntax.kind === 'number' || (syntax.kind === 'prefix' && syntax.operand.kind === 'number');

/** The function whose argument seems to follow: in `sin x` and in `sin^2 (x)`. */
function functionIn(syntax: Syntax): string | undefined {
  if (syntax.kind === 'name') return FUNCTION_NAMES.has(syntax.name) ? syntax.name : undefined;
  return syntax.kind === 'binary' && syntax.operator === '^' ? functionIn(syntax.left) : undefined;
}

/** The text of a part, if short. */
function shortText(formula: string, part: Syntax): string {
  const text = textOf(formula, part);
  return text.length <= 30 ? text : '…';
}
