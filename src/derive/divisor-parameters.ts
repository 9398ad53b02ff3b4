import type { ExpandedParameter } from '../formula/expanded.js';
import { reachable, type Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';

/**
 * The scalar parameters that occur as a divisor. They do not change with the motion. A zero among
 * them is therefore no singular point but a mistake of the caller, which the runtime refuses.
 */
export function divisorParameters(params: readonly ExpandedParameter[], roots: readonly Node[]): Set<string> {
  const scalars = new Map(
    params.flatMap(({ kind, name, components }) => (kind === 'scalar' ? [[components[0]!, name]] : [])),
  );
  const divisors = new Set<string>();
  for (const node of reachable(roots)) {
    if (node.kind !== 'product') continue;
    for (const { base, exponent } of node.factors) {
      const name = scalars.get(base);
      if (name !== undefined && Q.isNegative(exponent)) divisors.add(name);
    }
  }
  return divisors;
}
