import type { AngleRule } from './angle-rule.js';
import type { Graph } from './graph.js';
import type { CallNode } from './node.js';
import { torsionOf } from './torsion.js';
import { angleBetween } from './vector-angle.js';

const known = new WeakMap<CallNode, AngleRule | 'none'>();

/** Reads a call as an angle between vectors, if it is one. A call belongs to one graph: it is read once. */
export function readAngle(graph: Graph, call: CallNode): AngleRule | undefined {
  let rule = known.get(call);
  if (rule === undefined) known.set(call, (rule = angleBetween(graph, call) ?? torsionOf(graph, call) ?? 'none'));
  return rule === 'none' ? undefined : rule;
}
