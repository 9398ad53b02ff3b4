import type { Graph } from '../../symbolic/graph.js';
import { Jets } from '../../symbolic/jets.js';
import { reachable, type Node } from '../../symbolic/node.js';
import * as Q from '../../symbolic/rational.js';
import { factorSums } from '../../symbolic/common-factors.js';
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
 * with numbers as the entries of `L`. Where such sums are no fewer than the variables, nothing is won,
 * and digits are lost: large slopes by sums cancel only after they were multiplied. There `z` are the
 * variables; so they are where `∂V/∂z` is not made of `z` alone, as the slope `1 / (x + 1.1)` of
 * `log1p(x + 0.1)` is not. `∂V/∂z` is a reverse sweep, and each of its rates along a unit motion
 * `ż = e` a column of the inner Hessian (forward over reverse: Griewank and Walther, *Evaluating
 * Derivatives*, section 5.1).
 */
export function secondDerivatives(graph: Graph, value: Node, variables: readonly Node[]): SecondDerivatives {
  const all = new Set(variables);
  const parts = affineParts(graph, value, all);
  const known = new Set(parts);
  const isMadeOfParts = (slopes: readonly Node[]): boolean =>
    reachable(
      slopes,
      partsUpTo(graph, (node) => known.has(node)),
    ).every((node) => known.has(node) || !all.has(node));
  const isByParts = parts.length < variables.length && isMadeOfParts(gradient(graph, value, parts));
  const z = isByParts ? parts : variables;
  const slopes = gradient(graph, value, z);
  // Factoring may break up parts, as `(a + b) x + b x → (a + 2 b) x`.
  const factored = factorSums(graph, slopes);
  const simple = isByParts && !isMadeOfParts(factored) ? slopes : factored;
  const columns = z.map((one) => new Jets(graph, new Map(z.map((part) => [part, unitMotion(graph, part === one)]))));
  const L = z.map((part) => coefficients(part, variables));
  // Of independent sums the inner Hessian is symmetric, and one node serves both of its triangles. A
  // sum that others make up counts as itself in some slopes, and as those in others.
  const isSymmetric = areIndependent(L);
  const inner = (a: number, b: number): Node =>
    isSymmetric && b > a ? columns[a]!.first(simple[b]!) : columns[b]!.first(simple[a]!);
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
  return reachable([value], partsUpTo(graph, isPart)).filter(isPart);
}

/** The parts that a node is made of, none of those at which the search ends. */
const partsUpTo =
  (graph: Graph, isEnd: (node: Node) => boolean) =>
  (node: Node): readonly Node[] =>
    // A rule hides how it computes its slopes; they are made of the same parts.
    isEnd(node) ? [] : (graph.ruleOf(node)?.gradient().flat() ?? node.children);

function coefficients(part: Node, variables: readonly Node[]): ReadonlyMap<number, Q.Rational> {
  if (part.kind !== 'sum') return new Map([[variables.indexOf(part), Q.ONE]]);
  return new Map(part.terms.map(({ node, coefficient }) => [variables.indexOf(node), coefficient]));
}

/** Tests whether rows of numbers, by columns, are linearly independent: by elimination. */
function areIndependent(rows: readonly ReadonlyMap<number, Q.Rational>[]): boolean {
  const pivots = new Map<number, ReadonlyMap<number, Q.Rational>>();
  return rows.every((row) => {
    let rest = new Map(row);
    for (const [column, pivot] of pivots) {
      const factor = rest.get(column);
      if (factor === undefined) continue;
      for (const [k, value] of pivot) {
        const left = Q.subtract(rest.get(k) ?? Q.ZERO, Q.multiply(factor, value));
        if (Q.isZero(left)) rest.delete(k);
        else rest.set(k, left);
      }
    }
    const [first] = rest;
    if (first === undefined) return false;
    const [column, leading] = first;
    rest = new Map([...rest].map(([k, value]) => [k, Q.divide(value, leading)]));
    pivots.set(column, rest);
    return true;
  });
}
