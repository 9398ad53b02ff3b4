import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compile, diagnose } from '../../src/toolkit.js';
import { doubles } from '../../src/symbolic/arithmetic-double.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import { reachable, type Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';
import { batchEvaluations } from '../../src/sampling/evaluation.js';
import { checkConstraint } from '../fuzz/check-constraint.js';

/** Powers of a multiple of `1 + s`, with the value of `s` at which to try them. */
const POWERS: readonly (readonly [C: string, s: number, value: (s: number) => number])[] = [
  ['(0.1 * s + 0.1)^320 == 1', 9.01, (s) => (0.1 * s + 0.1) ** 320 - 1],
  ['(0.001 * s + 0.001)^110', 999.5, (s) => (0.001 * s + 0.001) ** 110],
  ['(0.001 * s + 0.001)^-110', 999.5, (s) => (0.001 * s + 0.001) ** -110],
  ['1 / (0.001 * s + 0.001)^110', 999.5, (s) => (0.001 * s + 0.001) ** -110],
  ['(1000 * s + 1000)^-110', -0.999005, (s) => (1000 * (s + 1)) ** -110],
  ['((0.1 * s + 0.1)^160)^2', 9.01, (s) => (0.1 * s + 0.1) ** 320],
  ['((0.1 * s + 0.1)^2)^160', 9.01, (s) => (0.1 * s + 0.1) ** 320],
  ['(-0.1 * s - 0.1)^321', 9.01, (s) => -((0.1 * s + 0.1) ** 321)],
  ['pow(0.1 * s + 0.1, 320)', 9.01, (s) => (0.1 * s + 0.1) ** 320],
  ['sqrt((0.1 * s + 0.1)^320)', 9.01, (s) => (0.1 * s + 0.1) ** 160],
  ['nthRoot((0.1 * s + 0.1)^320, 4)', 9.01, (s) => (0.1 * s + 0.1) ** 80],
  ['sqrt(0.01 * s + 0.01)^320', 99.1, (s) => (0.01 * s + 0.01) ** 160],
  ['cbrt(0.001 * s + 0.001)^330', 999.1, (s) => (0.001 * s + 0.001) ** 110],
  ['(0.01 * s + 0.01)^200.5', 99.01, (s) => (0.01 * s + 0.01) ** 200.5],
  ['(0.1 * s + 0.1)^-200.5', 9.01, (s) => (0.1 * s + 0.1) ** -200.5],
  ['(0.1 * s + 0.1)^200 * (0.1 * s + 0.1)^-199', 9.01, (s) => 0.1 * s + 0.1],
  ['(0.1 * s + 0.1)^200 / (0.2 * s + 0.2)^20', 9.01, (s) => (0.1 * s + 0.1) ** 180 / 2 ** 20],
  ['(0.1 * s + 0.1)^200 + (0.2 * s - 0.8)^-200', 9.01, (s) => (0.1 * s + 0.1) ** 200 + (0.2 * s - 0.8) ** -200],
  ['(0.123456789 * s + 0.123456789)^500', 7.1, (s) => (0.123456789 * s + 0.123456789) ** 500],
  ['(1.0000001 * s + 1.0000001)^2000', 0.01, (s) => (1.0000001 * s + 1.0000001) ** 2000],
  ['(0.1 * s + 0.1)^1000', 9.01, (s) => (0.1 * s + 0.1) ** 1000],
  ['log((0.1 * s + 0.1)^320)', 9.01, (s) => 320 * Math.log(0.1 * s + 0.1)],
  ['exp(0.1 * s + 0.1)^320', -0.999, (s) => Math.exp(32 * (s + 1))],
];

describe.each(POWERS)('%s', (C, s, value) => {
  it('is the number that the formula means, with its derivatives', () => {
    const spec = { summary: 'A power.', space: 2, inputs: { s: 'scalar' }, C, sample: { s: [s, s + 0.01] } } as const;
    expect(diagnose(spec)).toEqual([]);
    const { type } = compile('Power', spec).Power;
    const places = [{ x: [s], v: [0.1], p: [], t: 0 }];
    expect(batchEvaluations(type, places)[0]!.C[0]! / value(s)).toBeCloseTo(1, 9);
    expect(checkConstraint(type, places).map(({ kind }) => kind)).toEqual(['right']);
  });
});

/** Numbers that formulas have, large and small ones. */
const number = fc.tuple(fc.constantFrom(1, -1), fc.integer({ min: 1, max: 999 }), fc.integer({ min: -250, max: 250 }));
const exact = ([sign, digits, power]: readonly [number, number, number]): Q.Rational =>
  Q.parseDecimal(`${sign * digits}e${power - 2}`);

const coefficients = (node: Node): readonly Q.Rational[] =>
  node.kind === 'product'
    ? [node.coefficient]
    : node.kind === 'sum'
      ? [node.constant, ...node.terms.map(({ coefficient }) => coefficient)]
      : [];

test('no product of normal doubles has a constant that is none, and its value is right', () => {
  const factor = fc.tuple(number, fc.constantFrom(1, -1, 2, -2, 3, 40, 320, 0.5, -1.5));
  const product = fc.property(fc.array(factor, { minLength: 1, maxLength: 4 }), (parts) => {
    const graph = new Graph();
    const values = new Map<string, number>();
    // Each factor is (c·u)^n at u = x/c, so that it is about x^n.
    const factors = parts.map(([given, n], i) => {
      const c = Q.absolute(exact(given));
      const x = 1 + (i + 1) / 1000;
      values.set(`u${i}`, x / Q.toNumber(c));
      const exponent = Q.parseDecimal(String(n));
      const node = graph.power(graph.scale(c, graph.variable(`u${i}`)), exponent);
      return { node, value: x ** n };
    });
    const root = graph.multiply(...factors.map(({ node }) => node));
    const sum = graph.add(root, graph.scale(Q.TWO, root), graph.variable('u0'));
    for (const part of reachable([root, sum]).flatMap(coefficients))
      expect(Math.abs(Q.binaryOrder(part))).toBeLessThanOrEqual(Q.NORMAL);
    const expected = factors.reduce((all, { value }) => all * value, 1);
    const [value, three] = evaluate(doubles, [root, graph.subtract(sum, graph.variable('u0'))], values);
    expect(value! / expected).toBeCloseTo(1, 9);
    expect(three! / expected).toBeCloseTo(3, 9);
  });
  fc.assert(product, { seed: 11, numRuns: 500 });
});

test('a constant that the formula has itself is refused where no double holds it', () => {
  const spec = { summary: 'A power.', space: 2, inputs: { s: 'scalar' } } as const;
  for (const C of ['1e-200^2 * s', '1e-200 * 1e-200 * s', '1e300^2 * s'])
    expect(diagnose({ ...spec, C }).map(({ code }) => code)).toEqual(['E_NUMBER_SIZE']);
});

test('constants within reason are drawn out as ever', () => {
  const graph = new Graph();
  const x = graph.variable('x');
  const power = (c: string, n: number): Node => graph.power(graph.scale(Q.parseDecimal(c), x), Q.rational(n));
  expect(power('0.1', 3)).toBe(graph.scale(Q.parseDecimal('0.001'), graph.power(x, Q.rational(3))));
  expect(power('1e-30', -2)).toBe(graph.scale(Q.parseDecimal('1e60'), graph.power(x, Q.rational(-2))));
  expect(graph.power(graph.negate(x), Q.rational(601))).toBe(graph.negate(graph.power(x, Q.rational(601))));
});
