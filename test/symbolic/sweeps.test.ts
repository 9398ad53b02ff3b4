import fc from 'fast-check';
import type { BigNumber } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { referenceMathjs } from '../../src/mathjs.js';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { SAMPLES } from '../support/function-samples.js';
import type { Sample } from '../support/function-errors.js';
import { big } from '../support/high-precision.js';
import { SCALAR_FUNCTIONS } from '../../src/symbolic/functions.js';
import { Graph } from '../../src/symbolic/graph.js';
import { Jets, type Seed } from '../../src/symbolic/jets.js';
import type { Node } from '../../src/symbolic/node.js';
import { gradient } from '../../src/symbolic/reverse.js';
import { evaluateTree, ordinary, points, toGraph, trees, VARIABLES, type Tree } from '../support/expressions.js';
import { someOf } from '../support/scope.js';

const STEP = '1e-20';
/**
 * Tolerance; truncation and round-off of differences with that step at 64 digits are below 1e-20
 * for ordinary functions.
 */
const TOLERANCE = 1e-12;

const shifted = (at: ReadonlyMap<string, BigNumber>, by: (name: string) => BigNumber): Map<string, BigNumber> =>
  new Map([...at].map(([name, value]) => [name, value.plus(by(name))]));

function close(actual: BigNumber, expected: BigNumber): void {
  expect(actual.minus(expected).abs().toNumber()).toBeLessThanOrEqual(
    TOLERANCE * Math.max(1, expected.abs().toNumber()),
  );
}

describe('sweeps over random expressions, against differences of the tree at 64 digits', () => {
  const math = referenceMathjs();
  const reference = referenceArithmetic();
  const h = math.bignumber(STEP);

  it('reverse sweep: gradient', () => {
    let compared = 0;
    fc.assert(
      fc.property(trees, points, (tree, at) => {
        if (!ordinary(evaluateTree(tree, at))) return;
        const graph = new Graph();
        const entries = gradient(
          graph,
          toGraph(graph, tree),
          VARIABLES.map((name) => graph.variable(name)),
        );
        const values = evaluate(reference, entries, at);
        VARIABLES.forEach((name, i) => {
          const move = (sign: number) => shifted(at, (other) => (other === name ? h.times(sign) : h.times(0)));
          const difference = evaluateTree(tree, move(1))
            .minus(evaluateTree(tree, move(-1)))
            .div(h.times(2));
          if (!ordinary(difference)) return;
          compared += 1;
          close(values[i]!, difference);
        });
      }),
      { numRuns: 300, seed: 2 },
    );
    expect(compared).toBeGreaterThan(400);
  });

  it('second-order jets: first and second derivative along a motion with a time-dependent formula', () => {
    let compared = 0;
    const rates = { x: 0.75, y: -0.5, z: 1.25, w: 1 };
    fc.assert(
      fc.property(trees, points, (tree, at) => {
        if (!ordinary(evaluateTree(tree, at))) return;
        const graph = new Graph();
        const root = toGraph(graph, tree);
        // `w` takes the role of time.
        const seeds = new Map<Node, Seed>(
          VARIABLES.map((name) => [graph.variable(name), { first: graph.number(rates[name]), second: graph.zero }]),
        );
        const jets = new Jets(graph, seeds);
        const [first, second] = evaluate(reference, [jets.first(root), jets.second(root)], at);
        const along = (steps: number) =>
          evaluateTree(
            tree,
            shifted(at, (name) => h.times(steps * rates[name as 'x'])),
          );
        const [minus, zero, plus] = [along(-1), along(0), along(1)];
        const slope = plus.minus(minus).div(h.times(2));
        const curvature = plus.minus(zero.times(2)).plus(minus).div(h.times(h));
        if (!ordinary(slope) || !ordinary(curvature)) return;
        compared += 1;
        close(first!, slope);
        close(second!, curvature);
      }),
      { numRuns: 400, seed: 3 },
    );
    expect(compared).toBeGreaterThan(150);
  });

  it('a reverse sweep ends at the requested nodes: the operands of one have the rest', () => {
    const graph = new Graph();
    const [p, q] = [graph.variable('p'), graph.variable('q')];
    const difference = graph.subtract(q, p);
    const output = graph.add(graph.square(difference), graph.multiply(q, q, q));
    expect(gradient(graph, output, [difference, p, q])).toEqual([
      graph.multiply(graph.number(2), difference),
      graph.zero,
      graph.multiply(graph.number(3), graph.square(q)),
    ]);
  });

  it('of C(q, t) the second coefficient holds the mixed derivative twice', () => {
    const graph = new Graph();
    const [q, v, t] = ['q', 'v', 't'].map((name) => graph.variable(name)) as [Node, Node, Node];
    const jets = new Jets(
      graph,
      new Map([
        [q, { first: v, second: graph.zero }],
        [t, { first: graph.one, second: graph.zero }],
      ]),
    );
    // C = q t: Cdot = v t + q, gamma = 2 v
    expect(jets.first(graph.multiply(q, t))).toBe(graph.add(graph.multiply(v, t), q));
    expect(jets.second(graph.multiply(q, t))).toBe(graph.multiply(graph.number(2), v));
  });
});

/** True where derivatives exist and nothing is large. */
const isOrdinary = ({ at, reach = 1, valueOnly }: Sample): boolean =>
  !valueOnly && reach > 1e-4 && at.every((x) => Math.abs(x) > 1e-2 && Math.abs(x) < 30);

/** Calls of variables: each function but `sign` and `floor`, which are called with something else. */
const CALLS = Object.keys(SAMPLES).flatMap((call) => {
  const [, name, args] = /^(\w+)\(([xyz, ]+)\)$/.exec(call) ?? [];
  return name === undefined || args === undefined ? [] : [{ call, name, args: args.split(', ') }];
});

describe('each function of the language: value, first and second derivative against 64 digits', () => {
  const math = referenceMathjs();
  const reference = referenceArithmetic();
  const h = math.bignumber(STEP);

  it('every function is called', () => {
    expect([...SCALAR_FUNCTIONS.keys()].filter((name) => !CALLS.some((call) => call.name === name))).toEqual([
      'sign',
      'floor',
    ]);
  });

  it.each(someOf(CALLS, 15))('$call', ({ call, name, args }) => {
    const graph = new Graph();
    const { of, at: samples } = SAMPLES[call]!;
    const places = samples.filter(isOrdinary);
    expect(places.length).toBeGreaterThan(0);
    for (const { at: place } of places) {
      const node = SCALAR_FUNCTIONS.get(name)!.build(
        graph,
        args.map((arg) => graph.variable(arg)),
      );
      const rates = [0.7, -1.3, 0.4];
      const seeds = new Map<Node, Seed>(
        args.map((arg, i) => [graph.variable(arg), { first: graph.number(rates[i]!), second: graph.zero }]),
      );
      const jets = new Jets(graph, seeds);
      const start = place.map((value) => math.bignumber(value));
      const at = new Map(args.map((arg, i) => [arg, start[i]!]));
      const values = evaluate(reference, [node, jets.first(node), jets.second(node)], at);
      const own = (steps: number): BigNumber => {
        const moved = start.map((value, i) => value.plus(h.times(steps * rates[i]!)));
        return math.bignumber(of(...moved.map((value) => big(value.toString()))).toString());
      };
      const [minus, zero, plus] = [own(-1), own(0), own(1)];
      close(values[0]!, zero);
      close(values[1]!, plus.minus(minus).div(h.times(2)));
      close(values[2]!, plus.minus(zero.times(2)).plus(minus).div(h.times(h)));
    }
  });

  it('cube root of a negative number has the right slope', () => {
    const graph = new Graph();
    const tree: Tree = { op: 'variable', name: 'x' };
    const [slope] = gradient(graph, graph.call('cbrt', toGraph(graph, tree)), [graph.variable('x')]);
    const [value] = evaluate(reference, [slope!], new Map([['x', math.bignumber(-8)]]));
    close(value!, math.bignumber(1).div(12));
  });
});
