import fc from 'fast-check';
import type { BigNumber } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { referenceMathjs } from '../../src/mathjs.js';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import { Jets, type Seed } from '../../src/symbolic/jets.js';
import type { CallNode, Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';
import { gradient } from '../../src/symbolic/reverse.js';
import { angleBetween } from '../../src/symbolic/vector-angle.js';

type Vector = readonly Node[];

const dot = (g: Graph, a: Vector, b: Vector): Node => g.add(...a.map((node, i) => g.multiply(node, b[i]!)));
const norm = (g: Graph, a: Vector): Node => g.sqrt(dot(g, a, a));
const cross = (g: Graph, a: Vector, b: Vector): Vector =>
  [0, 1, 2].map((k) =>
    g.subtract(g.multiply(a[(k + 1) % 3]!, b[(k + 2) % 3]!), g.multiply(a[(k + 2) % 3]!, b[(k + 1) % 3]!)),
  );

const SPELLINGS: Readonly<Record<string, (g: Graph, u: Vector, w: Vector) => Node>> = {
  atan2: (g, u, w) => g.call('atan2', norm(g, cross(g, u, w)), dot(g, u, w)),
  'atan2, other way round': (g, u, w) => g.call('atan2', norm(g, cross(g, w, u)), dot(g, w, u)),
  acos: (g, u, w) => g.call('acos', g.divide(dot(g, u, w), g.multiply(norm(g, u), norm(g, w)))),
};
const NAMES = ['x', 'y', 'z', 'a', 'b', 'c'] as const;

describe('the angle between two vectors', () => {
  const math = referenceMathjs();
  const reference = referenceArithmetic();
  const h = math.bignumber('1e-20');
  const coordinates = fc.tuple(...NAMES.map(() => fc.integer({ min: -40, max: 40 }).map((n) => n / 8)));

  it.each(Object.entries(SPELLINGS))('by %s has the derivatives of the formula', (_, angleOf) => {
    let compared = 0;
    fc.assert(
      fc.property(coordinates, coordinates, (start, rates) => {
        const g = new Graph();
        const [x, y, z, a, b, c] = NAMES.map((name) => g.variable(name)) as [Node, Node, Node, Node, Node, Node];
        // Vectors that are not linear in the variables, and share one.
        const u = [g.add(x, g.square(y)), g.subtract(y, a), z];
        const w = [a, g.add(b, g.multiply(x, z)), c];
        const node = angleOf(g, u, w) as CallNode;
        expect(angleBetween(g, node)).toBeDefined();
        const jets = new Jets(
          g,
          new Map<Node, Seed>(
            NAMES.map((name, i) => [g.variable(name), { first: g.number(rates[i]!), second: g.zero }]),
          ),
        );
        const slopes = gradient(
          g,
          node,
          NAMES.map((name) => g.variable(name)),
        );
        const at = (shift: (i: number) => BigNumber): Map<string, BigNumber> =>
          new Map(NAMES.map((name, i) => [name, math.bignumber(start[i]).plus(shift(i))]));
        const valueAt = (shift: (i: number) => BigNumber): BigNumber => evaluate(reference, [node], at(shift))[0]!;
        const still = at(() => math.bignumber(0));
        const sine = evaluate(reference, [norm(g, cross(g, u, w))], still)[0]!.toNumber();
        if (sine < 0.1) return;
        compared += 1;
        const close = (actual: BigNumber, expected: BigNumber): void => {
          expect(actual.minus(expected).abs().toNumber()).toBeLessThan(1e-12 * Math.max(1, expected.abs().toNumber()));
        };
        const along = (steps: number): BigNumber => valueAt((i) => h.times(steps * rates[i]!));
        const [minus, zero, plus] = [along(-1), along(0), along(1)];
        const values = evaluate(reference, [jets.first(node), jets.second(node), ...slopes], still);
        close(values[0]!, plus.minus(minus).div(h.times(2)));
        close(values[1]!, plus.minus(zero.times(2)).plus(minus).div(h.times(h)));
        NAMES.forEach((__, j) => {
          const moved = (sign: number): BigNumber => valueAt((i) => h.times(i === j ? sign : 0));
          close(values[2 + j]!, moved(1).minus(moved(-1)).div(h.times(2)));
        });
      }),
      { numRuns: 25, seed: 5 },
    );
    expect(compared).toBeGreaterThan(15);
  });

  it('is not read into what only looks like it', () => {
    const g = new Graph();
    const vector = (name: string): Vector => ['x', 'y', 'z'].map((c) => g.variable(`${name}.${c}`));
    const [u, w, z] = [vector('u'), vector('w'), vector('z')];
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
