import type { Constructors } from './constructors.js';
import { isZeroNode, type Factor, type Node } from './node.js';
import * as Q from './rational.js';
import type { Rational } from './rational.js';

/**
 * Moves factors into a choice, `(p ? a : 0)·b → p ? a·b : 0`: the branch that is not taken costs
 * nothing and spreads no NaN.
 */
export function multiplyIntoChoice(
  graph: Constructors,
  coefficient: Rational,
  factors: readonly Factor[],
): Node | undefined {
  if (factors.length === 1 && Q.isOne(coefficient)) return undefined;
  for (const factor of factors) {
    const { base, exponent } = factor;
    if (base.kind !== 'select' || !Q.isOne(exponent) || !(isZeroNode(base.whenTrue) || isZeroNode(base.whenFalse)))
      continue;
    const rest = factors.filter((other) => other !== factor);
    const times = (branch: Node): Node => graph.product(coefficient, [...rest, { base: branch, exponent: Q.ONE }]);
    return graph.select(base.condition, times(base.whenTrue), times(base.whenFalse));
  }
  return undefined;
}

/**
 * Rewrites `p ? (q ? 0 : a) : (q ? 0 : b)` as `q ? 0 : (p ? a : b)`, likewise with the zeros
 * last. A branch that `q` excludes must not be evaluated, for it may have no value there.
 */
export function commonZero(graph: Constructors, condition: Node, a: Node, b: Node): Node | undefined {
  if (a.kind !== 'select' || b.kind !== 'select' || a.condition !== b.condition || a.condition === condition)
    return undefined;
  if (isZeroNode(a.whenTrue) && isZeroNode(b.whenTrue))
    return graph.select(a.condition, graph.zero, graph.select(condition, a.whenFalse, b.whenFalse));
  if (isZeroNode(a.whenFalse) && isZeroNode(b.whenFalse))
    return graph.select(a.condition, graph.select(condition, a.whenTrue, b.whenTrue), graph.zero);
  return undefined;
}
