import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratesThroughNormals } from '../../src/derive/through-normals.js';
import { referenceMathjs } from '../../src/mathjs.js';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import { motionJets, rateOf } from '../../src/symbolic/motion.js';
import type { Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';
import { cross, dot, norm, type Vector } from '../../src/symbolic/vectors.js';

interface Setting {
  readonly g: Graph;
  readonly r: Vector;
  readonly u: Vector;
  readonly w: Vector;
  readonly t: Node;
}

const ROWS: Readonly<Record<string, (setting: Setting) => Node>> = {
  'distance from a plane': ({ g, r, u, w }) => {
    const n = cross(g, u, w);
    return g.subtract(g.divide(dot(g, r, n), norm(g, n)), g.number(2));
  },
  'three times an area': ({ g, u, w }) => g.scale(Q.rational(3), norm(g, cross(g, u, w))),
  'a volume': ({ g, r, u, w }) => dot(g, r, cross(g, u, w)),
  'a sum of such, and of others': ({ g, r, u, w, t }) =>
    g.add(norm(g, cross(g, u, w)), g.multiply(t, dot(g, r, cross(g, r, w))), dot(g, r, r), g.square(t)),
  'a power of a length': ({ g, u, w }) => g.power(dot(g, cross(g, u, w), cross(g, u, w)), Q.rational(3, 2)),
  'the angle between two vectors': ({ g, u, w }) => g.call('atan2', norm(g, cross(g, u, w)), dot(g, u, w)),
  'a torsion angle': ({ g, r, u, w }) => {
    const [m, n] = [cross(g, r, u), cross(g, w, u)];
    return g.call('atan2', g.multiply(norm(g, u), dot(g, w, m)), dot(g, m, n));
  },
  'functions of cross products': ({ g, r, u, w, t }) => {
    const n = cross(g, u, w);
    return g.add(g.call('sin', g.multiply(n[0]!, r[1]!)), g.multiply(t, n[1]!, n[2]!), g.call('exp', g.negate(t)));
  },
};

describe('derivatives through cross products', () => {
  const math = referenceMathjs();

  it.each(Object.entries(ROWS))('of %s are those of the formula', (_, make) => {
    const g = new Graph();
    const [p, a, b, c] = ['p', 'a', 'b', 'c'].map((name) =>
      ['x', 'y', 'z'].map((axis) => g.variable(`${name}.${axis}`)),
    );
    const t = g.variable('t');
    const minus = (from: Vector): Vector => from.map((node, i) => g.subtract(node, a![i]!));
    const row = make({ g, r: minus(p!), u: minus(b!), w: minus(c!), t });
    const inputs = [p!, a!, b!, c!].flat();
    const jets = motionJets(g, inputs, t);
    const rates = ratesThroughNormals(g, jets, [row], new Set([...inputs, t]))!;
    const nodes = [rates.first(0), jets.first(row), rates.second(0), jets.second(row)];
    const variables = [...inputs, t, ...inputs.map((node) => rateOf(g, node))];
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -99, max: 99 }), { minLength: variables.length, maxLength: variables.length }),
        (values) => {
          const at = new Map(
            variables.map((node, i) => [node.kind === 'variable' ? node.name : '', math.bignumber(values[i]).div(7)]),
          );
          const results = evaluate(referenceArithmetic(), nodes, at);
          // Three points on a line have no plane.
          fc.pre(results.every((value) => value.isFinite()));
          for (const i of [0, 2]) {
            const scale = Math.max(1, results[i + 1]!.abs().toNumber());
            expect(
              results[i]!.minus(results[i + 1]!)
                .abs()
                .toNumber(),
            ).toBeLessThan(1e-40 * scale);
          }
        },
      ),
      { numRuns: 25, seed: 9 },
    );
  });

  it('are not looked for where there is no cross product', () => {
    const g = new Graph();
    const [x, y] = [g.variable('x'), g.variable('y')];
    const row = g.subtract(g.multiply(x, y), g.square(x));
    expect(ratesThroughNormals(g, motionJets(g, [x, y], g.variable('t')), [row], new Set([x, y]))).toBeUndefined();
  });
});
