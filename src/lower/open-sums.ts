import { countUses, type Node, type SumNode, type Term } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';

/**
 * `(2 a + 2 b − c) − 2 d` is `2 (a + b − d) − c`: a sum within a sum is opened where terms of both have a coefficient of one size, which is then
 * multiplied by once. Only sums of computed terms are opened: the difference of two inputs may be exact, and is to stay so.
 *
 * `nodes` are all that a program computes, each from its `children`. Returns the terms of each sum that changes.
 */
export function openSums(
  nodes: readonly Node[],
  roots: ReadonlySet<Node>,
  children: (node: Node) => readonly Node[],
): Map<SumNode, Term[]> {
  const result = new Map<SumNode, Term[]>();
  const candidates = nodes.filter((node) => node.kind === 'sum').filter(mayOpen);
  if (candidates.length === 0) return result;
  const uses = countUses(nodes, children);
  for (const node of candidates) {
    if ((uses.get(node) ?? 0) > 1) continue;
    const opened = node.terms.flatMap((term) => {
      const inner = uses.get(term.node) === 1 && !roots.has(term.node) ? innerTerms(term) : [];
      const isJoined = inner.some((one) => node.terms.some((other) => other !== term && haveSize(one, other)));
      return isJoined ? inner : [term];
    });
    if (opened.length > node.terms.length) result.set(node, opened);
  }
  return result;
}

/** Whether there is a sum within a sum, and a coefficient to be joined. */
const mayOpen = ({ terms }: SumNode): boolean =>
  terms.some(({ node }) => node.kind === 'sum') && terms.some(({ coefficient }) => !Q.isOne(Q.absolute(coefficient)));

/** The terms of a term that is a sum of computed quantities; of another, none. */
function innerTerms({ coefficient, node }: Term): Term[] {
  if (node.kind !== 'sum' || !Q.isZero(node.constant)) return [];
  if (node.terms.some((term) => term.node.kind === 'variable')) return [];
  return node.terms.map((term) => ({ coefficient: Q.multiply(coefficient, term.coefficient), node: term.node }));
}

/** Whether two terms have coefficients of one size, by which to multiply costs anything. */
function haveSize(a: Term, b: Term): boolean {
  const size = Q.absolute(a.coefficient);
  return !Q.isOne(size) && Q.equals(size, Q.absolute(b.coefficient));
}
