import { describe, expect, it } from 'vitest';
import { dihedral } from '../../src/symbolic/dihedral.js';
import type { Graph } from '../../src/symbolic/graph.js';
import type { Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';
import { angleBetween } from '../../src/symbolic/vector-angle.js';
import { cross, difference, norm, type Vector } from '../../src/symbolic/vectors.js';
import { expectDerivativesOfFormula } from './derivatives-of-formula.js';

/** Makes vectors that are not linear in the variables, and share some of them. */
const bent = (g: Graph, variables: readonly Node[], size: 2 | 3): readonly [Vector, Vector] => {
  const [x, y, z, a, b, c] = variables as [Node, Node, Node, Node, Node, Node];
  const u = [g.add(x, g.square(y)), g.subtract(y, a), z];
  const w = [a, g.add(b, g.multiply(x, z)), c];
  return [u.slice(0, size), w.slice(0, size)];
};

it('a vector keeps its derivative where the formula uses a component separately', () => {
  expectDerivativesOfFormula(['x', 's', 'y'], (g, variables) => {
    const [x, s, y] = variables as [Node, Node, Node];
    const two = g.scale(Q.TWO, x);
    const [u, w] = [
      [g.add(x, g.one), s, two],
      [y, y, s],
    ];
    return { node: angleBetween(g, u, w), condition: norm(g, cross(g, u, w)) };
  });
});

describe('the angle between two vectors has the derivatives of its formula', () => {
  it('in space', () => {
    expectDerivativesOfFormula(['x', 'y', 'z', 'a', 'b', 'c'], (g, variables) => {
      const [u, w] = bent(g, variables, 3);
      const node = angleBetween(g, u, w);
      expect(g.ruleOf(node)).toBeDefined();
      return { node, condition: norm(g, cross(g, u, w)) };
    });
  });

  it('in the plane, with a sign', () => {
    expectDerivativesOfFormula(['x', 'y', 'z', 'a', 'b', 'c'], (g, variables) => {
      const [u, w] = bent(g, variables, 2);
      const node = angleBetween(g, u, w);
      expect(g.ruleOf(node)).toBeDefined();
      return { node, condition: g.call('min', norm(g, u), norm(g, w)) };
    });
  });
});

it('the dihedral angle of four points has the derivatives of its formula', () => {
  const names = ['a', 'b', 'c', 'd'].flatMap((point) => ['x', 'y', 'z'].map((axis) => `${point}.${axis}`));
  expectDerivativesOfFormula(names, (g, variables) => {
    const point = (i: number): Vector => variables.slice(3 * i, 3 * i + 3);
    const [a, b, c, d] = [point(0), point(1), point(2), point(3)] as const;
    const node = dihedral(g, [a, b, c, d]);
    expect(g.ruleOf(node)).toBeDefined();
    const axis = difference(g, b, c);
    const normals = [difference(g, a, b), difference(g, d, c)].map((bond) => norm(g, cross(g, bond, axis)));
    return { node, condition: g.call('min', normals[0]!, normals[1]!) };
  });
});
