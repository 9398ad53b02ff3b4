import { fault } from './fault.js';
import { LIMITS } from './limits.js';
import { WORD_OPERATORS, type Token } from './tokens.js';

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
]);
/**
 * Binary operators whose operands the parser reads in a loop, after it has returned from prefixes
 * and powers.
 */
const LOOPING: ReadonlySet<string> = new Set(['+', '-', '*', '/', '==', '!=', '<', '<=', '>', '>=', 'and', 'or']);

interface Level {
  readonly open: Token | undefined;
  /** True in the brackets of `sum(…)`, where a colon stands between the ends of a range. */
  readonly isSum?: boolean;
  /** Conditionals whose colon has not come yet. */
  questions: number;
  /**
   * Recursion depth of the parser: branches since the last comma, and prefixes and powers of this
   * operand.
   */
  branches: number;
  prefixes: number;
}

/**
 * Checks that brackets pair, that each colon belongs to a conditional, and that nothing nests
 * deeper than the limit. It runs before the parser, which recurses once per bracket, prefix
 * operator, power and branch.
 */
export function checkNesting(formula: string, tokens: readonly Token[]): void {
  const levels: Level[] = [{ open: undefined, questions: 0, branches: 0, prefixes: 0 }];
  let depth = 0;
  let previous: Token | undefined;
  for (const token of tokens) {
    const level = levels.at(-1)!;
    const { text } = token;
    if (CLOSING.has(text)) {
      levels.push({ open: token, isSum: previous?.text === 'sum', questions: 0, branches: 0, prefixes: 0 });
      depth++;
    } else if (text === ')' || text === ']') {
      checkPartner(formula, level.open, token);
      levels.pop();
      depth -= 1 + level.branches + level.prefixes;
    } else if (text === ',') {
      depth -= level.branches + level.prefixes;
      level.branches = level.prefixes = 0;
    } else if (text === '?' || text === ':') {
      if (text === '?') level.questions++;
      else if (level.questions > 0) level.questions--;
      else if (level.isSum !== true) rejectRange(formula, token);
      depth += 1 - level.prefixes;
      level.branches++;
      level.prefixes = 0;
    } else if (text === '^' || text === 'not' || isPrefix(token, previous)) {
      level.prefixes++;
      depth++;
    } else if (LOOPING.has(text)) {
      depth -= level.prefixes;
      level.prefixes = 0;
    }
    if (depth > LIMITS.nesting)
      fault(
        formula,
        token,
        'E_FORMULA_DEPTH',
        `The formula is nested more than ${LIMITS.nesting} levels deep.`,
        NAME_PARTS,
      );
    previous = token;
  }
  const { open } = levels.at(-1)!;
  if (open !== undefined)
    fault(formula, open, 'E_BRACKET', `The bracket "${open.text}" is not closed.`, `add "${CLOSING.get(open.text)!}"`);
}

export const NAME_PARTS = 'name parts of it under "where"';

function checkPartner(formula: string, open: Token | undefined, close: Token): void {
  if (open === undefined) fault(formula, close, 'E_BRACKET', `The bracket "${close.text}" was never opened.`);
  const expected = CLOSING.get(open.text)!;
  if (expected !== close.text)
    fault(
      formula,
      close,
      'E_BRACKET',
      `The bracket "${open.text}" is closed by "${close.text}".`,
      `write "${expected}"`,
    );
}

/** Tests whether a plus or minus is a prefix: it follows no operand. */
function isPrefix(token: Token, previous: Token | undefined): boolean {
  if (token.text !== '-' && token.text !== '+') return false;
  if (previous === undefined || WORD_OPERATORS.has(previous.text)) return true;
  return previous.kind === 'sign' && previous.text !== ')' && previous.text !== ']';
}

function rejectRange(formula: string, colon: Token): never {
  const hint = 'a conditional is written condition ? a : b, a component a[1] or a.x, a sum sum(k, 1:4, f)';
  fault(formula, colon, 'E_UNSUPPORTED', 'A range with ":" stands only in a sum.', hint);
}
