import type { Graph } from './graph.js';
import { reachable, type Node } from './node.js';
import { rebuild } from './rebuild.js';

/** What each node below `roots` becomes where some are replaced by others. */
export function substitute(
  graph: Graph,
  roots: readonly Node[],
  replacements: ReadonlyMap<Node, Node>,
): Map<Node, Node> {
  const made = new Map<Node, Node>();
  const at = (child: Node): Node => made.get(child)!;
  for (const node of reachable(roots)) made.set(node, replacements.get(node) ?? rebuild(graph, node, at));
  return made;
}
