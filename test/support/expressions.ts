import fc from 'fast-check';
import type { BigNumber } from 'mathjs';
import { referenceMathjs } from '../../src/mathjs.js';
import type { Graph } from '../../src/symbolic/graph.js';
import type { Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';

/** A random expression as a plain tree: what is meant, before any normalisation. */
export type Tree =
  | { readonly op: 'variable'; readonly name: string }
  | { readonly op: 'number'; readonly n: number; readonly d: number }
  | { readonly op: 'add' | 'subtract' | 'multiply' | 'divide'; readonly a: Tree; readonly b: Tree }
  | { readonly op: 'negate' | 'sin' | 'exp' | 'rootOfSquare' | 'abs'; readonly a: Tree }
  | { readonly op: 'power'; readonly a: Tree; readonly exponent: number }
  | { readonly op: 'choose'; readonly a: Tree; readonly b: Tree; readonly c: Tree };

export const VARIABLES = ['x', 'y', 'z', 'w'] as const;

const leaf: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VARIABLES).map((name): Tree => ({ op: 'variable', name })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: -4, max: 4 }), fc.constantFrom(1, 2, 3, 4))
      .map(([n, d]): Tree => ({ op: 'number', n, d })),
  },
);

export const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => {
  const a = tie('tree');
  return {
    tree: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      leaf,
      fc
        .tuple(fc.constantFrom('add', 'subtract', 'multiply', 'divide'), a, a)
        .map(([op, left, right]): Tree => ({ op, a: left, b: right })),
      fc.tuple(fc.constantFrom('negate', 'sin', 'rootOfSquare', 'abs'), a).map(([op, arg]): Tree => ({ op, a: arg })),
      fc.tuple(a, fc.integer({ min: -3, max: 4 })).map(([arg, exponent]): Tree => ({ op: 'power', a: arg, exponent })),
      fc.tuple(a, a, a).map(([x, y, z]): Tree => ({ op: 'choose', a: x, b: y, c: z })),
    ),
  };
}).tree;

export function toGraph(graph: Graph, tree: Tree): Node {
  const of = (child: Tree): Node => toGraph(graph, child);
  switch (tree.op) {
    case 'variable':
      return graph.variable(tree.name);
    case 'number':
      return graph.number(Q.rational(tree.n, tree.d));
    case 'add':
      return graph.add(of(tree.a), of(tree.b));
    case 'subtract':
      return graph.subtract(of(tree.a), of(tree.b));
    case 'multiply':
      return graph.multiply(of(tree.a), of(tree.b));
    case 'divide':
      return graph.divide(of(tree.a), of(tree.b));
    case 'negate':
      return graph.negate(of(tree.a));
    case 'sin':
    case 'exp':
    case 'abs':
      return graph.call(tree.op, of(tree.a));
    case 'rootOfSquare':
      // Always real: √(a² + 1)
      return graph.sqrt(graph.add(graph.square(of(tree.a)), graph.one));
    case 'power':
      return graph.power(of(tree.a), Q.rational(tree.exponent));
    case 'choose':
      return graph.select(graph.condition('less', of(tree.a), of(tree.b)), of(tree.b), of(tree.c));
  }
}

/** Evaluates the tree directly at 64 digits, without the graph. */
export function evaluateTree(tree: Tree, at: ReadonlyMap<string, BigNumber>): BigNumber {
  const math = referenceMathjs();
  const of = (child: Tree): BigNumber => evaluateTree(child, at);
  switch (tree.op) {
    case 'variable':
      return at.get(tree.name)!;
    case 'number':
      return math.bignumber(tree.n).div(tree.d);
    case 'add':
      return of(tree.a).plus(of(tree.b));
    case 'subtract':
      return of(tree.a).minus(of(tree.b));
    case 'multiply':
      return of(tree.a).times(of(tree.b));
    case 'divide':
      return of(tree.a).div(of(tree.b));
    case 'negate':
      return of(tree.a).neg();
    case 'sin':
      return of(tree.a).sin();
    case 'exp':
      return of(tree.a).exp();
    case 'abs':
      return of(tree.a).abs();
    case 'rootOfSquare':
      return of(tree.a).pow(2).plus(1).sqrt();
    case 'power':
      return of(tree.a).pow(tree.exponent);
    case 'choose':
      return of(tree.a).lessThan(of(tree.b)) ? of(tree.b) : of(tree.c);
  }
}

/** A point for the variables, away from zero and from each other. */
export const points: fc.Arbitrary<ReadonlyMap<string, BigNumber>> = fc
  .uniqueArray(
    fc.integer({ min: -200, max: 200 }).filter((n) => Math.abs(n) > 20),
    { minLength: 4, maxLength: 4 },
  )
  .map(
    (values) =>
      new Map(
        VARIABLES.map((name, i) => [
          name,
          referenceMathjs()
            .bignumber(values[i]! / 128)
            .plus('0.00137')
            .times(1),
        ]),
      ),
  );

/** True for a value that can be compared: finite and neither huge nor tiny. */
export const ordinary = (value: BigNumber): boolean =>
  value.isFinite() && value.abs().lessThan('1e12') && (value.isZero() || value.abs().greaterThan('1e-12'));
