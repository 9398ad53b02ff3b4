import { expect, it } from 'vitest';
import { ExpressionPrinter } from '../../src/emit/expression.js';
import { ProgramBuilder, type Value } from '../../src/lower/program.js';

/** Prints `x` and what is made of it, and evaluates the text at `x = 2`. */
function printed(make: (b: ProgramBuilder, x: Value) => Value): readonly [text: string, value: unknown] {
  const b = new ProgramBuilder();
  const x = b.load('x');
  const text = new ExpressionPrinter((value) => (value === x ? 'x' : undefined)).define(make(b, x));
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the printed expression is what is tested
  return [text, (new Function('x', `return ${text};`) as (x: number) => unknown)(2)];
}

it('writes infinity as a quotient of literals, bracketed where it has to be', () => {
  const [plus, minus] = [Infinity, -Infinity];
  expect(printed((b, x) => b.select(b.test('less', b.literal(0), x), x, b.literal(plus)))).toEqual([
    'x > 0 ? x : 1 / 0',
    2,
  ]);
  expect(printed((b, x) => b.test('equal', x, b.literal(minus)))).toEqual(['x === -1 / 0', false]);
  expect(printed((b, x) => b.binary('/', x, b.literal(plus)))).toEqual(['x / (1 / 0)', 0]);
  expect(printed((b, x) => b.binary('*', b.literal(minus), x))).toEqual(['(-1 / 0) * x', minus]);
  expect(printed((b, x) => b.call('max', b.literal(minus), x))).toEqual(['Math.max(-1 / 0, x)', 2]);
  expect(printed((b) => b.negate(b.call('abs', b.literal(minus))))).toEqual(['-Math.abs(-1 / 0)', minus]);
});
