import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubles } from '../../src/symbolic/arithmetic-double.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import type { Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';
import { substitute } from '../../src/symbolic/substitute.js';

const setting = () => {
  const g = new Graph();
  const [x, y, z] = ['x', 'y', 'z'].map((name) => g.variable(name)) as [Node, Node, Node];
  const sum = g.add(x, g.scale(Q.rational(3), y), g.one);
  const root = g.sqrt(g.add(g.square(sum), g.square(z)));
  const choice = g.select(g.condition('less', sum, z), g.divide(root, sum), g.call('sin', sum));
  return { g, x, y, z, sum, root, choice, roots: [g.subtract(choice, g.multiply(x, sum)), g.multiply(y, z)] };
};

describe('substitution', () => {
  it('evaluates everything with the value of what stands in place of a node', () => {
    const { g, x, y, z, sum, roots } = setting();
    const product = g.multiply(y, z);
    const become = substitute(g, roots, new Map([[sum, product]]));
    const made = roots.map((root) => become.get(root)!);
    expect(made[1]).toBe(roots[1]);
    expect(become.get(sum)).toBe(product);
    fc.assert(
      fc.property(fc.tuple(...[x, y, z].map(() => fc.integer({ min: 1, max: 99 }))), ([a, b, c]) => {
        const at = new Map([
          ['x', a!],
          ['y', b!],
          ['z', c!],
        ]);
        const expected = evaluate(doubles, roots, at, new Map([[sum, b! * c!]]));
        evaluate(doubles, made, at).forEach((value, i) => {
          expect(value).toBeCloseTo(expected[i]!, 10);
        });
      }),
      { seed: 5 },
    );
  });

  it('leaves all else as it stands', () => {
    const { g, x, y, z, roots } = setting();
    const unchanged = substitute(g, roots, new Map());
    for (const [node, became] of unchanged) expect(became).toBe(node);
    // x z + y z was not taken as (x + y) z, and neither is it with x² for x.
    const open = g.addAsTheyAre(g.multiply(x, z), g.multiply(y, z));
    const became = substitute(g, [open], new Map([[x, g.square(x)]])).get(open)!;
    expect(became).toBe(g.addAsTheyAre(g.multiply(g.square(x), z), g.multiply(y, z)));
    expect(became.kind).toBe('sum');
  });
});
