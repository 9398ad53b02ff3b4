import type { ExpandedParameter } from '../formula/expanded.js';
import { reachable, type Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';

/**
 * The scalar parameters that something is divided by. They do not change with the motion, so a zero among them is a mistake where it is given, and
 * no singular point: the runtime refuses it.
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
