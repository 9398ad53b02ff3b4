import { fault } from './fault.js';
import { LIMITS } from './limits.js';
import { namesIn, partsOf, type Counters, type NameSyntax, type SumSyntax, type Syntax } from './syntax.js';

/** The parts of `sum(counter, first:last, body)`. */
export interface SumParts {
  readonly counter: NameSyntax;
  readonly first: Syntax;
  readonly last: Syntax;
  readonly body: Syntax;
  /** The counters of the sums around it. */
  readonly outer: readonly string[];
}

export const SUM_USAGE = 'write sum(k, 1:4, f), with a formula f of k, which runs through 1, 2, 3 and 4';

/**
 * Writes a sum over whole numbers out. Everything after it knows sums of terms only. The terms are
 * counted before they are made.
 */
export function sumOf(formula: string, span: Syntax['span'], parts: SumParts): SumSyntax {
  const { counter, first, last, body } = parts;
  const [from, to] = [wholeNumber(formula, first, parts), wholeNumber(formula, last, parts)];
  const count = to - from + 1;
  if (count < 1)
    fault(formula, { ...first.span, end: last.span.end }, 'E_INDEX', `There is no number from ${from} to ${to}.`);
  if (count * sizeOf(body) > LIMITS.tokens)
    fault(
      formula,
      span,
      'E_FORMULA_TOKENS',
      `The sum has ${count} terms of ${sizeOf(body)} words, numbers and signs; the limit is ${LIMITS.tokens} together.`,
    );
  const terms = Array.from({ length: count }, (_, i) => withCounter(body, counter.name, from + i));
  return { kind: 'sum', counter, terms, span };
}

function wholeNumber(formula: string, syntax: Syntax, { counter, outer }: SumParts): number {
  const isNegative = syntax.kind === 'prefix' && syntax.operator === '-';
  const digits = isNegative ? syntax.operand : syntax;
  const value = digits.kind === 'number' ? Number(digits.text) : Number.NaN;
  if (Number.isSafeInteger(value)) return isNegative ? -value : value;
  const around = namesIn(syntax).find(({ name }) => outer.includes(name))?.name;
  fault(
    formula,
    syntax.span,
    'E_INDEX',
    'The ends of a sum are whole numbers, written as such.',
    around === undefined
      ? 'a sum that depends on a parameter has no fixed number of terms; write sum(k, 1:4, f)'
      : `${around} counts the sum around it; sum as far as any ${around} needs, as in sum(${counter.name}, 1:4, ${counter.name} <= ${around} ? f : 0)`,
  );
}

const sizeOf = (syntax: Syntax): number => partsOf(syntax).reduce((size, part) => size + sizeOf(part), 1);

/** A part with a number in place of a counter. */
function withCounter<S extends Syntax>(syntax: S, counter: string, k: number): S;
function withCounter(syntax: Syntax, counter: string, k: number): Syntax {
  const inside = <S extends Syntax>(part: S): S => withCounter(part, counter, k);
  const counters: Counters = { ...syntax.counters, [counter]: k };
  switch (syntax.kind) {
    case 'number':
      return syntax;
    case 'name':
      return syntax.name === counter ? { kind: 'number', text: String(k), span: syntax.span, counters } : syntax;
    case 'group':
      return { ...syntax, counters, inner: inside(syntax.inner) };
    case 'prefix':
      return { ...syntax, counters, operand: inside(syntax.operand) };
    case 'binary':
      return { ...syntax, counters, left: inside(syntax.left), right: inside(syntax.right) };
    case 'relation':
      return { ...syntax, counters, operands: syntax.operands.map(inside) };
    case 'conditional':
      return {
        ...syntax,
        counters,
        condition: inside(syntax.condition),
        whenTrue: inside(syntax.whenTrue),
        whenFalse: inside(syntax.whenFalse),
      };
    case 'call':
      return { ...syntax, counters, args: syntax.args.map(inside) };
    case 'member':
      return { ...syntax, counters, object: inside(syntax.object) };
    case 'index':
      return { ...syntax, counters, object: inside(syntax.object), indices: syntax.indices.map(inside) };
    case 'list':
      return { ...syntax, counters, items: syntax.items.map(inside) };
    case 'sum':
      return { ...syntax, counters, terms: syntax.terms.map(inside) };
  }
}
