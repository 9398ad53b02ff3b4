import type { Span } from '../diagnostics/index.js';
import { FUNCTION_NAMES } from '../spec/language.js';
import type { Context } from './context.js';
import { namesIn, textOf, ungrouped, type BinarySyntax, type Syntax } from '../syntax/syntax.js';

/**
 * Checks a product without a sign. It is understood only between a number and what follows it:
 * `2 x`, `2 (x + y)`. mathjs reads more, and some of it differently from how it looks: `sin x` as
 * `sin * x`, `1/2 x` as `(1/2) * x`, but `a/2 x` as `a/(2 * x)`. A name that `isForeign`, as in
 * `theta deg`, is no factor: the product passes, for what is to be said of the name.
 */
export function checkImplicitProduct(
  context: Context,
  formula: string,
  syntax: BinarySyntax,
  isForeign: (name: string) => boolean,
): boolean {
  const text = (part: Syntax): string => shortText(formula, part);
  const fault = implicitProductFault(text, syntax);
  if (fault === undefined) return true;
  if (namesIn(syntax).some(({ name }) => isForeign(name))) {
    const of = rateOf(text, syntax);
    if (of === undefined) return true;
    context.report(syntax.span, 'E_IMPLICIT_PRODUCT', 'A rate of change is no quotient.', `write ddt(${of})`);
    return false;
  }
  context.report(fault.span, 'E_IMPLICIT_PRODUCT', fault.message, fault.hint);
  return false;
}

/** What changes, in `d/dt x`. */
function rateOf(text: (part: Syntax) => string, { operator, left, right }: BinarySyntax): string | undefined {
  const [divisor, ...factors] = factorsOf(right);
  const isRate = operator === '/' && text(left) === 'd' && text(divisor!.part) === 'dt' && factors.length > 0;
  return isRate ? written(text, factors) : undefined;
}

interface Fault {
  readonly span: Span;
  readonly message: string;
  readonly hint: string;
}

function implicitProductFault(text: (part: Syntax) => string, syntax: BinarySyntax): Fault | undefined {
  const { operator, left, right, sign } = syntax;
  const unclear = 'It is not clear how far the divisor goes.';
  if (operator === '/' && isImplicit(right) && functionIn(factorsOf(right)[0]!.part) === undefined) {
    const product = bareCall(text, right)?.readings[0] ?? written(text, factorsOf(right));
    return {
      span: right.span,
      message: unclear,
      hint: `write ${text(left)} / (${product}), or ${text(left)} / ${product}`,
    };
  }
  const call = bareCall(text, syntax);
  if (call !== undefined) return call;
  if (!syntax.implicit || isNumber(left)) return undefined;
  if (left.kind === 'binary' && left.operator === '/') {
    const [a, b, c] = [left.left, left.right, right].map(text);
    return { span: syntax.span, message: unclear, hint: `write ${a!} / (${b!} * ${c!}), or ${a!} / ${b!} * ${c!}` };
  }
  return { span: sign, message: 'A product needs a "*" here.', hint: `write ${written(text, factorsOf(syntax))}` };
}

/** A factor of a product, and the sign before it. */
interface Factor {
  readonly sign: '*' | '/';
  readonly isImplicit: boolean;
  readonly part: Syntax;
}

/** The factors of a product, in their order; brackets are not opened. */
function factorsOf(syntax: Syntax): readonly Factor[] {
  if (syntax.kind !== 'binary' || (syntax.operator !== '*' && syntax.operator !== '/'))
    return [{ sign: '*', isImplicit: false, part: syntax }];
  const { operator, implicit, left, right } = syntax;
  const [first, ...others] = factorsOf(right);
  return [...factorsOf(left), { ...first!, sign: operator, isImplicit: implicit }, ...others];
}

const signed = (text: (part: Syntax) => string, factors: readonly Factor[]): string =>
  factors.map(({ sign, part }) => ` ${sign} ${text(part)}`).join('');

/** A product with all its signs. */
const written = (text: (part: Syntax) => string, [first, ...others]: readonly Factor[]): string =>
  `${text(first!.part)}${signed(text, others)}`;

/**
 * A function without brackets around its argument, as in `2 sin 2*theta`, or `dot` and `cross`
 * between their arguments. Where the argument may end at several places, the readings are the
 * longest and the shortest.
 */
function bareCall(
  text: (part: Syntax) => string,
  syntax: BinarySyntax,
): (Fault & { readonly readings: readonly string[] }) | undefined {
  if (syntax.operator !== '*' && syntax.operator !== '/') return undefined;
  const factors = factorsOf(syntax);
  const at = factors.findIndex(({ part }, i) => functionIn(part) !== undefined && factors[i + 1]?.isImplicit === true);
  if (at < 0) return undefined;
  const { part, sign } = factors[at]!;
  const [before, argument, after] = [factors.slice(0, at), factors[at + 1]!, factors.slice(at + 2)];
  const name = functionIn(part)!;
  const fault = (message: string, readings: readonly string[]): ReturnType<typeof bareCall> => ({
    span: { start: part.span.start, end: argument.part.span.end },
    message,
    hint: `write ${readings.join(', or ')}`,
    readings,
  });
  if ((name === 'dot' || name === 'cross') && before.length === 1 && after.length === 0)
    return fault(`The function "${name}" stands before its arguments.`, [
      `${name}(${text(before[0]!.part)}, ${text(argument.part)})`,
    ]);
  const exponent = part.kind === 'binary' ? text(part.right) : undefined;
  const reading = (inside: readonly Factor[], outside: readonly Factor[]): string => {
    const isGroup = inside.length === 1 && argument.part.kind === 'group';
    const call = `${name}${isGroup ? text(argument.part) : `(${written(text, inside)})`}`;
    const start = before.length === 0 ? '' : `${written(text, before)} ${sign} `;
    return `${start}${call}${exponent === undefined ? '' : `^${exponent}`}${signed(text, outside)}`;
  };
  const message = `The function "${name}" needs brackets around its argument.`;
  const inverse = INVERSES.get(name);
  if (exponent === '-1' && inverse !== undefined && factors.length === 2) {
    const inner = text(ungrouped(argument.part));
    return fault(message, [`1 / ${name}(${inner})`, `${inverse}(${inner})`]);
  }
  // The sum that a vector stands in may be its argument, which a product does not see.
  if (TAKE_SUMS.has(name) && argument.part.kind !== 'group')
    return {
      ...fault(message, [reading([argument, ...after], [])])!,
      hint: `put all of it into brackets, as in ${name}(a - b)`,
    };
  const longest = after.length === 0 || argument.part.kind === 'group' ? [] : [reading([argument, ...after], [])];
  return fault(message, [...longest, reading([argument], after)]);
}

const TAKE_SUMS: ReadonlySet<string> = new Set(['norm', 'normalize', 'perp']);

const INVERSES: ReadonlyMap<string, string> = new Map(
  ['sin', 'cos', 'tan', 'sinh', 'cosh', 'tanh'].map((name) => [name, `a${name}`]),
);

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
