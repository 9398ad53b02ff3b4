import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceMathjs } from '../../src/mathjs.js';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import { shareLinearFunctions } from '../../src/symbolic/linear-in-constants.js';
import type { Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';
import { cross, dot, type Vector } from '../../src/symbolic/vectors.js';

const setting = () => {
  const g = new Graph();
  const vector = (name: string): Vector => ['x', 'y', 'z'].map((axis) => g.variable(`${name}.${axis}`));
  const s = g.variable('s');
  /** `v + 2 s (a × v) + 2 a × (a × v)` */
  const turned = (a: Vector, v: Vector): Vector => {
    const c = cross(g, a, v);
    const d = cross(g, a, c);
    return v.map((node, i) => g.add(node, g.scale(Q.TWO, g.add(g.multiply(s, c[i]!), d[i]!))));
  };
  return { g, s, turned, a: vector('a'), h: vector('h'), u: vector('u'), w: vector('w') };
};

describe('rows that are one linear function of several constants', () => {
  it('are found, and are what they were', () => {
    const { g, s, turned, a, h, u, w } = setting();
    const rows = [dot(g, h, turned(a, u)), g.multiply(s, h[0]!), dot(g, h, turned(a, w))];
    const written = shareLinearFunctions(g, rows, [u, w])!;
    expect(written[1]).toBe(rows[1]);
    expect(written[0]).not.toBe(rows[0]);
    expect(written[2]).not.toBe(rows[2]);
    const math = referenceMathjs();
    const names = [s, ...a, ...h, ...u, ...w].map((node) => (node.kind === 'variable' ? node.name : ''));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 13, maxLength: 13 }), (values) => {
        const at = new Map(names.map((name, i) => [name, math.bignumber(values[i]).div(7)]));
        const results = evaluate(referenceArithmetic(), [...rows, ...written], at);
        rows.forEach((_, i) => {
          expect(
            results[i]!.minus(results[i + 3]!)
              .abs()
              .toNumber(),
          ).toBeLessThan(1e-50);
        });
      }),
      { numRuns: 50, seed: 3 },
    );
  });

  it.each<[string, (c: ReturnType<typeof setting>) => readonly Node[]]>([
    ['different functions', ({ g, turned, a, h, u, w }) => [dot(g, h, turned(a, u)), dot(g, a, turned(h, w))]],
    ['one row', ({ g, turned, a, h, u }) => [dot(g, h, turned(a, u))]],
    ['more than a linear function', ({ g, h, u, w, s }) => [g.add(dot(g, h, u), s), g.add(dot(g, h, w), s)]],
    ['squares', ({ g, h, u, w }) => [g.square(dot(g, h, u)), g.square(dot(g, h, w))]],
    ['calls', ({ g, h, u, w }) => [g.call('sin', dot(g, h, u)), g.call('sin', dot(g, h, w))]],
  ])('are not %s', (_, make) => {
    const context = setting();
    expect(shareLinearFunctions(context.g, make(context), [context.u, context.w])).toBeUndefined();
  });
});
