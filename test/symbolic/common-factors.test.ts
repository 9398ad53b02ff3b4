import fc from 'fast-check';
import { expect, it } from 'vitest';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { factorSums } from '../../src/symbolic/common-factors.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import type { Node } from '../../src/symbolic/node.js';
import { joinUnitVectors } from '../../src/symbolic/unit-vectors.js';
import { evaluateTree, ordinary, points, toGraph, trees } from '../support/expressions.js';

const graph = new Graph();
const variable = (name: string): Node => graph.variable(name);

it('takes out of some terms what they have in common', () => {
  const [a, b, c, x, y] = ['a', 'b', 'c', 'x', 'y'].map(variable) as [Node, Node, Node, Node, Node];
  const [ax, bx, cy] = [graph.multiply(a, x), graph.multiply(b, x), graph.multiply(c, y)];
  const [sum] = factorSums(graph, [graph.add(ax, cy, bx)]);
  expect(sum).toBe(graph.addAsTheyAre(cy, graph.multiply(x, graph.add(a, b))));
  const ofFunction = graph.call('sin', graph.add(ax, cy, bx));
  expect(factorSums(graph, [ofFunction])).toEqual([ofFunction]);
});

it('keeps the value of every expression', () => {
  const reference = referenceArithmetic();
  let changed = 0;
  fc.assert(
    fc.property(trees, trees, trees, points, (p, q, r, at) => {
      const own = new Graph();
      const [a, b, c] = [p, q, r].map((tree) => toGraph(own, tree)) as [Node, Node, Node];
      const sum = own.add(own.multiply(a, b), own.multiply(b, c), own.multiply(own.variable('x'), c));
      const [x, y, z] = [p, q, r].map((tree) => evaluateTree(tree, at));
      if (![x, y, z].every((value) => ordinary(value!))) return;
      const [factored] = factorSums(own, [sum]);
      if (factored !== sum) changed++;
      const [expected, actual] = evaluate(reference, [sum, factored!], at);
      const size = Math.max(1, expected!.abs().toNumber(), x!.abs().toNumber() ** 2, z!.abs().toNumber() ** 2);
      expect(actual!.minus(expected!).abs().toNumber()).toBeLessThanOrEqual(1e-45 * size);
    }),
    { numRuns: 600, seed: 1 },
  );
  expect(changed).toBeGreaterThan(200);
});

it('makes a product of two unit vectors of the square of their sum', () => {
  const vector = (name: string, size: number): Node[] => {
    const d = Array.from({ length: size }, (_, i) => graph.variable(`${name}.${i}`));
    const norm = graph.sqrt(graph.add(...d.map((x) => graph.square(x))));
    return d.map((x) => graph.divide(x, norm));
  };
  for (const size of [2, 3]) {
    const [u, w] = [vector('u', size), vector('w', size)];
    const squares = (sign: 'add' | 'subtract'): Node =>
      graph.add(...u.map((_, i) => graph.square(i === 1 ? graph[sign](u[i]!, w[i]!) : graph[sign](w[i]!, u[i]!))));
    const cosine = graph.add(...u.map((x, i) => graph.multiply(x, w[i]!)));
    const two = graph.number(2);
    expect(joinUnitVectors(graph, squares('subtract'))).toBe(graph.subtract(two, graph.multiply(two, cosine)));
    expect(joinUnitVectors(graph, graph.call('exp', squares('add')))).toBe(
      graph.call('exp', graph.add(two, graph.multiply(two, cosine))),
    );
    // Vectors of other lengths stay as they are.
    const others = graph.add(...u.map((x, i) => graph.square(graph.subtract(x, graph.variable(`p.${i}`)))));
    expect(joinUnitVectors(graph, others)).toBe(others);
  }
});
