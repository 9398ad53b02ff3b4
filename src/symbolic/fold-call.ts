import type { Algebra } from '../primitives/algebra.js';
import { primitiveOf, type PrimitiveName } from '../primitives/index.js';
import { reachable, type Node } from './node.js';
import * as Q from './rational.js';
import { referenceValue } from './reference-value.js';

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
  if (value !== undefined) return graph.number(value);
  return name === 'floor' ? floorOfConstant(graph, a) : fold?.(graph, args);
}

/** Relative size of the error that 64 digits leave where terms cancel. */
export const CANCELLED = 1e-50;

/** `⌊x⌋` of a constant: rounding must not lead past a whole number, as that of doubles does in `⌊tan(π/4)⌋`. */
function floorOfConstant(graph: Algebra<Node>, x: Node): Node | undefined {
  if (reachable([x]).some(({ kind }) => kind === 'variable')) return undefined;
  const value = referenceValue(x);
  if (!value.abs().lessThan(Number.MAX_SAFE_INTEGER)) return undefined;
  const nearest = value.round();
  const isWhole = value.minus(nearest).abs().lessThan(value.abs().times(CANCELLED));
  return graph.number((isWhole ? nearest : value.floor()).toNumber());
}

const hasSign = (node: Node): boolean =>
  node.kind === 'product' ? Q.isNegative(node.coefficient) : node.kind === 'number' && Q.isNegative(node.value);
