import type { ExpandedParameter } from '../formula/expanded.js';
import type { Interval } from '../primitives/interval.js';
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

/**
 * The ranges of parameters by the names of their variables. Those that the runtime keeps from zero
 * are `nonzero`.
 */
export function parameterBounds(
  params: readonly ExpandedParameter[],
  nonzero: ReadonlySet<string>,
): ReadonlyMap<string, Interval> {
  const bounds = new Map<string, Interval>();
  for (const { name, components, min = -Infinity, max = Infinity } of params)
    for (const node of components)
      if (node.kind === 'variable')
        bounds.set(node.name, { low: min, high: max, nonzero: nonzero.has(name) || min > 0 || max < 0 });
  return bounds;
}
