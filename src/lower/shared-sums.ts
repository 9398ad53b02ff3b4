import type { Node, SumNode } from '../symbolic/node.js';
import { sharePairs } from './share-pairs.js';
import { stableSum } from './stable-forms.js';
import { Summands, type SumMember } from './summands.js';

/** The sums of a program, written in terms that they share. */
export interface SharedSums {
  readonly summands: Summands;
  /** The members of a sum; undefined for a sum that has a stable form. */
  readonly of: (sum: SumNode) => readonly SumMember[] | undefined;
}

/**
 * Splits the sums among `nodes` into terms, and joins pairs that several have in common; `shared`
 * nodes have several users.
 */
export function shareTerms(nodes: readonly Node[], shared: ReadonlySet<Node>): SharedSums {
  const summands = new Summands();
  const sums = nodes.filter((node): node is SumNode => node.kind === 'sum' && stableSum(node, shared) === undefined);
  const terms = sharePairs(
    sums.map((sum) => sum.terms.flatMap(({ node, coefficient }) => summands.split(node, coefficient))),
    summands,
  );
  const members = new Map(sums.map((sum, i) => [sum, summands.collect(terms[i]!)]));
  return { summands, of: (sum) => members.get(sum) };
}
