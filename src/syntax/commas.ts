import { fault } from './fault.js';
import { WORD_OPERATORS, type Token } from './tokens.js';

interface Opened {
  readonly token: Token;
  /** True where commas separate arguments, components or indices. */
  readonly isList: boolean;
}

/**
 * Checks that each comma stands in a call, a list or an index. Others are decimal commas, vectors in
 * round brackets, or several equations in one entry. Brackets have been paired before.
 */
export function checkCommas(formula: string, tokens: readonly Token[]): void {
  const open: Opened[] = [];
  tokens.forEach((token, i) => {
    const { text } = token;
    if (text === '(' || text === '[') open.push({ token, isList: text === '[' || isName(tokens[i - 1]) });
    else if (text === ')' || text === ']') open.pop();
    else if (text === ',') checkComma(formula, tokens, i, open.at(-1));
  });
}

const isName = (token: Token | undefined): boolean => token?.kind === 'name' && !WORD_OPERATORS.has(token.text);

function checkComma(formula: string, tokens: readonly Token[], i: number, inside: Opened | undefined): void {
  if (inside?.isList) return;
  const [before, comma, after] = [tokens[i - 1], tokens[i]!, tokens[i + 1]];
  const isDecimal =
    before !== undefined &&
    after !== undefined &&
    /^\d+$/.test(before.text) &&
    /^\d+$/.test(after.text) &&
    before.end === comma.start &&
    comma.end === after.start;
  const decimal = isDecimal ? `write ${before.text}.${after.text} with a point` : undefined;
  if (inside === undefined)
    fault(
      formula,
      comma,
      'E_SYNTAX',
      '"," is not expected here.',
      decimal ?? 'give each equation its own entry of C; a vector is written [x, y]',
    );
  const { start } = inside.token;
  const vector = `write [${formula.slice(start + 1, closing(tokens, inside.token).start)}] for a vector`;
  fault(
    formula,
    { start, end: closing(tokens, inside.token).end },
    'E_SYNTAX',
    'Round brackets hold one value.',
    decimal === undefined ? vector : `${vector}; for a number ${decimal}`,
  );
}

/** The partner of a bracket. */
function closing(tokens: readonly Token[], open: Token): Token {
  let depth = 0;
  for (const token of tokens.slice(tokens.indexOf(open))) {
    if (token.text === '(' || token.text === '[') depth++;
    if ((token.text === ')' || token.text === ']') && --depth === 0) return token;
  }
  return open;
}
