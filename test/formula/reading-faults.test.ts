import { expect, it } from 'vitest';
import { FUNCTION_NAMES } from '../../src/spec/language.js';
import { describeFaults } from './describe-faults.js';
import { formulaFaults } from './helpers.js';

const KNOWN =
  'known are a, b, u, theta, phi, length, axis, pi, tau, e, t; others are declared under "inputs" or "params"';
const FUNCTIONS = `the functions are ${[...FUNCTION_NAMES].sort().join(' ')}`;
const RANGE = 'a conditional is written condition ? a : b, a component a[1] or a.x, a sum sum(k, 1:4, f)';
const ONE_LINE = 'give each equation its own entry of C; a matrix is written [[a, b], [c, d]]';
const EQUALS = 'write "==" for an equation; quantities are named under "where"';

describeFaults({
  'syntax that the language does not have': [
    ['a = b', '=', 'E_ASSIGNMENT', 'A formula cannot assign with "=".', EQUALS],
    ['f(theta) = theta', '=', 'E_ASSIGNMENT', 'A formula cannot assign with "=".', EQUALS],
    ['theta := 1', ':=', 'E_ASSIGNMENT', 'A formula cannot assign with ":=".', EQUALS],
    ['"text"', '"', 'E_UNSUPPORTED', 'A formula cannot contain strings.', 'components are written a.x or a[1]'],
    ['a["x"]', '"', 'E_UNSUPPORTED', 'A formula cannot contain strings.', 'components are written a.x or a[1]'],
    [
      "a'",
      "'",
      'E_UNSUPPORTED',
      'A formula cannot contain strings or primes.',
      'write ddt(a) for a rate of change, transpose(a) for a transposed matrix',
    ],
    ['theta!', '!', 'E_UNSUPPORTED', 'Factorials are not supported.', 'a condition is negated by "not"'],
    [
      '50% * theta',
      '%',
      'E_UNSUPPORTED',
      'There is no operator "%".',
      'a remainder is mod(x, y); a percentage p / 100',
    ],
    ['theta mod 2', 'mod', 'E_UNSUPPORTED', 'There is no operator "mod".', 'write mod(x, y)'],
    ['theta to cm', 'to', 'E_UNSUPPORTED', 'Conversions of units are not supported: formulas are in SI units.'],
    ['theta xor phi', 'xor', 'E_UNSUPPORTED', 'The operator "xor" is not supported.'],
    ['a; b', ';', 'E_UNSUPPORTED', 'A formula is one expression on one line, without semicolons.', ONE_LINE],
    ['a\nb', '\n', 'E_UNSUPPORTED', 'A formula is one expression on one line, without line breaks.', ONE_LINE],
    ['{x: 1}', '{', 'E_UNSUPPORTED', 'A formula cannot contain objects.', 'group with ( ), write vectors as [x, y]'],
    ['a[1:2]', ':', 'E_UNSUPPORTED', 'A range with ":" stands only in a sum.', RANGE],
    ['1:3', ':', 'E_UNSUPPORTED', 'A range with ":" stands only in a sum.', RANGE],
    ['theta > 0 ? 1 : 2 : 3', ':', 'E_UNSUPPORTED', 'A range with ":" stands only in a sum.', RANGE],
    ['theta # comment', '#', 'E_UNSUPPORTED', 'A formula cannot contain comments.', 'comments go into the spec file'],
    ['theta // 2', '//', 'E_UNSUPPORTED', 'A formula cannot contain comments.', 'comments go into the spec file'],
    [
      'theta .* phi',
      '.*',
      'E_UNSUPPORTED',
      'The elementwise operator ".*" is not supported.',
      'write the components out, as in [a.x * b.x, a.y * b.y]',
    ],
    ['~theta', '~', 'E_UNSUPPORTED', 'The bitwise operator "~" is not supported.', 'a condition is negated by "not"'],
    [
      'theta | 1',
      '|',
      'E_UNSUPPORTED',
      'The bitwise operator "|" is not supported.',
      'conditions are joined by "or"; an absolute value is abs(x), a length norm(v)',
    ],
    ['theta << 1', '<<', 'E_UNSUPPORTED', 'The bitwise operator "<<" is not supported.'],
    ['a?.x', '?.', 'E_UNSUPPORTED', 'The operator "?." is not supported.'],
    ['theta ?? 1', '??', 'E_UNSUPPORTED', 'The operator "??" is not supported.'],
    ['theta === 1', '===', 'E_SYNTAX', 'There is no operator "===".', 'write "=="'],
    ['theta ** 2', '**', 'E_SYNTAX', 'There is no operator "**".', 'write "^"'],
    [
      'theta && phi',
      '&&',
      'E_SYNTAX',
      'There is no operator "&&".',
      'write "and" between conditions, and each equation as an entry of C of its own',
    ],
  ],
  'text that cannot be read': [
    ['', '', 'E_FORMULA_EMPTY', 'The formula is empty.', 'write an equation, such as "norm(a - b) == length"'],
    ['theta +', '', 'E_SYNTAX', 'The formula breaks off.', 'a value is missing at the end'],
    ['theta > 0 ? 1', '', 'E_SYNTAX', 'The formula breaks off.', 'a value is missing at the end'],
    ['1 2', '2', 'E_SYNTAX', 'There is no operator before "2".'],
    [
      'a, b',
      ',',
      'E_SYNTAX',
      '"," is not expected here.',
      'give each equation its own entry of C; a vector is written [x, y]',
    ],
    ['sin(,)', ',', 'E_SYNTAX', 'A value is missing before ",".'],
    ['a..x', '.', 'E_SYNTAX', 'A component must follow the dot, not ".".', 'components are written a.x, a.y, a.z'],
    ['(theta > 0 ? 1)', ')', 'E_SYNTAX', 'A ":" is missing before ")".', 'a conditional is written condition ? a : b'],
    ['norm(a - b', '(', 'E_BRACKET', 'The bracket "(" is not closed.', 'add ")"'],
    ['theta)', ')', 'E_BRACKET', 'The bracket ")" was never opened.'],
    ['(a]', ']', 'E_BRACKET', 'The bracket "(" is closed by "]".', 'write ")"'],
    ['θ', 'θ', 'E_CHARACTER', 'The character "θ" is not part of the formula language.', 'write "theta"'],
    ['a − b', '−', 'E_CHARACTER', 'The character "−" is not part of the formula language.', 'write "-"'],
    [
      'theta + @',
      '@',
      'E_CHARACTER',
      'The character "@" is not part of the formula language.',
      'write "*", or dot(a, b)',
    ],
    ['theta\u2028+ 1', '\u2028', 'E_CHARACTER', 'The character "\\u{2028}" is not part of the formula language.'],
    ['theta 🙂', '🙂', 'E_CHARACTER', 'The character "🙂" is not part of the formula language.'],
    ['0x1F', '0x', 'E_NUMBER', 'Only decimal numbers are understood.'],
    ['1e400', '1e400', 'E_NUMBER', 'The number "1e400" is outside the range of doubles, 5e-324 to 1.8e308.'],
    ['1e-400', '1e-400', 'E_NUMBER', 'The number "1e-400" is outside the range of doubles, 5e-324 to 1.8e308.'],
    [
      '1e999999999',
      '1e999999999',
      'E_NUMBER',
      'The number "1e999999999" is outside the range of doubles, 5e-324 to 1.8e308.',
    ],
    ['2e+', '2', 'E_NUMBER', 'The exponent of the number has no digits, or a fraction.', 'write 2e3, or 2 * e'],
  ],
  'products without a sign': [
    [
      'sin theta',
      'sin theta',
      'E_IMPLICIT_PRODUCT',
      'The function "sin" needs brackets around its argument.',
      'write sin(theta)',
    ],
    [
      'sin^2(theta)',
      'sin^2(theta)',
      'E_IMPLICIT_PRODUCT',
      'The function "sin" needs brackets around its argument.',
      'write sin(theta)^2',
    ],
    ['theta phi', 'theta phi', 'E_IMPLICIT_PRODUCT', 'A product needs a "*" here.', 'write theta * phi'],
    ['2 theta phi', 'theta phi', 'E_IMPLICIT_PRODUCT', 'A product needs a "*" here.', 'write 2 * theta * phi'],
    ['(theta)(phi)', ')(', 'E_IMPLICIT_PRODUCT', 'A product needs a "*" here.', 'write (theta) * (phi)'],
    ['theta 2', 'theta 2', 'E_IMPLICIT_PRODUCT', 'A product needs a "*" here.', 'write theta * 2'],
    [
      '1/2 theta',
      '1/2 theta',
      'E_IMPLICIT_PRODUCT',
      'It is not clear how far the divisor goes.',
      'write 1 / (2 * theta), or 1 / 2 * theta',
    ],
    [
      'phi / 2 theta',
      '2 theta',
      'E_IMPLICIT_PRODUCT',
      'It is not clear how far the divisor goes.',
      'write phi / (2 * theta), or phi / 2 * theta',
    ],
    [
      'theta(phi + 1)',
      'theta',
      'E_CALL_OF_VALUE',
      '"theta" is not a function.',
      'write theta * (phi + 1) if a product is meant',
    ],
    ['a.x(2)', 'a.x', 'E_CALL_OF_VALUE', '"a.x" is not a function.', 'write a.x * (2) if a product is meant'],
  ],
  names: [
    ['norm(a - c)', 'c', 'E_UNKNOWN_NAME', 'There is nothing called "c".', KNOWN],
    ['lenght', 'lenght', 'E_UNKNOWN_NAME', 'There is nothing called "lenght".', 'did you mean "length"?'],
    ['5 cm', 'cm', 'E_UNKNOWN_NAME', 'There is nothing called "cm".', 'write 5 * 0.01: formulas are in SI units'],
    ['version', 'version', 'E_UNKNOWN_NAME', 'There is nothing called "version".', KNOWN],
    ['toString', 'toString', 'E_UNKNOWN_NAME', 'There is nothing called "toString".', KNOWN],
    ['__proto__', '__proto__', 'E_UNKNOWN_NAME', 'There is nothing called "__proto__".', KNOWN],
    ['constructor', 'constructor', 'E_UNKNOWN_NAME', 'There is nothing called "constructor".', KNOWN],
    ['constructor(theta)', 'constructor', 'E_UNKNOWN_FUNCTION', 'There is no function "constructor".', FUNCTIONS],
    [
      'hasOwnProperty(theta)',
      'hasOwnProperty',
      'E_UNKNOWN_FUNCTION',
      'There is no function "hasOwnProperty".',
      FUNCTIONS,
    ],
    ['nrom(a)', 'nrom', 'E_UNKNOWN_FUNCTION', 'There is no function "nrom".', 'did you mean "norm"?'],
    ['ln(theta)', 'ln', 'E_UNKNOWN_FUNCTION', 'There is no function "ln".', 'write log(theta)'],
    ['arctan(theta)', 'arctan', 'E_UNKNOWN_FUNCTION', 'There is no function "arctan".', 'write atan(theta)'],
    [
      'random()',
      'random',
      'E_UNSUPPORTED_FUNCTION',
      'The function "random" of mathjs cannot be used in a constraint.',
      'a formula must have the same value whenever it is evaluated',
    ],
    [
      'round(theta)',
      'round',
      'E_UNSUPPORTED_FUNCTION',
      'The function "round" of mathjs cannot be used in a constraint.',
      'write floor(theta + 1/2)',
    ],
    [
      'gamma(theta)',
      'gamma',
      'E_UNSUPPORTED_FUNCTION',
      'The function "gamma" of mathjs cannot be used in a constraint.',
      'its derivative, the digamma function, is not in the language',
    ],
    [
      'evaluate(theta)',
      'evaluate',
      'E_UNSUPPORTED_FUNCTION',
      'The function "evaluate" of mathjs cannot be used in a constraint.',
      'it is no function of real numbers',
    ],
    ['2 mod(theta, 2)', 'mod', 'E_UNSUPPORTED', 'There is no operator "mod".', 'write mod(x, y)'],
    ['theta + sin', 'sin', 'E_FUNCTION_AS_VALUE', 'The function "sin" needs arguments.', 'write sin(…)'],
    ['i * theta', 'i', 'E_UNSUPPORTED', 'Complex numbers are not supported.'],
    ['Infinity', 'Infinity', 'E_UNSUPPORTED', 'Only finite real numbers are supported.'],
    ['null', 'null', 'E_UNSUPPORTED', 'There is no empty value in a formula.'],
    ['a[end]', 'end', 'E_UNSUPPORTED', 'Ranges of components are not supported.'],
  ],
});

it('underlines the right one of several equal parts', () => {
  const spanIn = (formula: string): unknown => formulaFaults(formula)[0]?.span;
  expect(spanIn('theta - phi + a')).toEqual({ start: 12, end: 13 });
  expect(spanIn('sin(theta) + sin(phi) + sin')).toEqual({ start: 24, end: 27 });
  expect(spanIn('  a [ 1 ] + a [ 3 ]')).toEqual({ start: 16, end: 17 });
});
