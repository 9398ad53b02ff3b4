import type { ConfigOptions, MathJsInstance } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { diagnosticsOf } from '../../src/diagnostics/index.js';
import { parseEquations, parseFormula, type Equation } from '../../src/syntax/parse.js';
import { partsOf, type Syntax } from '../../src/syntax/syntax.js';
import { mathjs } from '../../src/mathjs.js';

describe('places', () => {
  /** Lists every part of a formula, as its text, outer before inner. */
  const parts = (formula: string): string[] => {
    const visit = (part: Syntax): string[] => [
      formula.slice(part.span.start, part.span.end),
      ...partsOf(part).flatMap(visit),
    ];
    return visit(parseFormula(formula).syntax);
  };
  it.each([
    ['a + b*c', ['a + b*c', 'a', 'b*c', 'b', 'c']],
    ['-x ^ 2', ['-x ^ 2', 'x ^ 2', 'x', '2']],
    ['2 x', ['2 x', '2', 'x']],
    ['( a )', ['( a )', 'a']],
    ['f( a , b.x )', ['f( a , b.x )', 'f', 'a', 'b.x', 'b']],
    ['[ [a,1], b ] [ 1, 2 ]', ['[ [a,1], b ] [ 1, 2 ]', '[ [a,1], b ]', '[a,1]', 'a', '1', 'b', '1', '2']],
    ['a[1] .x', ['a[1] .x', 'a[1]', 'a', '1']],
    ['0 < x <= 1 ? a : -b', ['0 < x <= 1 ? a : -b', '0 < x <= 1', '0', 'x', '1', 'a', '-b', 'b']],
    ['not a and b or c', ['not a and b or c', 'not a and b', 'not a', 'a', 'b', 'c']],
    ['[1, 2, ]', ['[1, 2, ]', '1', '2']],
    ['x?.3:.7', ['x?.3:.7', 'x', '.3', '.7']],
  ])('%s', (formula, expected) => {
    expect(parts(formula)).toEqual(expected);
  });
  it('gives the places of operators', () => {
    expect(parseFormula('a  -  b').syntax).toMatchObject({ kind: 'binary', sign: { start: 3, end: 4 } });
    expect(parseFormula('a < b  >=  c').syntax).toMatchObject({
      signs: [
        { start: 2, end: 3 },
        { start: 7, end: 9 },
      ],
    });
  });
});

describe('parseEquations', () => {
  const sides = (text: string): (string | undefined)[] => {
    const equations = parseEquations(text);
    return equations.flatMap(({ lhs, rhs }) => [lhs.toString(), rhs?.toString()]);
  };
  it('splits at the "==" of the whole formula', () => {
    expect(sides('norm(a - b) == length')).toEqual(['norm(a - b)', 'length']);
    expect(sides('((x == 1))')).toEqual(['x', '1']);
    expect(sides('x - 1')).toEqual(['x - 1', undefined]);
    expect(sides('(x == 1) ? 2 : 3')).toEqual(['(x == 1) ? 2 : 3', undefined]);
  });
  it('exchanges the sides of "<=", and splits chains', () => {
    expect(sides('a >= b')).toEqual(['a', 'b']);
    expect(sides('a <= b')).toEqual(['b', 'a']);
    expect(sides('(low <= x <= high)')).toEqual(['x', 'low', 'high', 'x']);
    expect(sides('x <= 1 ? 2 : 3')).toEqual(['(x <= 1) ? 2 : 3', undefined]);
  });
  it('keeps all digits of literals with a parser that can', () => {
    const exact = (mathjs as unknown as { create: (config: ConfigOptions) => MathJsInstance }).create({
      number: 'BigNumber',
    });
    const [{ lhs }] = parseEquations('0.12345678901234567890123', exact) as [Equation];
    expect(lhs.toString()).toBe('0.12345678901234567890123');
  });
  it('rejects syntax that the language does not have', () => {
    expect(diagnosticsOf(() => parseEquations('x = 1')).map(({ code }) => code)).toEqual(['E_ASSIGNMENT']);
  });
});

describe('limits', () => {
  const faults = (formula: string): string[] => {
    const start = performance.now();
    const diagnostics = diagnosticsOf(() => parseFormula(formula));
    expect(performance.now() - start).toBeLessThan(1000);
    return diagnostics.map(({ code, message }) => `${code}: ${message}`);
  };
  const repeat = (text: string, count: number): string => text.repeat(count);
  const TOO_DEEP = 'E_FORMULA_DEPTH: The formula is nested more than 200 levels deep.';
  const TOO_MANY = 'E_FORMULA_DEPTH: The formula has more than 500 operations inside one another, or in one sum.';

  it.each<[string, string, string[]]>([
    [
      '100,000 characters',
      `${repeat('x', 99_999)}y`,
      ['E_FORMULA_LENGTH: The formula has 100000 characters; the limit is 20000.'],
    ],
    [
      'many tokens',
      `[${repeat('x,', 4000)}x]`,
      ['E_FORMULA_TOKENS: The formula has 8003 words, numbers and signs; the limit is 5000.'],
    ],
    ['10,000 brackets', `${repeat('(', 10_000)}x${repeat(')', 9_999)}`, [TOO_DEEP]],
    ['lists in lists', `${repeat('[', 201)}x${repeat(']', 201)}`, [TOO_DEEP]],
    ['calls in calls', `${repeat('sin(', 201)}x${repeat(')', 201)}`, [TOO_DEEP]],
    ['signs', `${repeat('-', 10_000)}x`, [TOO_DEEP]],
    ['spaced signs', `${repeat('- + ', 200)}x`, [TOO_DEEP]],
    ['negations', `${repeat('not ', 3_000)}x`, [TOO_DEEP]],
    ['powers', `x${repeat('^x', 5_000)}`, [TOO_DEEP]],
    ['conditionals to the right', `${repeat('x?y:', 2_000)}z`, [TOO_DEEP]],
    ['conditionals to the left', `${repeat('x?', 2_000)}y${repeat(':z', 2_000)}`, [TOO_DEEP]],
    ['a mixture', `${repeat('-(x^', 70)}x${repeat(')', 70)}`, [TOO_DEEP]],
    ['a long sum', `x${repeat('+x', 2_000)}`, [TOO_MANY]],
    ['a long product', `x${repeat('*x', 2_000)}`, [TOO_MANY]],
    ['components of components', `x${repeat('.x', 2_000)}`, [TOO_MANY]],
    ['implicit products', `x${repeat(' x', 2_000)}`, [TOO_MANY]],
    ['calls of calls', `x${repeat('(1)', 1_000)}`, [TOO_MANY]],
    ['a long number', repeat('1', 1000), ['E_NUMBER: The number has 1000 digits; the limit is 400.']],
  ])('%s', (_, formula, expected) => {
    expect(faults(formula)).toEqual(expected);
  });

  it.each([
    ['200 brackets', `${repeat('(', 200)}x${repeat(')', 200)}`],
    ['a sum of 400 squares', `x^2${repeat(' + -x^2', 399)}`],
    ['100 conditionals', `${repeat('x<1?-y^2:', 66)}z`],
    [
      'many deep brackets side by side',
      Array.from({ length: 20 }, () => `${repeat('(', 100)}x${repeat(')', 100)}`).join('+'),
    ],
  ])('%s are allowed', (_, formula) => {
    expect(faults(formula)).toEqual([]);
  });
});
