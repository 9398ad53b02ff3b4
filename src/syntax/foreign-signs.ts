import type { DiagnosticCode } from '../diagnostics/index.js';

/** A sign of mathjs, JavaScript or another language that this language does not have. */
export interface ForeignSign {
  readonly text: string;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
  /** Text that must not follow, for the sign to be one. */
  readonly unlessBefore?: RegExp;
}

const elementwise = (text: string): ForeignSign => ({
  text,
  code: 'E_UNSUPPORTED',
  message: `The elementwise operator "${text}" is not supported.`,
  hint: `write the components out, as in [a.x ${text[1]!} b.x, a.y ${text[1]!} b.y]`,
});
const bitwise = (text: string, hint?: string): ForeignSign => ({
  text,
  code: 'E_UNSUPPORTED',
  message: `The bitwise operator "${text}" is not supported.`,
  ...(hint === undefined ? {} : { hint }),
});
const separator = (text: string, name: string): ForeignSign => ({
  text,
  code: 'E_UNSUPPORTED',
  message: `A formula is one expression on one line, without ${name}.`,
  hint: 'give each equation its own entry of C; a matrix is written [[a, b], [c, d]]',
});
const string = (text: string): ForeignSign => ({
  text,
  code: 'E_UNSUPPORTED',
  message: 'A formula cannot contain strings.',
  hint: 'components are written a.x or a[1]',
});
const object = (text: string): ForeignSign => ({
  text,
  code: 'E_UNSUPPORTED',
  message: 'A formula cannot contain objects.',
  hint: 'group with ( ), write vectors as [x, y]',
});
const comment = (text: string): ForeignSign => ({
  text,
  code: 'E_UNSUPPORTED',
  message: 'A formula cannot contain comments.',
  hint: 'comments go into the spec file',
});
const latex = (text: string, replacement: string): ForeignSign => ({
  text,
  code: 'E_UNSUPPORTED',
  message: 'A formula is not written in LaTeX.',
  hint: `write ${replacement}`,
});
const assignment = (text: string): ForeignSign => ({
  text,
  code: 'E_ASSIGNMENT',
  message: `A formula cannot assign with "${text}".`,
  hint: 'write "==" for an equation; quantities are named under "where"',
});
const misspelt = (text: string, right: string): ForeignSign => ({
  text,
  code: 'E_SYNTAX',
  message: `There is no operator "${text}".`,
  hint: `write "${right}"`,
});

/**
 * The signs in the order in which they are tried at each token: longer signs come before those they
 * begin with.
 */
export const FOREIGN_SIGNS: readonly ForeignSign[] = [
  misspelt('===', '=='),
  misspelt('!==', '!='),
  misspelt('=<', '<='),
  misspelt('=>', '>='),
  misspelt('<>', '!='),
  misspelt('**', '^'),
  misspelt('&&', 'and'),
  misspelt('||', 'or'),
  elementwise('.*'),
  elementwise('./'),
  elementwise('.^'),
  bitwise('>>>'),
  bitwise('>>'),
  bitwise('<<'),
  bitwise('^|'),
  bitwise('&', 'conditions are joined by "and"'),
  bitwise('|', 'conditions are joined by "or"; an absolute value is abs(x), a length norm(v)'),
  bitwise('~', 'a condition is negated by "not"'),
  assignment(':='),
  { ...assignment('='), unlessBefore: /=/y },
  {
    text: '!',
    code: 'E_UNSUPPORTED',
    message: 'Factorials are not supported.',
    hint: 'a condition is negated by "not"',
    unlessBefore: /=/y,
  },
  { text: '?.', code: 'E_UNSUPPORTED', message: 'The operator "?." is not supported.', unlessBefore: /\d/y },
  { text: '??', code: 'E_UNSUPPORTED', message: 'The operator "??" is not supported.' },
  separator('\r', 'line breaks'),
  separator('\n', 'line breaks'),
  separator(';', 'semicolons'),
  string('"'),
  {
    text: "'",
    code: 'E_UNSUPPORTED',
    message: 'A formula cannot contain strings, and the transpose is not supported.',
    hint: 'a rate of change is ddt(x), a product of row and column dot(a, b); components are written a.x',
  },
  string('`'),
  {
    text: '${',
    code: 'E_UNSUPPORTED',
    message: 'A formula cannot contain placeholders.',
    hint: 'name the quantity under "params", or write the text between backticks: `norm(a - b) == ${length}`',
  },
  latex('\\frac', 'a / b'),
  latex('\\dfrac', 'a / b'),
  latex('\\sqrt', 'sqrt(x)'),
  latex('\\cdot', '"*", or dot(a, b)'),
  latex('\\times', '"*", or cross(a, b)'),
  latex('\\dot', 'ddt(x)'),
  latex('\\left', 'the bracket alone'),
  latex('\\right', 'the bracket alone'),
  latex('\\', 'theta for \\theta, sin(x) for \\sin x'),
  // In a string of JavaScript, "\\frac" and "\\beta" begin with these characters.
  latex('\f', 'a / b for \\frac'),
  latex('\b', 'beta for \\beta'),
  latex('$', 'the formula without "$"'),
  object('{'),
  object('}'),
  comment('#'),
  comment('//'),
  comment('/*'),
  {
    text: '%',
    code: 'E_UNSUPPORTED',
    message: 'There is no operator "%".',
    hint: 'a remainder is mod(x, y); a percentage p / 100',
  },
];

const CONDITIONAL = 'write condition ? a : b';
const CONVERSION = 'Conversions of units are not supported: formulas are in SI units.';

/** Words that mathjs reads as operators, and those of programs that no quantity may have as name. */
export const FOREIGN_WORDS: ReadonlyMap<string, { readonly message: string; readonly hint?: string }> = new Map([
  ['mod', { message: 'There is no operator "mod".', hint: 'write mod(x, y)' }],
  ['to', { message: CONVERSION }],
  ['in', { message: CONVERSION }],
  ['xor', { message: 'The operator "xor" is not supported.' }],
  ['if', { message: 'There is no "if" in a formula.', hint: CONDITIONAL }],
  ['else', { message: 'There is no "else" in a formula.', hint: CONDITIONAL }],
  ['return', { message: 'A formula is an expression, without "return".' }],
]);

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho - sigma tau upsilon phi chi psi omega';

/** Characters of printed mathematics, and their replacements. */
export const FOREIGN_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['−', '"-"'],
  ['–', '"-"'],
  ['×', '"*", or cross(a, b)'],
  ['·', '"*", or dot(a, b)'],
  ['⋅', '"*", or dot(a, b)'],
  ['÷', '"/"'],
  ['²', '"^2"'],
  ['³', '"^3"'],
  ['√', 'sqrt(x)'],
  ['≤', '"<="'],
  ['≥', '">="'],
  ['≠', '"!="'],
  ['∧', '"and"'],
  ['∨', '"or"'],
  ['¬', '"not"'],
  ['‖', 'norm(v)'],
  ['°', 'x * pi / 180'],
  ['∞', 'no infinite values'],
  ['\u00a0', 'an ordinary space'],
  ...GREEK.split(' ').map((name, i): [string, string] => [String.fromCodePoint(0x3b1 + i), `"${name}"`]),
]);
