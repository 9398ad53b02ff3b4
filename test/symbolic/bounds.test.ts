import fc from 'fast-check';
import { expect, it } from 'vitest';
import { doubles } from '../../src/symbolic/arithmetic-double.js';
import { BoundsOf } from '../../src/symbolic/bounds.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import { toGraph, trees, VARIABLES } from '../support/expressions.js';

it('values lie within their bounds, and values that are never zero are not zero', () => {
  const bounded = new Map([
    ['x', { low: 0.5, high: 2, nonzero: true }],
    ['y', { low: -1, high: 0, nonzero: false }],
    ['z', { low: -3, high: 3, nonzero: true }],
  ]);
  const draws = fc.record({
    x: fc.constantFrom(0.5, 1, 2),
    y: fc.constantFrom(-1, -0.25, 0),
    z: fc.constantFrom(-3, -0.5, 1, 3),
    w: fc.constantFrom(-20, 0, 7),
  });
  let narrow = 0;
  fc.assert(
    fc.property(trees, draws, (tree, at) => {
      const graph = new Graph();
      const node = toGraph(graph, tree);
      const { low, high, nonzero } = new BoundsOf(bounded).of(node);
      const [value] = evaluate(doubles, [node], new Map(VARIABLES.map((name) => [name, at[name]])));
      if (!Number.isFinite(value)) return;
      const slack = 1e-12 * Math.abs(value!);
      expect(value!).toBeGreaterThanOrEqual(low - slack);
      expect(value!).toBeLessThanOrEqual(high + slack);
      if (nonzero) expect(value).not.toBe(0);
      if (nonzero || low > -Infinity || high < Infinity) narrow += 1;
    }),
    { numRuns: 2000, seed: 5 },
  );
  expect(narrow).toBeGreaterThan(300);
});
