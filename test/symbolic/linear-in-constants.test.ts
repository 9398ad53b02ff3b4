import { describe, expect, it } from 'vitest';
import { Graph } from '../../src/symbolic/graph.js';
import { linearImages, shareLinearFunctions, shareMatrices } from '../../src/symbolic/linear-in-constants.js';
import type { Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';
import { gradient } from '../../src/symbolic/reverse.js';
import { cross, dot, type Vector } from '../../src/symbolic/vectors.js';
import { expectEqualValues } from '../support/equal-values.js';

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
    const linear = shareLinearFunctions(g, rows, [u, w]);
    expect([...linear.keys()]).toEqual([rows[0], rows[2]]);
    expect(linear.get(rows[0]!)!.slopes).toEqual(linear.get(rows[2]!)!.slopes);
    const written = rows.map((row) => linear.get(row)?.written ?? row);
    expect(written[0]).not.toBe(rows[0]);
    expect(written[2]).not.toBe(rows[2]);
    expectEqualValues([s, ...a, ...h, ...u, ...w], rows, written);
  });

  it.each<[string, (c: ReturnType<typeof setting>) => readonly Node[]]>([
    ['different functions', ({ g, turned, a, h, u, w }) => [dot(g, h, turned(a, u)), dot(g, a, turned(h, w))]],
    ['one row', ({ g, turned, a, h, u }) => [dot(g, h, turned(a, u))]],
    ['more than a linear function', ({ g, h, u, w, s }) => [g.add(dot(g, h, u), s), g.add(dot(g, h, w), s)]],
    ['squares', ({ g, h, u, w }) => [g.square(dot(g, h, u)), g.square(dot(g, h, w))]],
    ['calls', ({ g, h, u, w }) => [g.call('sin', dot(g, h, u)), g.call('sin', dot(g, h, w))]],
  ])('are not %s', (_, make) => {
    const context = setting();
    expect(shareLinearFunctions(context.g, make(context), [context.u, context.w]).size).toBe(0);
  });
});

describe('matrices that constant vectors are multiplied by', () => {
  it('are found below what uses the vectors, and give what they did', () => {
    const { g, s, turned, a, h, u, w } = setting();
    const [ofU, ofW] = [turned(a, u), turned(a, w)];
    const rows = [dot(g, h, ofU), g.square(dot(g, ofW, ofU)), ofW[2]!];
    const images = linearImages(rows, [u, w, h]);
    expect(new Set(images.map(({ node }) => node))).toEqual(new Set([...ofU, ...ofW]));
    const [matrix, ...others] = shareMatrices(g, images);
    expect(others).toEqual([]);
    expect(matrix!.size).toBe(6);
    const nodes = [...matrix!.keys()];
    expectEqualValues(
      [s, ...a, ...u, ...w],
      nodes,
      nodes.map((node) => matrix!.get(node)!),
    );
    // One R for both vectors.
    const slopesOf = (node: Node, vector: Vector): Node[] => gradient(g, matrix!.get(node)!, vector);
    ofU.forEach((node, i) => {
      expect(slopesOf(node, u)).toEqual(slopesOf(ofW[i]!, w));
    });
  });

  it('are none for one vector, for others at each, nor for what is not linear', () => {
    const { g, s, turned, a, h, u, w } = setting();
    const matrices = (rows: readonly Node[]): unknown[] => shareMatrices(g, linearImages(rows, [u, w]));
    expect(matrices([...turned(a, u), g.multiply(s, h[0]!)])).toEqual([]);
    expect(matrices([...turned(a, u), ...turned(h, w)])).toEqual([]);
    expect(matrices([dot(g, u, w), g.square(u[0]!), g.square(w[0]!), g.add(u[1]!, s), g.add(w[1]!, s)])).toEqual([]);
    // Nothing to gain: the vectors themselves.
    expect(matrices([dot(g, h, u), dot(g, h, w)])).toEqual([]);
    expect(linearImages(turned(a, u), [])).toEqual([]);
  });
});
