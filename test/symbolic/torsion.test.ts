import { describe, expect, it } from 'vitest';
import { crossProducts } from '../../src/symbolic/cross-products.js';
import { Graph } from '../../src/symbolic/graph.js';
import { reachable, type CallNode, type Node } from '../../src/symbolic/node.js';
import { torsionOf } from '../../src/symbolic/torsion.js';
import { cross, dot, norm, type Vector } from '../../src/symbolic/vectors.js';
import { expectDerivativesOfFormula } from './derivatives-of-formula.js';

type Spelling = (g: Graph, f: Vector, b: Vector, h: Vector) => Node;

const negated = (g: Graph, a: Vector): Vector => a.map((node) => g.negate(node));
const unit = (g: Graph, a: Vector): Vector => a.map((node) => g.divide(node, norm(g, a)));

const SPELLINGS: Readonly<Record<string, Spelling>> = {
  'the volume of the three vectors': (g, f, b, h) => {
    const [m, n] = [cross(g, f, b), cross(g, h, b)];
    return g.call('atan2', g.multiply(norm(g, b), dot(g, h, m)), dot(g, m, n));
  },
  'the cross product of the normals': (g, f, b, h) => {
    const [m, n] = [cross(g, f, b), cross(g, b, h)];
    return g.call('atan2', dot(g, cross(g, m, n), unit(g, b)), dot(g, m, n));
  },
  'the normal turned about the middle': (g, f, b, h) => {
    const [m, n] = [cross(g, f, b), cross(g, h, b)];
    return g.call('atan2', dot(g, cross(g, m, unit(g, b)), n), dot(g, m, n));
  },
  'the cross product of the normals over the length': (g, f, b, h) => {
    const [m, n] = [cross(g, f, b), cross(g, b, h)];
    return g.call('atan2', g.divide(dot(g, cross(g, n, m), b), norm(g, b)), dot(g, n, m));
  },
  'vectors in the other direction': (g, f, b, h) => {
    const back = negated(g, b);
    const [m, n] = [cross(g, f, back), cross(g, back, h)];
    return g.call('atan2', g.multiply(norm(g, b), dot(g, f, n)), dot(g, m, n));
  },
  'unit normals': (g, f, b, h) => {
    const [m, n] = [cross(g, f, b), cross(g, h, b)];
    return g.call('atan2', dot(g, cross(g, unit(g, m), unit(g, n)), unit(g, b)), dot(g, unit(g, m), unit(g, n)));
  },
};

const vectors = (g: Graph): readonly [Vector, Vector, Vector] =>
  (['f', 'b', 'h'] as const).map((name) => ['x', 'y', 'z'].map((c) => g.variable(`${name}.${c}`))) as unknown as [
    Vector,
    Vector,
    Vector,
  ];

describe('the torsion angle', () => {
  it.each(Object.entries(SPELLINGS))('by %s has the derivatives of the formula', (_, angleOf) => {
    expectDerivativesOfFormula(['x', 'y', 'z', 'a', 'b', 'c', 'p', 'q', 'r'], (g, variables) => {
      const [x, y, z, a, b, c, p, q, r] = variables as [Node, Node, Node, Node, Node, Node, Node, Node, Node];
      // Vectors that are not linear in the variables, and share some.
      const [f, middle, h] = [
        [g.subtract(x, a), g.subtract(y, b), g.add(z, g.square(c))],
        [g.subtract(a, p), g.subtract(b, q), c],
        [g.subtract(p, z), g.add(q, g.multiply(x, b)), r],
      ];
      const node = angleOf(g, f, middle, h);
      expect(torsionOf(g, node as CallNode)).toBeDefined();
      const sines = [f, h].map((arm) =>
        g.divide(norm(g, cross(g, arm, middle)), g.multiply(norm(g, arm), norm(g, middle))),
      );
      return { node, condition: g.multiply(...sines) };
    });
  });

  it('is not read into what only looks like it', () => {
    const g = new Graph();
    const [f, b, h] = vectors(g);
    const [m, n] = [cross(g, f, b), cross(g, h, b)];
    const [volume, cosine] = [dot(g, h, m), dot(g, m, n)];
    const others = [
      g.call('atan2', volume, cosine),
      g.call('atan2', g.multiply(norm(g, f), volume), cosine),
      g.call('atan2', g.multiply(dot(g, b, b), volume), cosine),
      g.call('atan2', cosine, g.multiply(norm(g, b), volume)),
      g.call('atan2', g.multiply(norm(g, b), volume), g.add(cosine, g.one)),
      g.call('atan2', g.multiply(norm(g, b), volume), g.call('abs', cosine)),
      g.call('atan2', g.multiply(norm(g, b), volume, g.variable('s')), cosine),
      g.call('pow', g.multiply(norm(g, b), volume), cosine),
    ];
    for (const call of others) expect(torsionOf(g, call as CallNode)).toBeUndefined();
  });
});

describe('cross products', () => {
  it('are found with their components in one order', () => {
    const g = new Graph();
    const [f, b, h] = vectors(g);
    const found = crossProducts(reachable([...cross(g, f, b), ...cross(g, b, h)]));
    const names = found.map(({ a: first, b: second }) =>
      [first, second].map((vector) => vector.map((node) => (node.kind === 'variable' ? node.name : ''))),
    );
    const owners = names.map((pair) => pair.map((vector) => [...new Set(vector.map((name) => name.slice(0, 1)))]));
    expect(owners.map((pair) => pair.flat().sort().join('')).sort()).toEqual(['bf', 'bh']);
    for (const [first, second] of names) {
      expect([...first!].sort().map((name) => name.slice(2))).toEqual(['x', 'y', 'z']);
      expect(first!.map((name) => name.slice(2))).toEqual(second!.map((name) => name.slice(2)));
    }
  });

  it('are not found where a component is missing', () => {
    const g = new Graph();
    const [f, b] = vectors(g);
    expect(crossProducts(reachable(cross(g, f, b).slice(1)))).toEqual([]);
    const plus = g.add(g.multiply(f[0]!, b[1]!), g.multiply(f[1]!, b[0]!));
    expect(crossProducts(reachable([...cross(g, f, b).slice(0, 2), plus]))).toEqual([]);
  });
});
