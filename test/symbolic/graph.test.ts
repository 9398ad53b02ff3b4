import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import * as Q from '../../src/symbolic/rational.js';
import { evaluateTree, ordinary, points, toGraph, trees } from '../support/expressions.js';

function setUp() {
  const graph = new Graph();
  const [x, y, z] = ['x', 'y', 'z'].map((name) => graph.variable(name)) as [never, never, never];
  return { graph, x, y, z };
}

describe('interning', () => {
  it('makes equal expressions one node, whatever the order of their operands', () => {
    const { graph, x, y, z } = setUp();
    expect(graph.add(x, y)).toBe(graph.add(y, x));
    expect(graph.multiply(x, y, z)).toBe(graph.multiply(graph.multiply(z, x), y));
    expect(graph.call('sin', graph.add(x, y))).toBe(graph.call('sin', graph.add(y, x)));
    expect(graph.subtract(x, y)).not.toBe(graph.subtract(y, x));
  });

  it('makes a sum and its negative one node, with a sign', () => {
    const { graph, x, y, z } = setUp();
    const sum = graph.add(graph.subtract(x, y), z);
    expect(graph.add(graph.subtract(y, x), graph.negate(z))).toBe(graph.negate(sum));
    expect(graph.subtract(y, x)).toBe(graph.negate(graph.subtract(x, y)));
  });
});

describe('normalisation', () => {
  it('folds numbers exactly', () => {
    const { graph, x } = setUp();
    const third = graph.divide(x, graph.number(3));
    expect(graph.add(third, third, third)).toBe(x);
    expect(graph.number(0.1)).toBe(graph.divide(graph.one, graph.number(10)));
    expect(graph.sqrt(graph.number(Q.rational(9, 4)))).toBe(graph.number(1.5));
  });

  it('drops neutral elements and joins powers', () => {
    const { graph, x, y } = setUp();
    expect(graph.add(x, graph.zero)).toBe(x);
    expect(graph.multiply(x, graph.one, y, graph.divide(graph.one, y))).toBe(x);
    expect(graph.multiply(graph.sqrt(x), graph.sqrt(x))).toBe(x);
    expect(graph.multiply(x, graph.zero)).toBe(graph.zero);
    expect(graph.power(graph.square(x), Q.rational(3))).toBe(graph.power(x, Q.rational(6)));
  });

  it('keeps the root of a square: it is the absolute value, not the number', () => {
    const { graph, x } = setUp();
    expect(graph.sqrt(graph.square(x))).not.toBe(x);
  });

  it('joins like terms across parentheses, and leaves other parentheses alone', () => {
    const { graph, x, y, z } = setUp();
    expect(graph.add(graph.subtract(x, y), y)).toBe(x);
    expect(graph.subtract(graph.subtract(x, z), graph.subtract(y, z))).toBe(graph.subtract(x, y));
    const grouped = graph.add(graph.subtract(x, y), z);
    expect(grouped.kind === 'sum' && grouped.terms.length).toBe(2);
  });

  it('moves common divisors and signs outward, so that halves cancel', () => {
    const { graph, x, y } = setUp();
    const twice = graph.add(graph.scale(Q.TWO, x), graph.scale(Q.TWO, y));
    expect(graph.scale(Q.HALF, twice)).toBe(graph.add(x, y));
    expect(graph.negate(graph.subtract(x, y))).toBe(graph.scale(Q.MINUS_ONE, graph.subtract(x, y)));
    expect(graph.add(graph.negate(x), graph.negate(y))).toBe(graph.negate(graph.add(x, y)));
  });

  it('takes out a factor that all terms share', () => {
    const { graph, x, y, z } = setUp();
    expect(graph.add(graph.multiply(x, z), graph.multiply(y, z))).toBe(graph.multiply(graph.add(x, y), z));
    expect(graph.add(graph.divide(x, z), graph.divide(y, z))).toBe(graph.divide(graph.add(x, y), z));
  });

  it('moves signs out of odd and even functions', () => {
    const { graph, x, y } = setUp();
    const d = graph.subtract(x, y);
    expect(graph.call('sin', graph.negate(d))).toBe(graph.negate(graph.call('sin', d)));
    expect(graph.call('cos', graph.negate(d))).toBe(graph.call('cos', d));
  });

  it('does not divide by zero while building', () => {
    const { graph, x } = setUp();
    expect(graph.divide(x, graph.zero).kind).toBe('product');
    expect(graph.power(graph.zero, Q.rational(-2)).kind).toBe('product');
  });

  it('preserves the value of every expression', () => {
    const reference = referenceArithmetic();
    let compared = 0;
    fc.assert(
      fc.property(trees, points, (tree, at) => {
        const expected = evaluateTree(tree, at);
        if (!ordinary(expected)) return;
        const graph = new Graph();
        const [actual] = evaluate(reference, [toGraph(graph, tree)], at);
        compared += 1;
        expect(actual!.minus(expected).abs().toNumber()).toBeLessThanOrEqual(
          1e-45 * Math.max(1, expected.abs().toNumber()),
        );
      }),
      { numRuns: 600, seed: 1 },
    );
    expect(compared).toBeGreaterThan(300);
  });
});
