import { describe, expect, it } from 'vitest';
import { Graph } from '../../src/symbolic/graph.js';
import type { CallNode, Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';
import { angleBetween } from '../../src/symbolic/vector-angle.js';
import { cross, dot, norm, type Vector } from '../../src/symbolic/vectors.js';
import { expectDerivativesOfFormula } from './derivatives-of-formula.js';

const SPELLINGS: Readonly<Record<string, (g: Graph, u: Vector, w: Vector) => Node>> = {
  atan2: (g, u, w) => g.call('atan2', norm(g, cross(g, u, w)), dot(g, u, w)),
  'atan2, other way round': (g, u, w) => g.call('atan2', norm(g, cross(g, w, u)), dot(g, w, u)),
  acos: (g, u, w) => g.call('acos', g.divide(dot(g, u, w), g.multiply(norm(g, u), norm(g, w)))),
};

describe('the angle between two vectors', () => {
  it.each(Object.entries(SPELLINGS))('by %s has the derivatives of the formula', (_, angleOf) => {
    expectDerivativesOfFormula(['x', 'y', 'z', 'a', 'b', 'c'], (g, variables) => {
      const [x, y, z, a, b, c] = variables as [Node, Node, Node, Node, Node, Node];
      // Vectors that are not linear in the variables, and share one.
      const u = [g.add(x, g.square(y)), g.subtract(y, a), z];
      const w = [a, g.add(b, g.multiply(x, z)), c];
      const node = angleOf(g, u, w);
      expect(angleBetween(g, node as CallNode)).toBeDefined();
      return { node, condition: norm(g, cross(g, u, w)) };
    });
  });

  it('is not read into what only looks like it', () => {
    const g = new Graph();
    const vector = (name: string): Vector => ['x', 'y', 'z'].map((c) => g.variable(`${name}.${c}`));
    const [u, w, z] = [vector('u'), vector('w'), vector('z')] as const;
    const others = [
      g.call('atan2', norm(g, cross(g, u, w)), dot(g, u, z)),
      g.call('atan2', norm(g, cross(g, u, w)), g.add(dot(g, u, w), g.one)),
      g.call('atan2', norm(g, cross(g, u, w)), g.add(dot(g, u, w), g.multiply(u[0]!, w[0]!))),
      g.call('atan2', dot(g, u, w), norm(g, cross(g, u, w))),
      g.call('acos', g.divide(dot(g, u, w), g.multiply(norm(g, u), norm(g, z)))),
      g.call('acos', g.divide(dot(g, u, w), g.power(dot(g, u, u), Q.HALF))),
      g.call('acos', dot(g, u, w)),
      g.call('asin', g.divide(dot(g, u, w), g.multiply(norm(g, u), norm(g, w)))),
    ];
    for (const call of others) expect(angleBetween(g, call as CallNode)).toBeUndefined();
  });
});
