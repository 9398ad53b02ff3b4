import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spatialHinge } from '../../bench/spatial-joints.js';
import { derive } from '../../src/derive/derive.js';
import { throughVectors, type WayThroughVectors } from '../../src/derive/through-vectors.js';
import { referenceMathjs } from '../../src/mathjs.js';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import type { Jets } from '../../src/symbolic/jets.js';
import { motionJets, rateOf } from '../../src/symbolic/motion.js';
import type { Node } from '../../src/symbolic/node.js';
import { gradient } from '../../src/symbolic/reverse.js';
import { cross, dot, type Vector } from '../../src/symbolic/vectors.js';

interface Setting {
  readonly g: Graph;
  readonly jets: Jets;
  readonly x: Vector;
  readonly y: Vector;
  readonly t: Node;
  readonly variables: readonly Node[];
  readonly way: (rows: readonly Node[], vectors: readonly Vector[]) => WayThroughVectors | undefined;
  readonly plain: (rows: readonly Node[]) => WayThroughVectors;
}

function setting(): Setting {
  const g = new Graph();
  const [x, y] = ['x', 'y'].map((name) => ['x', 'y', 'z'].map((axis) => g.variable(`${name}.${axis}`)));
  const t = g.variable('t');
  const variables = [...x!, ...y!];
  const jets = motionJets(g, variables, t);
  const plain = (rows: readonly Node[]): WayThroughVectors => ({
    first: (i) => jets.first(rows[i]!),
    second: (i) => jets.second(rows[i]!),
    gradient: (i) => gradient(g, rows[i]!, variables),
  });
  const way = (rows: readonly Node[], vectors: readonly Vector[]): WayThroughVectors | undefined =>
    throughVectors(
      g,
      jets,
      { rows, written: rows },
      { variables, moving: new Set([...variables, t]), vectors },
      plain(rows),
    );
  return { g, jets, x: x!, y: y!, t, variables, way, plain };
}

/** `h = x × (t, x.y², 1)` and `k = h × y`, which is made of it. */
function vectorsOf({ g, x, y, t }: Setting): readonly [Vector, Vector] {
  const h = cross(g, x, [t, g.square(x[1]!), g.one]);
  return [h, cross(g, h, y)];
}

describe('derivatives through vectors', () => {
  const math = referenceMathjs();

  it('are those of the formula, also where one vector is made of another, and of time', () => {
    const made = setting();
    const { g, x, y, t, variables } = made;
    const [h, k] = vectorsOf(made);
    const rows = [dot(g, h, y), g.add(dot(g, k, x), g.call('sin', h[0]!)), g.multiply(k[1]!, h[2]!, t), dot(g, x, y)];
    const [way, plain] = [made.way(rows, [h, k])!, made.plain(rows)];
    const all = ({ first, second, gradient: slopes }: WayThroughVectors): Node[] =>
      rows.flatMap((_, i) => [first(i), second(i), ...slopes(i)]);
    // They are other nodes, but for the row that depends on none of the vectors.
    expect([0, 1, 3].map((i) => way.second(i) === plain.second(i))).toEqual([false, false, true]);
    const inputs = [...variables, t, ...variables.map((node) => rateOf(g, node))];
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -99, max: 99 }), { minLength: inputs.length, maxLength: inputs.length }),
        (values) => {
          const at = new Map(
            inputs.map((node, i) => [node.kind === 'variable' ? node.name : '', math.bignumber(values[i]).div(7)]),
          );
          const [own, expected] = [way, plain].map((one) => evaluate(referenceArithmetic(), all(one), at));
          own!.forEach((value, i) => {
            const scale = Math.max(1, expected![i]!.abs().toNumber());
            expect(value.minus(expected![i]!).abs().toNumber()).toBeLessThan(1e-50 * scale);
          });
        },
      ),
      { numRuns: 50, seed: 3 },
    );
  });

  it('are not looked for where no two rows have a vector in common, or its derivatives cost nothing', () => {
    const made = setting();
    const { g, x, y } = made;
    const [h] = vectorsOf(made);
    expect(made.way([dot(g, h, y), dot(g, x, y)], [h])).toBeUndefined();
    const d = x.map((node, i) => g.subtract(node, y[i]!));
    expect(made.way([dot(g, d, d), d[0]!], [d])).toBeUndefined();
    // Rows that are the components themselves are none.
    expect(made.way([...h], [h])).toBeUndefined();
  });

  it('make a hinge shorter for naming its axis', () => {
    const { where, C, ...rest } = spatialHinge;
    const operations = (spec: typeof spatialHinge): number => derive('Hinge', spec).spaces[3]!.operations.kernel.total;
    const unnamed = {
      ...rest,
      where: { pin: where!['pin']! },
      C: (C as readonly string[]).map((row) => row.replace('hinge', `(${where!['hinge']!})`)),
    };
    expect(operations(unnamed) - operations(spatialHinge)).toBeGreaterThan(50);
  });
});
