import type { DiagnosticCode } from '../diagnostics/index.js';

/** A sign of mathjs, JavaScript or another language that this language does not have. */
export interface ForeignSign {
  readonly text: string;
  readonly code: DiagnosticCode;
  readonly message: string;
  /** The hint, which may depend on what stands around the sign. */
  readonly hint?: string | ((formula: string, at: number) => string);
  /** Text that must not follow, for the sign to be one. */
  readonly unlessBefore?: RegExp;
}

const elementwise = (text: string): ForeignSign => ({
  text,
  code: 'E_UNSUPPORTED',
  message: `The elementwise operator "${text}" is not supported.`,
  hint: `write the components out, as in [a.x ${text[1]!} b.x, a.y ${text[1]!} b.y]`,
});
const bitwise = (text: string, hint?: ForeignSign['hint']): ForeignSign => ({
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
  hint: (formula, at) => {
    const [, list] = /^\{([^{}]*,[^{}]*)\}/.exec(formula.slice(at)) ?? [];
    return list === undefined ? 'group with ( ), write vectors as [x, y]' : `write [${list}] for a vector`;
  },
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

/** A hint for a magnitude between bars; undefined for a bar alone. */
function barred(formula: string, at: number, bar: string): string | undefined {
  const from = at + bar.length;
  const to = formula.indexOf(bar, from);
  const inside = formula.slice(from, to).trim();
  if (to < 0 || inside === '' || /[=<>]/.test(inside)) return undefined;
  return bar === '|' ? `write abs(${inside}) of a number, norm(${inside}) of a vector` : `write norm(${inside})`;
}

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
  { ...misspelt('~=', '=='), hint: 'write "==" for an equation, "!=" for what is not equal, in a condition' },
  { ...misspelt('&&', 'and'), hint: 'write "and" between conditions, and each equation as an entry of C of its own' },
  { ...misspelt('||', 'or'), hint: (formula, at) => barred(formula, at, '||') ?? 'write "or"' },
  elementwise('.*'),
  elementwise('./'),
  elementwise('.^'),
  bitwise('>>>'),
  bitwise('>>'),
  bitwise('<<'),
  bitwise('^|'),
  bitwise('&', 'conditions are joined by "and"'),
  bitwise(
    '|',
    (formula, at) =>
      barred(formula, at, '|') ?? 'conditions are joined by "or"; an absolute value is abs(x), a length norm(v)',
  ),
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
    message: 'A formula cannot contain strings or primes.',
    hint: (formula, at) => {
      const [name] = /[A-Za-z_]\w*(?:\.\w+)?$/.exec(formula.slice(0, at)) ?? [];
      return name === undefined
        ? 'a rate of change is ddt(x), a transposed matrix transpose(A); components are written a.x'
        : `write ddt(${name}) for a rate of change, transpose(${name}) for a transposed matrix`;
    },
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
  latex('\\|', 'norm(v)'),
  latex('\\leq', '"<="'),
  latex('\\geq', '">="'),
  latex('\\le', '"<="'),
  latex('\\ge', '">="'),
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
  [
    'in',
    { message: 'There is no operator "in".', hint: 'write low <= x <= high for a range; a sum is sum(k, 1:4, f)' },
  ],
  ['xor', { message: 'The operator "xor" is not supported.' }],
  ['if', { message: 'There is no "if" in a formula.', hint: CONDITIONAL }],
  ['else', { message: 'There is no "else" in a formula.', hint: CONDITIONAL }],
  ['return', { message: 'A formula is an expression, without "return".' }],
]);

/** Letters of other forms, and capitals, of which only these are in use. */
const OTHER_GREEK: Readonly<Record<string, string>> = {
  ϑ: 'theta',
  ϕ: 'phi',
  ϵ: 'epsilon',
  ϱ: 'rho',
  µ: 'mu',
  Γ: 'Gamma',
  Δ: 'Delta',
  Θ: 'Theta',
  Λ: 'Lambda',
  Ξ: 'Xi',
  Π: 'Pi',
  Σ: 'Sigma',
  Φ: 'Phi',
  Ψ: 'Psi',
  Ω: 'Omega',
};
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
  ['∗', '"*"'],
  ['‑', '"-"'],
  ['‐', '"-"'],
  ...Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹', (character, i): [string, string] => [character, `"^${i}"`]),
  ...Array.from('₀₁₂₃₄₅₆₇₈₉', (character, i): [string, string] => [
    character,
    `"_${i}" in a name, [${i}] for a component`,
  ]),
  ['⁻', '"^(-1)" for ⁻¹'],
  ['½', '(1/2)'],
  ['¼', '(1/4)'],
  ['¾', '(3/4)'],
  ['′', 'ddt(x) for a rate of change'],
  ['≈', '"=="'],
  ['≡', '"=="'],
  ['≔', '"=="'],
  ['∑', 'sum(k, 1:4, f)'],
  ['∂', 'ddt(x) for a rate of change'],
  ['∠', 'angle(a, b)'],
  ['⊥', 'perp(v), or dot(a, b) == 0'],
  ['⟂', 'dot(a, b) == 0'],
  ['±', 'an inequality, such as low <= x <= high'],
  ['∥', 'norm(v), or cross(a, b) == 0 for parallel vectors'],
  ['⟨', 'dot(a, b), or a vector [x, y]'],
  ['@', '"*", or dot(a, b)'],
  ['√', 'sqrt(x)'],
  ['≤', '"<="'],
  ['≥', '">="'],
  ['≠', '"!="'],
  ['∧', '"and"'],
  ['∨', '"or"'],
  ['¬', '"not"'],
  ['‖', 'norm(v)'],
  ['°', 'x * pi / 180'],
  ['∞', 'an inequality for a value without an end'],
  ['\u00a0', 'an ordinary space'],
  ...Object.entries(OTHER_GREEK).map(([letter, name]): [string, string] => [letter, `"${name}"`]),
  ...GREEK.split(' ').map((name, i): [string, string] => [String.fromCodePoint(0x3b1 + i), `"${name}"`]),
]);
