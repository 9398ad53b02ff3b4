import type { Graph } from './graph.js';
import { reachable, type Factor, type Node, type Term } from './node.js';
import * as Q from './rational.js';
import { rebuild } from './rebuild.js';

/**
 * Rewrites nodes by `a sin² u + a cos² u = a`, which holds for all reals. Mass matrices, which are
 * sums of squares of derivatives, contain many such pairs. Without the rule, that of a pendulum
 * would depend on its angle.
 */
export function joinSquares(graph: Graph, roots: readonly Node[]): Node[] {
  const rewritten = new Map<Node, Node>();
  const at = (node: Node): Node => rewritten.get(node)!;
  for (const node of reachable(roots)) rewritten.set(node, joined(graph, node, at));
  return roots.map(at);
}

function joined(graph: Graph, node: Node, at: (child: Node) => Node): Node {
  if (node.kind !== 'sum') return rebuild(graph, node, at);
  const terms = node.terms.map((term) => ({ coefficient: term.coefficient, node: at(term.node) }));
  return graph.combine([...joinTerms(graph, terms), { coefficient: node.constant, node: graph.one }]);
}

/** Joins pairs of terms as long as there are any. */
function joinTerms(graph: Graph, terms: readonly Term[]): Term[] {
  const left = [...terms];
  for (let i = 0; i < left.length; i++) {
    const { coefficient, node } = left[i]!;
    for (const { rest, partner } of squares(graph, node)) {
      const j = left.findIndex((other) => other.node === partner && Q.equals(other.coefficient, coefficient));
      if (j < 0) continue;
      left.splice(Math.max(i, j), 1);
      left.splice(Math.min(i, j), 1, { coefficient, node: rest });
      // The result may join with another term.
      i = -1;
      break;
    }
  }
  return left;
}

/**
 * The squares of sines and cosines among the factors of a term, each with the other factors and
 * with the term that it would join.
 */
function squares(graph: Graph, node: Node): { readonly rest: Node; readonly partner: Node }[] {
  if (node.kind !== 'product') return [];
  const { factors } = node;
  return factors.flatMap((factor) => {
    const { base, exponent } = factor;
    if (base.kind !== 'call' || (base.name !== 'sin' && base.name !== 'cos') || !Q.equals(exponent, Q.TWO)) return [];
    const other = graph.call(base.name === 'sin' ? 'cos' : 'sin', base.args[0]!);
    const rest = productOf(
      graph,
      factors.filter((one) => one !== factor),
    );
    return [{ rest, partner: graph.multiply(rest, graph.square(other)) }];
  });
}

const productOf = (graph: Graph, factors: readonly Factor[]): Node =>
  graph.multiply(...factors.map(({ base, exponent }) => graph.power(base, exponent)));
