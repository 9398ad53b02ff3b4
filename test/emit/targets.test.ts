import { expect, it } from 'vitest';
import { pow } from '../../runtime/index.js';
import type { BinaryOperator } from '../../src/lower/program.js';
import type { TargetFunction } from '../../src/primitives/index.js';
import type { Expression, KernelFunction, Test } from '../../src/emit/syntax.js';
import { c, prototype } from '../../src/emit/targets/c.js';
import { javascript } from '../../src/emit/targets/javascript.js';
import { printExpression, printFunction } from '../../src/emit/targets/target.js';
import { declareKernel } from '../../src/emit/targets/typescript.js';

const x: Expression = { kind: 'name', name: 'x' };
const number = (value: number): Expression => ({ kind: 'number', value });
const test = (name: Test['name'], ...args: Expression[]): Expression => ({ kind: 'test', name, args });
const call = (name: TargetFunction, ...args: Expression[]): Expression => ({ kind: 'call', name, args });
const operation = (operator: BinaryOperator, left: Expression, right: Expression): Expression => ({
  kind: 'operation',
  operator,
  left,
  right,
});
const negation = (operand: Expression): Expression => ({ kind: 'negation', operand });
const select = (condition: Expression, whenTrue: Expression, whenFalse: Expression): Expression => ({
  kind: 'select',
  condition,
  whenTrue,
  whenFalse,
});

/** Prints an expression, and evaluates the text at `x = 2`. */
function printed(expression: Expression): readonly [text: string, value: unknown] {
  const { text } = printExpression(javascript, expression);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the printed expression is what is tested
  return [text, (new Function('x', 'pow', `return ${text};`) as (x: number, y: unknown) => unknown)(2, pow)];
}

it('writes infinity as a quotient of literals, bracketed where it has to be', () => {
  const [plus, minus] = [number(Infinity), number(-Infinity)];
  expect(printed(select(test('less', number(0), x), x, plus))).toEqual(['x > 0 ? x : 1 / 0', 2]);
  expect(printed(test('equal', x, minus))).toEqual(['x === -1 / 0', false]);
  expect(printed(operation('/', x, plus))).toEqual(['x / (1 / 0)', 0]);
  expect(printed(operation('*', x, minus))).toEqual(['x * (-1 / 0)', -Infinity]);
  expect(printed(call('max', minus, x))).toEqual(['Math.max(-1 / 0, x)', 2]);
  expect(printed(negation(call('abs', minus)))).toEqual(['-Math.abs(-1 / 0)', -Infinity]);
});

it('keeps the brackets that the order of operations needs, and no others', () => {
  const [one, three] = [number(1), number(3)];
  expect(printed(operation('-', x, operation('-', one, three)))).toEqual(['x - (1 - 3)', 4]);
  expect(printed(operation('-', operation('-', x, one), three))).toEqual(['x - 1 - 3', -2]);
  expect(printed(operation('*', operation('+', x, one), three))).toEqual(['(x + 1) * 3', 9]);
  expect(printed(call('pow', negation(x), number(-1)))).toEqual(['pow(-x, -1)', -0.5]);
  expect(printed(negation(negation(x)))).toEqual(['-(-x)', 2]);
  const [below, above] = [test('less', x, one), test('lessOrEqual', number(Math.PI), x)];
  expect(printed(test('and', test('or', below, above), test('not', above)))).toEqual([
    '(x < 1 || x >= Math.PI) && !(x >= Math.PI)',
    false,
  ]);
  expect(printed(test('or', test('and', below, above), above))).toEqual([
    '(x < 1 && x >= Math.PI) || x >= Math.PI',
    false,
  ]);
  expect(printed(select(select(below, above, below), x, one))).toEqual(['(x < 1 ? x >= Math.PI : x < 1) ? x : 1', 1]);
});

const kernel: KernelFunction = {
  name: 'rodKernel',
  type: 'JdotKernel',
  parameters: [
    { name: 'count', type: 'integer', isUsed: true },
    { name: 'v', type: 'numbers', isUsed: false },
    { name: 'out', type: 'results', isUsed: true },
    { name: 't', type: 'number', isUsed: false },
  ],
  body: [
    {
      kind: 'loop',
      counter: 'k',
      count: 'count',
      body: [
        { kind: 'let', name: 'row', type: 'integer', value: { kind: 'index', scale: 2, name: 'k', offset: 0 } },
        { kind: 'comment', text: 'value' },
        {
          kind: 'store',
          array: 'out',
          index: { kind: 'index', scale: 1, name: 'row', offset: 1 },
          value: { kind: 'element', array: 'out', index: { kind: 'index', scale: 1, name: 'row', offset: 0 } },
          note: 'again',
        },
      ],
    },
  ],
};

it('prints a function: parameters that are not used keep their place, but not at the end', () => {
  expect(declareKernel(kernel)).toBe(`const rodKernel: JdotKernel = (count, _v, out) => {
  for (let k = 0; k < count; k++) {
    const row = 2 * k;

    // value
    out[row + 1] = out[row]!; // again
  }
};`);
  expect(printFunction(javascript, kernel)).toContain('out[row + 1] = out[row]; // again');
});

it('prints numbers of C so that they stay doubles, with all digits', () => {
  const inC = (expression: Expression): string => printExpression(c(), expression).text;
  expect(inC(operation('/', number(1), number(2)))).toBe('1.0 / 2.0');
  expect([1e21, 1e-7, -0, 0.1, 2 * Math.PI].map((x) => inC(number(x)))).toEqual([
    '1e+21',
    '1e-7',
    '-0.0',
    '0.1',
    '6.283185307179586',
  ]);
  expect(inC(operation('-', number(-Infinity), number(-2)))).toBe('-INFINITY - -2.0');
  expect(inC(negation(number(-2)))).toBe('-(-2.0)');
  expect(inC(select(test('equal', x, number(0)), number(NaN), call('abs', x)))).toBe('x == 0.0 ? NAN : fabs(x)');
});

it('keeps names apart that words of C, functions and macros would hide', () => {
  const names = ['int', 'int_', 'sin', 'M_PI', 'M', 'gamma', 'intern', 'NULL'];
  expect(names.map((name) => printExpression(c(), { kind: 'name', name }).text)).toEqual([
    'int_',
    'int__',
    'sin_',
    'M_PI_',
    'M',
    'gamma',
    'intern',
    'NULL_',
  ]);
});

it('prints a function in C', () => {
  expect(prototype(kernel)).toBe('void rodKernel(ptrdiff_t count, const double *v, double *out, double t);');
  expect(printFunction(c(), kernel))
    .toBe(`void rodKernel(ptrdiff_t count, const double *restrict v, double *restrict out, double t) {
  (void)v;
  (void)t;
  for (ptrdiff_t k = 0; k < count; k++) {
    const ptrdiff_t row = 2 * k;

    // value
    out[row + 1] = out[row]; // again
  }
}`);
});
