import type { Graph } from './graph.js';
import { reachable, type Node } from './node.js';
import * as Q from './rational.js';
import { gradient } from './reverse.js';
import { dotAsTheyAre, type Vector } from './vectors.js';

/**
 * Rows that are the same linear function of different constant vectors: `h·R(b) u` and `h·R(b) w` are `K·u` and `K·w` with `K = R(b)ᵀ h`. Written like
 * that, the derivatives of `K` serve all of them. Returns the rows with those written anew, or nothing if there are none.
 */
export function shareLinearFunctions(
  graph: Graph,
  rows: readonly Node[],
  constants: readonly Vector[],
): Node[] | undefined {
  const groups = new Map<string, Map<Node, Node>>();
  for (const row of rows) {
    const below = new Set(reachable([row]));
    for (const vector of constants) {
      if (!vector.every((node) => below.has(node)) || degreeIn(row, new Set(vector)) !== 1) continue;
      // Euler: what is homogeneous of degree 1 is K·u with its gradient K.
      const slopes = gradient(graph, row, vector);
      const group = groups.get(keyOf(slopes)) ?? new Map<Node, Node>();
      groups.set(keyOf(slopes), group.set(row, dotAsTheyAre(graph, slopes, vector)));
    }
  }
  const anew = new Map([...groups.values()].filter((group) => group.size > 1).flatMap((group) => [...group]));
  return anew.size === 0 ? undefined : rows.map((row) => anew.get(row) ?? row);
}

const keyOf = (nodes: Vector): string => nodes.map(({ id }) => id).join();

/** The degree in some variables of which a node is homogeneous, as far as its form shows. */
function degreeIn(root: Node, variables: ReadonlySet<Node>): number | undefined {
  const degrees = new Map<Node, number | undefined>();
  const at = (node: Node): number | undefined => degrees.get(node);
  for (const node of reachable([root])) degrees.set(node, degreeOf(node, variables, at));
  return degrees.get(root);
}

function degreeOf(
  node: Node,
  variables: ReadonlySet<Node>,
  at: (child: Node) => number | undefined,
): number | undefined {
  switch (node.kind) {
    case 'number':
    case 'constant':
      return 0;
    case 'variable':
      return variables.has(node) ? 1 : 0;
    case 'sum': {
      const [first, ...others] = node.terms.map((term) => at(term.node));
      const isOne = others.every((degree) => degree === first) && (Q.isZero(node.constant) || first === 0);
      return isOne ? first : undefined;
    }
    case 'product':
      return node.factors.reduce<number | undefined>((sum, { base, exponent }) => {
        const degree = at(base);
        return sum === undefined || degree === undefined ? undefined : sum + Q.toNumber(exponent) * degree;
      }, 0);
    case 'call':
    case 'condition':
      return node.args.every((arg) => at(arg) === 0) ? 0 : undefined;
    case 'select':
      return [node.condition, node.whenTrue, node.whenFalse].every((part) => at(part) === 0) ? 0 : undefined;
  }
}
