import fc from 'fast-check';
import type { BigNumber } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { countOperations } from '../../src/lower/count.js';
import { lower } from '../../src/lower/lower.js';
import { inOrder } from '../../src/lower/program.js';
import { referenceMathjs } from '../../src/mathjs.js';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import { Jets, type Seed } from '../../src/symbolic/jets.js';
import type { Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';
import { gradient } from '../../src/symbolic/reverse.js';
import { evaluateTree, ordinary, points, toGraph, trees, VARIABLES } from '../support/expressions.js';
import { doubleMachine } from '../support/programs.js';
import { runProgram, type Machine } from '../support/run-program.js';

const variables = <T extends string>(graph: Graph, ...names: T[]): Record<T, Node> =>
  Object.fromEntries(names.map((name) => [name, graph.variable(name)])) as Record<T, Node>;

describe('lowering', () => {
  const count = (...roots: readonly Node[]): number => countOperations(lower(roots).outputs).total;

  it('makes powers of a product that is there from it', () => {
    const g = new Graph();
    const { x, y, w } = variables(g, 'x', 'y', 'w');
    // (x w), (y w), (x w) w, (y w) w rather than with w²
    expect(count(...[x, y].flatMap((node) => [g.multiply(node, w), g.multiply(node, g.square(w))]))).toBe(4);
  });

  it('divides by the radicand rather than by the root twice', () => {
    const g = new Graph();
    const { x, y, s } = variables(g, 'x', 'y', 's');
    // √s, x/√s, and y/(s √s), not y/(√s √s √s)
    expect(count(g.divide(x, g.sqrt(s)), g.divide(y, g.power(s, Q.rational(3, 2))))).toBe(4);
  });

  it('takes a common coefficient out of the terms of a sum', () => {
    const g = new Graph();
    const { x, y, u } = variables(g, 'x', 'y', 'u');
    const three = (node: Node) => ({ coefficient: Q.rational(3), node });
    expect(count(g.combine([three(g.call('sin', x)), three(g.call('sin', y)), { coefficient: Q.ONE, node: u }]))).toBe(
      5,
    );
  });

  it('preserves value, gradient and both derivatives of random expressions', () => {
    const math = referenceMathjs();
    const reference = referenceArithmetic();
    const machine: Machine<BigNumber> = {
      literal: (value) => math.bignumber(value),
      binary: (operator, a, b) =>
        operator === '+' ? a.plus(b) : operator === '-' ? a.minus(b) : operator === '*' ? a.times(b) : a.div(b),
      call: (name, args) => (name === 'sqrt' ? args[0]!.sqrt() : reference.call(name, args)),
      compare: (name, args) => {
        if (name !== 'less') throw new Error(`unexpected ${name}`);
        return math.bignumber(args[0]!.lessThan(args[1]!) ? 1 : 0);
      },
      isTrue: (value) => !value.isZero(),
    };
    let compared = 0;
    fc.assert(
      fc.property(trees, points, (tree, at) => {
        if (!ordinary(evaluateTree(tree, at))) return;
        const graph = new Graph();
        const root = toGraph(graph, tree);
        const seeds = new Map<Node, Seed>(
          VARIABLES.map((name) => [graph.variable(name), { first: graph.number(0.75), second: graph.zero }]),
        );
        const jets = new Jets(graph, seeds);
        const roots = [
          root,
          jets.first(root),
          jets.second(root),
          ...gradient(
            graph,
            root,
            VARIABLES.map((n) => graph.variable(n)),
          ),
        ];
        const expected = evaluate(reference, roots, at);
        const actual = runProgram(machine, lower(roots).outputs, at);
        expected.forEach((value, i) => {
          if (!ordinary(value)) return;
          compared += 1;
          // Literals (thirds among them) are doubles, and may meet cancellation.
          expect(actual[i]!.minus(value).abs().toNumber()).toBeLessThanOrEqual(
            1e-9 * Math.max(1, value.abs().toNumber()),
          );
        });
      }),
      { numRuns: 400, seed: 4 },
    );
    expect(compared).toBeGreaterThan(1000);
  });

  it('computes a shared product, quotient and sum once', () => {
    const graph = new Graph();
    const { x, y, z, w } = variables(graph, 'x', 'y', 'z', 'w');
    const count = (...roots: Node[]): number => countOperations(lower(roots).outputs).total;
    expect(count(graph.multiply(x, y, z), graph.multiply(x, y, w))).toBe(3);
    expect(count(graph.divide(graph.multiply(x, z), y), graph.divide(graph.multiply(x, w), y))).toBe(3);
    expect(count(graph.add(x, y, z), graph.add(x, y, w))).toBe(3);
    expect(count(graph.power(x, Q.rational(8)))).toBe(3);
  });

  it('subtracts instead of negating', () => {
    const graph = new Graph();
    const { x, y } = variables(graph, 'x', 'y');
    const { byKind } = countOperations(
      lower([graph.subtract(y, graph.multiply(x, x)), graph.subtract(graph.one, x)]).outputs,
    );
    expect(byKind).toEqual({ '*': 1, '-': 2 });
  });

  it('divides once by a denominator that many quotients share', () => {
    const graph = new Graph();
    const { x, y, z, w } = variables(graph, 'x', 'y', 'z', 'w');
    const d = graph.add(w, graph.one);
    const { byKind } = countOperations(lower([x, y, z].map((n) => graph.divide(n, d))).outputs);
    expect(byKind).toEqual({ '+': 1, '/': 1, '*': 3 });
  });

  it('finds quotients by a root that is there: (1/s)·a² with √s known is (a/√s)²', () => {
    const graph = new Graph();
    const { w, a } = variables(graph, 'w', 'a');
    const quotients = (s: Node): Node[] => {
      const r = graph.sqrt(s);
      return [r, graph.divide(a, r), graph.divide(graph.square(a), s)];
    };
    const { byKind } = countOperations(lower(quotients(graph.call('exp', w))).outputs);
    expect(byKind).toEqual({ exp: 1, sqrt: 1, '/': 1, '*': 1 });
    // Not where s may be negative, and a²/s exist without the root.
    expect(runProgram(doubleMachine, lower(quotients(w)).outputs, new Map(Object.entries({ a: 3, w: -2 })))[2]).toBe(
      -4.5,
    );
  });

  it('folds constants to literals', () => {
    const graph = new Graph();
    const { x } = variables(graph, 'x');
    const program = lower([
      graph.multiply(graph.number(Q.HALF), graph.constant('tau'), x),
      graph.multiply(graph.call('log', graph.number(2)), x),
    ]);
    expect(countOperations(program.outputs).byKind).toEqual({ '*': 2 });
    expect(inOrder(program.outputs).filter((v) => v.kind === 'call')).toEqual([]);
  });

  it('folds constants to the nearest double, whatever cancels on the way', () => {
    const graph = new Graph();
    const { x } = variables(graph, 'x');
    const difference = graph.subtract(graph.scale(Q.HALF, graph.constant('tau')), graph.number(3.141592653589793));
    const [value] = lower([graph.multiply(difference, x)]).outputs;
    const literal = inOrder([value!]).find((v) => v.kind === 'literal');
    // π = 3.141592653589793 23846264338327950288… (DLMF 3.12.1); a literal means the decimal that
    // is written.
    expect(literal?.value).toBe(2.3846264338327950288e-16);
  });

  it('counts every operation once, and a lone negation as one', () => {
    const graph = new Graph();
    const { x, y } = variables(graph, 'x', 'y');
    const less = graph.condition('less', x, y);
    const { total, byKind } = countOperations(
      lower([graph.select(less, graph.call('sin', x), y), graph.negate(x)]).outputs,
    );
    expect(byKind).toEqual({ compare: 1, sin: 1, select: 1, negate: 1 });
    expect(total).toBe(4);
  });
});
