import { quote, type Span } from '../diagnostics/index.js';
import { fault } from './fault.js';
import { LIMITS } from './limits.js';
import { FOREIGN_CHARACTERS, FOREIGN_SIGNS, FOREIGN_WORDS } from './foreign-signs.js';

/**
 * A word, number or sign of a formula, with its place. mathjs keeps no places, so the project reads
 * tokens itself.
 */
export interface Token extends Span {
  readonly kind: 'number' | 'name' | 'sign';
  readonly text: string;
}

const SPACE = /[ \t]+/y;
// Numbers as mathjs reads them: a dot before `*`, `/` or `^` belongs to the operator.
const NUMBER = /(?:\d+(?:\.(?![*/^])\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SIGN = /==|!=|<=|>=|[-+*/^()[\],.<>?:]/y;

/** Operators that are spelled as words. */
export const WORD_OPERATORS: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/**
 * Splits a formula into tokens; throws at the first character that is not part of the language.
 * `allowed` are words that are foreign elsewhere.
 */
export function tokenize(formula: string, allowed: readonly string[] = []): readonly Token[] {
  if (formula.length > LIMITS.characters)
    fault(
      formula,
      { start: LIMITS.characters, end: LIMITS.characters + 1 },
      'E_FORMULA_LENGTH',
      `The formula has ${formula.length} characters; the limit is ${LIMITS.characters}.`,
      'name parts of it under "where"',
    );
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(formula)?.[0];
  };
  while (at < formula.length) {
    const space = match(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    rejectForeignSign(formula, at);
    const token = readToken(match, at);
    if (token === undefined) rejectCharacter(formula, at);
    if (token.kind === 'number') checkNumber(formula, token, tokens.at(-1));
    if (token.kind === 'name' && !allowed.includes(token.text)) rejectForeignWord(formula, token, tokens.at(-1));
    tokens.push(token);
    at = token.end;
  }
  if (tokens.length === 0)
    fault(
      formula,
      { start: 0, end: 1 },
      'E_FORMULA_EMPTY',
      'The formula is empty.',
      'write an equation, such as "norm(a - b) == length"',
    );
  return tokens;
}

function readToken(match: (pattern: RegExp) => string | undefined, start: number): Token | undefined {
  for (const [kind, pattern] of [
    ['number', NUMBER],
    ['name', NAME],
    ['sign', SIGN],
  ] as const) {
    const text = match(pattern);
    if (text !== undefined) return { kind, text, start, end: start + text.length };
  }
  return undefined;
}

function rejectForeignSign(formula: string, at: number): void {
  for (const { text, code, message, hint, unlessBefore } of FOREIGN_SIGNS) {
    if (!formula.startsWith(text, at)) continue;
    const end = at + text.length;
    if (unlessBefore !== undefined) {
      unlessBefore.lastIndex = end;
      if (unlessBefore.test(formula)) continue;
    }
    fault(formula, { start: at, end }, code, message, typeof hint === 'function' ? hint(formula, at) : hint);
  }
}

function rejectForeignWord(formula: string, token: Token, previous: Token | undefined): void {
  const isCall = /^\s*\(/.test(formula.slice(token.end)) && !(previous !== undefined && endsOperand(previous));
  if (token.text === 'mod' && isCall) return;
  const word = FOREIGN_WORDS.get(token.text);
  if (word !== undefined) fault(formula, token, 'E_UNSUPPORTED', word.message, word.hint);
}

/** Tests whether an operand ends here, so that mathjs reads a word after it as an operator. */
const endsOperand = ({ kind, text }: Token): boolean =>
  kind === 'sign' ? text === ')' || text === ']' : !WORD_OPERATORS.has(text);

function rejectCharacter(formula: string, at: number): never {
  const character = String.fromCodePoint(formula.codePointAt(at)!);
  const replacement = FOREIGN_CHARACTERS.get(character) ?? dotted(formula, at);
  fault(
    formula,
    { start: at, end: at + character.length },
    'E_CHARACTER',
    `The character ${quote(character)} is not part of the formula language.`,
    replacement === undefined ? undefined : `write ${replacement}`,
  );
}

/** The rate for a letter with a dot above it, one character or two. */
function dotted(formula: string, at: number): string | undefined {
  const [letter, dot] = formula.slice(at, at + 2).normalize('NFD');
  if (dot === '\u0307' && /[a-z]/i.test(letter!)) return `ddt(${letter!}) for a rate of change`;
  if (letter !== '\u0307') return undefined;
  const [name] = /\w+$/.exec(formula.slice(0, at)) ?? [];
  return name === undefined ? undefined : `ddt(${name}) for a rate of change`;
}

function checkNumber(formula: string, token: Token, previous: Token | undefined): void {
  if (token.text.startsWith('.') && previous?.kind === 'name' && previous.end === token.start)
    fault(
      formula,
      token,
      'E_SYNTAX',
      'A component must follow the dot, not a number.',
      `the first component is ${previous.text}[1], or ${previous.text}.x`,
    );
  if (/^0[xXbBoO]/.test(formula.slice(token.start, token.start + 2)))
    fault(formula, { start: token.start, end: token.end + 1 }, 'E_NUMBER', 'Only decimal numbers are understood.');
  if (token.text.length > LIMITS.numberLength)
    fault(
      formula,
      token,
      'E_NUMBER',
      `The number has ${token.text.length} digits; the limit is ${LIMITS.numberLength}.`,
    );
  const value = Number(token.text);
  const isZero = /^[0.]+(?:[eE]|$)/.test(token.text);
  if (!Number.isFinite(value) || (value === 0 && !isZero))
    fault(
      formula,
      token,
      'E_NUMBER',
      `The number ${quote(token.text)} is outside the range of doubles, 5e-324 to 1.8e308.`,
    );
}
