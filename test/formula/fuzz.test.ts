import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpecError } from '../../src/diagnostics/index.js';
import { expandConstraint } from '../../src/formula/expand.js';
import { parseEquations } from '../../src/syntax/parse.js';
import { doubles } from '../../src/symbolic/arithmetic-double.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { inFull, IS_FULL } from '../support/scope.js';
import { formulaFaults, specOf } from './helpers.js';

/** In `npm test` every fifth of them. */
const runs = (count: number): number => (IS_FULL ? count : count / 5);

const WORDS =
  'a b u theta phi length axis t pi e tau 0 1 2 .5 1e3 + - * / ^ ( ) [ ] , . x y z ? : == != < <= > >= and or not true false sin cos ' +
  'norm dot cross rotate perp normalize atan2 min sqrt log pow = ; ! % & | { } " \' # $ i end NaN mod to in xor ddt random \n 2x';

const soup = fc
  .array(fc.constantFrom(...WORDS.split(' ')), { maxLength: 14 })
  .chain((words) =>
    fc
      .array(fc.constantFrom('', ' '), { minLength: words.length, maxLength: words.length })
      .map((gaps) => words.map((word, i) => word + gaps[i]!).join('')),
  );

/** Formulas that are mostly well-formed, so that they exercise more than the tokenizer. */
const { formula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(
      'a',
      'b',
      'u',
      'theta',
      'phi',
      'length',
      'axis',
      't',
      'pi',
      'e',
      '0',
      '1',
      '2',
      '0.5',
      'true',
      'a.x',
      'b.y',
      'b[2]',
      'lost',
    ),
    fc
      .tuple(
        tie('formula'),
        fc.constantFrom('+', '-', '*', '/', '^', '<', '==', '>=', ' and ', ' or ', ' '),
        tie('formula'),
      )
      .map((parts) => parts.join('')),
    fc.tuple(fc.constantFrom('-', '+', 'not '), tie('formula')).map((parts) => parts.join('')),
    fc
      .tuple(
        fc.constantFrom('', 'sin', 'sqrt', 'log', 'norm', 'normalize', 'perp', 'rotate', 'cosh', 'abs'),
        tie('formula'),
      )
      .map(([name, arg]) => `${name}(${arg})`),
    fc
      .tuple(
        fc.constantFrom('dot', 'cross', 'rotate', 'atan2', 'min', 'pow', 'nthRoot'),
        tie('formula'),
        tie('formula'),
      )
      .map(([name, x, y]) => `${name}(${x}, ${y})`),
    fc.tuple(tie('formula'), tie('formula'), tie('formula')).map(([p, x, y]) => `(${p} ? ${x} : ${y})`),
    fc.array(tie('formula'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  ),
}));

/**
 * Expands a formula. Any error but a report with places inside the formula is a fault of the
 * toolkit.
 */
function attempt(text: string): boolean {
  try {
    const { C } = expandConstraint('Test', specOf(['theta + phi + length + a.x + b.x + u.x + axis.x', text]), 2);
    const variables = [
      'theta',
      'phi',
      'length',
      't',
      ...['a', 'b', 'u', 'axis'].flatMap((name) => [`${name}.x`, `${name}.y`]),
    ];
    expect(evaluate(doubles, C, new Map(variables.map((name, i) => [name, 0.3 + i / 10])))).toHaveLength(C.length);
    return true;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    expect(error.diagnostics.length).toBeGreaterThan(0);
    for (const { span, formula: shown, message } of error.diagnostics) {
      expect(shown).toBe(text);
      expect(message).toMatch(/^["A-Za-z].*\.$/su);
      expect(message).not.toBe('The formula cannot be understood here.');
      expect(span!.start).toBeGreaterThanOrEqual(0);
      expect(span!.end).toBeGreaterThan(span!.start);
      expect(span!.end).toBeLessThanOrEqual(text.length + 1);
    }
    return false;
  }
}

describe('whatever is written, the answer is an expansion or a report', () => {
  it('token soup', () => {
    fc.assert(
      fc.property(soup, (text) => void attempt(text)),
      { numRuns: runs(3000), seed: 1 },
    );
  });
  inFull('grammatical formulas', () => {
    let fine = 0;
    fc.assert(
      fc.property(formula, (text) => {
        if (attempt(text)) fine++;
      }),
      { numRuns: runs(3000), seed: 2 },
    );
    expect(fine).toBeGreaterThan(runs(100));
  });
  inFull('any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void attempt(text)),
      { numRuns: runs(500), seed: 3 },
    );
  });
  it('parseEquations takes what expandConstraint takes', () => {
    fc.assert(
      fc.property(formula, (text) => {
        if (attempt(text)) expect(() => parseEquations(text)).not.toThrow();
      }),
      { numRuns: runs(300), seed: 4 },
    );
  });
});

describe('text that would be code elsewhere', () => {
  it.each([
    'theta; process.exit()',
    'theta)); process.exit(); ((1',
    '`${process.exit()}`',
    '${theta}',
    'theta */ process.exit() /*',
    'theta // comment',
    'theta\u2028process',
    'theta\u2029process',
    'import("fs")',
    'createUnit("foo")',
    'parse("1")',
    'evaluate("1")',
    'theta.constructor',
    'theta.__proto__',
    'theta["constructor"]',
    'a.constructor.constructor("return process")()',
    'cos.constructor',
    'sin.call',
    '__proto__',
    'constructor',
    'toString',
    'valueOf()',
    '__defineGetter__(theta)',
    'f(x) = x',
    'theta = 3',
    'simplify(theta)',
    'this',
    'globalThis',
    'process',
  ])('%j is refused', (text) => {
    expect(formulaFaults(text).length).toBeGreaterThan(0);
  });
  it('leaves the numbers of a program bounded', () => {
    const start = performance.now();
    expect(formulaFaults('theta + (((9^500)^500)^500)^500')[0]?.code).toBe('E_NUMBER_SIZE');
    // Constants stay inside a power that would leave the doubles.
    expect(formulaFaults('((((2 theta)^500)^500)^500)^500')).toEqual([]);
    expect(formulaFaults('theta + (((1e-300 + 1)^500)^500)')[0]?.code).toBe('E_NUMBER_SIZE');
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
