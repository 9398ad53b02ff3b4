import type { Graph } from './graph.js';
import { reachable, type Node, type SumNode, type Term } from './node.js';
import * as Q from './rational.js';
import { rebuild } from './rebuild.js';

/**
 * Rewrites squares of sums of two unit vectors by `|αu + βw|² = α² + β² + 2αβ u·w`. The derivatives of
 * `|u|²` are zero, which nothing sees in those of its parts: a bend's Hessian takes a third fewer
 * operations. For what is differentiated only: where `u` is nearly `w`, the value of `|u − w|²` has
 * more digits as it stands.
 */
export function joinUnitVectors(graph: Graph, root: Node): Node {
  const made = new Map<Node, Node>();
  const at = (node: Node): Node => made.get(node) ?? node;
  // A call with derivatives of its own stays as it is, and so keeps them.
  for (const node of reachable([root], (one) => (graph.ruleOf(one) === undefined ? one.children : [])))
    made.set(node, (node.kind === 'sum' ? joined(graph, node) : undefined) ?? rebuild(graph, node, at));
  return at(root);
}

function joined(graph: Graph, { terms, constant }: SumNode): Node | undefined {
  if (!Q.isZero(constant)) return undefined;
  const u: Term[] = [];
  const w: Term[] = [];
  for (const { coefficient, node } of terms) {
    const pair = Q.isOne(coefficient) ? summandsOfSquare(node) : undefined;
    if (pair === undefined) return undefined;
    const isTurned = u.length > 0 && squaredLength(pair[0].node) !== squaredLength(u[0]!.node);
    u.push(pair[isTurned ? 1 : 0]);
    w.push(pair[isTurned ? 0 : 1]);
  }
  const squares = [u, w].flatMap((vector) => multipleOfUnit(graph, vector) ?? []);
  const products = u.map((p, i) => Q.multiply(p.coefficient, w[i]!.coefficient));
  if (squares.length < 2 || !products.every((product) => Q.equals(product, products[0]!))) return undefined;
  return graph.combine([
    { coefficient: Q.add(squares[0]!, squares[1]!), node: graph.one },
    {
      coefficient: Q.multiply(Q.TWO, products[0]!),
      node: graph.add(...u.map((p, i) => graph.multiply(p.node, w[i]!.node))),
    },
  ]);
}

/** The summands of `(p + q)²`. */
function summandsOfSquare(node: Node): readonly [Term, Term] | undefined {
  if (node.kind !== 'product' || node.factors.length !== 1 || !Q.isOne(node.coefficient)) return undefined;
  const { base, exponent } = node.factors[0]!;
  if (!Q.equals(exponent, Q.TWO) || base.kind !== 'sum' || !Q.isZero(base.constant)) return undefined;
  const [p, q, ...others] = base.terms;
  return others.length === 0 ? [p!, q!] : undefined;
}

/** The `s` of a component `x / √s` of a unit vector. */
const squaredLength = (component: Node): Node | undefined =>
  component.kind === 'product'
    ? component.factors.find(({ exponent }) => Q.equals(exponent, Q.negate(Q.HALF)))?.base
    : undefined;

/** `α²` of a vector `αu`, if `u` is a unit vector. */
function multipleOfUnit(graph: Graph, vector: readonly Term[]): Q.Rational | undefined {
  const alpha = Q.absolute(vector[0]!.coefficient);
  const isUnit =
    vector.every(({ coefficient }) => Q.equals(Q.absolute(coefficient), alpha)) &&
    graph.add(...vector.map(({ node }) => graph.square(node))) === graph.one;
  return isUnit ? Q.multiply(alpha, alpha) : undefined;
}
