import { reachable, type Node } from '../symbolic/node.js';

/** All nodes that `roots` depend on, also by way of definitions. */
export function reachableThrough(roots: readonly Node[], definitions: ReadonlyMap<Node, Node>): Node[] {
  const known = new Set<Node>(roots);
  for (const root of known)
    for (const node of reachable([root])) {
      const definition = definitions.get(node);
      if (definition !== undefined) known.add(definition);
    }
  return reachable(known);
}

/** Nodes that more than one other node, or an output, is computed from. */
export function sharedNodes(
  nodes: readonly Node[],
  roots: readonly Node[],
  children: (node: Node) => readonly Node[],
): Set<Node> {
  const once = new Set<Node>();
  const shared = new Set<Node>(roots);
  for (const child of nodes.flatMap(children)) (once.has(child) ? shared : once).add(child);
  return shared;
}
