import { describe, expect, it } from 'vitest';
import { spatialHinge } from '../../bench/spatial-joints.js';
import { derive } from '../../src/kinds/derive.js';
import { throughVectors, type WayThroughVectors } from '../../src/derive/through-vectors.js';
import { Graph } from '../../src/symbolic/graph.js';
import type { Jets } from '../../src/symbolic/jets.js';
import { shareLinearFunctions } from '../../src/symbolic/linear-in-constants.js';
import { motionJets, rateOf } from '../../src/symbolic/motion.js';
import type { Node } from '../../src/symbolic/node.js';
import { gradient } from '../../src/symbolic/reverse.js';
import { cross, dot, dotAsTheyAre, type Vector } from '../../src/symbolic/vectors.js';
import { expectEqualValues } from '../support/equal-values.js';

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
      { rows, linear: new Map() },
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

const idOf = ({ id }: Node): number => id;

describe('derivatives through vectors', () => {
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
    expectEqualValues(inputs, all(way), all(plain));
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

  it('have one matrix for rows that are a linear function of several constants', () => {
    const made = setting();
    const { g, y, t, variables, jets } = made;
    const [u, w] = ['u', 'w'].map((name) => ['x', 'y', 'z'].map((axis) => g.variable(`${name}.${axis}`)));
    const [h] = vectorsOf(made);
    const rows = [u!, w!].map((vector) => dot(g, h, cross(g, y, cross(g, y, vector))));
    const linear = shareLinearFunctions(g, rows, [u!, w!]);
    expect(linear.size).toBe(2);
    const plain = made.plain(rows);
    const moving = new Set([...variables, t]);
    const way = throughVectors(g, jets, { rows, linear }, { variables, moving, vectors: [h] }, plain)!;
    const derivatives = ({ first, second, gradient: slopes }: WayThroughVectors): Node[] =>
      rows.flatMap((_, i) => [first(i), second(i), ...slopes(i)]);
    expectEqualValues(
      [...variables, t, ...u!, ...w!, ...variables.map((node) => rateOf(g, node))],
      derivatives(way),
      derivatives(plain),
    );
    const { slopes } = linear.get(rows[0]!)!;
    const byY = slopes.map((slope) => gradient(g, slope, [...h, ...y]).slice(3));
    [u!, w!].forEach((vector, row) => {
      const expected = y
        .map((_, i) => byY.map((entries) => entries[i]!))
        .map((column) => dotAsTheyAre(g, vector, column));
      expect(way.gradient(row).slice(3).map(idOf)).toEqual(expected.map(idOf));
    });
  });

  it('make a hinge as short as one that names its axis', () => {
    const { where, C, ...rest } = spatialHinge;
    const operations = (spec: typeof spatialHinge): number => derive('Hinge', spec).spaces[3]!.operations.kernel.total;
    const unnamed = {
      ...rest,
      where: { pin: where!['pin']! },
      C: (C as readonly string[]).map((row) => row.replace('hinge', `(${where!['hinge']!})`)),
    };
    expect(operations(unnamed)).toBe(operations(spatialHinge));
  });
});
