import { primitiveOf } from '../primitives/index.js';
import { reachesBeyond } from '../primitives/singularity.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import { reachable, type Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';

/**
 * True where formulas have no value for some arguments within their `bounds`: the root or another
 * broken power of what may be negative, the logarithm of such a number, the arcsine beyond ±1.
 */
export function arePartial(roots: readonly Node[], bounds: BoundsOf): boolean {
  return reachable(roots).some((node) => {
    if (node.kind === 'product')
      return node.factors.some(({ base, exponent }) => !Q.isInteger(exponent) && bounds.of(base).low < 0);
    if (node.kind !== 'call') return false;
    // A curve may end.
    if (primitiveOf(node.name).ofCurve === true) return true;
    const argument = bounds.of(node.args[0]!);
    if (node.name === 'pow') return argument.low < 0;
    return (
      primitiveOf(node.name).singular?.some((place) => place.noValue !== undefined && reachesBeyond(place, argument)) ??
      false
    );
  });
}
