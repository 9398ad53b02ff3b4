import type { Graph } from '../../symbolic/graph.js';
import { Jets } from '../../symbolic/jets.js';
import { reachable, type Node } from '../../symbolic/node.js';
import * as Q from '../../symbolic/rational.js';
import { gradient } from '../../symbolic/reverse.js';

/** Gradient of a scalar, and the lower triangle of its Hessian, row by row. */
export interface SecondDerivatives {
  readonly g: readonly Node[];
  readonly H: readonly (readonly Node[])[];
}

/**
 * Differentiates a scalar twice: first by the sums of variables `z = L x`, such as `b − a`, that its
 * formula is made of, then
 *
 *     g = Lᵀ ∂V/∂z        H = Lᵀ (∂²V/∂z∂z) L
 *
 * with numbers as the entries of `L`. `∂V/∂z` is a reverse sweep, and each of its rates along a unit
 * motion `ż = e` a column of the inner Hessian (forward over reverse: Griewank and Walther,
 * *Evaluating Derivatives*, section 5.1).
 */
export function secondDerivatives(graph: Graph, value: Node, variables: readonly Node[]): SecondDerivatives {
  const z = affineParts(graph, value, new Set(variables));
  const slopes = gradient(graph, value, z);
  const columns = z.map((one) => new Jets(graph, new Map(z.map((part) => [part, unitMotion(graph, part === one)]))));
  // One node serves both triangles, so that H is symmetric to the bit.
  const inner = (a: number, b: number): Node => columns[Math.min(a, b)]!.first(slopes[Math.max(a, b)]!);
  const L = z.map((part) => coefficients(part, variables));
  const combined = (i: number, entry: (a: number) => Node): Node =>
    graph.addAsTheyAre(
      ...z.flatMap((_, a) => {
        const coefficient = L[a]!.get(i);
        return coefficient === undefined ? [] : [graph.scale(coefficient, entry(a))];
      }),
    );
  const half = z.map((_, a) => variables.map((__, j) => combined(j, (b) => inner(a, b))));
  return {
    g: variables.map((_, i) => combined(i, (a) => slopes[a]!)),
    H: variables.map((_, i) => variables.slice(0, i + 1).map((__, j) => combined(i, (a) => half[a]![j]!))),
  };
}

const unitMotion = (graph: Graph, moves: boolean): { readonly first: Node; readonly second: Node } => ({
  first: moves ? graph.one : graph.zero,
  second: graph.zero,
});

/** The sums of variables alone that a value is made of, and the variables that it has besides. */
function affineParts(graph: Graph, value: Node, variables: ReadonlySet<Node>): Node[] {
  const isPart = (node: Node): boolean =>
    variables.has(node) || (node.kind === 'sum' && node.terms.every((term) => variables.has(term.node)));
  const partsOf = (node: Node): readonly Node[] => {
    if (isPart(node)) return [];
    // A rule hides how it computes its slopes; they are made of the same parts.
    return graph.ruleOf(node)?.gradient().flat() ?? node.children;
  };
  return reachable([value], partsOf).filter(isPart);
}

function coefficients(part: Node, variables: readonly Node[]): ReadonlyMap<number, Q.Rational> {
  if (part.kind !== 'sum') return new Map([[variables.indexOf(part), Q.ONE]]);
  return new Map(part.terms.map(({ node, coefficient }) => [variables.indexOf(node), coefficient]));
}
