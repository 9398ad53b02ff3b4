import type { Algebra } from '../primitives/algebra.js';
import { primitiveOf, type PrimitiveName } from '../primitives/index.js';
import type { Node } from './node.js';
import * as Q from './rational.js';

/**
 * Simplifies a call: returns a value that is known without computing it, or moves the sign out of
 * an odd or even function.
 */
export function foldCall(graph: Algebra<Node>, name: PrimitiveName, args: readonly Node[]): Node | undefined {
  const { parity, values, fold } = primitiveOf(name);
  const [a] = args;
  if (a === undefined) return undefined;
  if (parity !== undefined && hasSign(a)) {
    const call = graph.call(name, graph.negate(a));
    return parity === 'odd' ? graph.negate(call) : call;
  }
  const value = a === graph.zero ? values?.[0] : a === graph.one ? values?.[1] : undefined;
  return value === undefined ? fold?.(graph, args) : graph.number(value);
}

const hasSign = (node: Node): boolean =>
  node.kind === 'product' ? Q.isNegative(node.coefficient) : node.kind === 'number' && Q.isNegative(node.value);
