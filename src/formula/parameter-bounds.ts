import type { Interval } from '../primitives/interval.js';
import type { ExpandedParameter } from './expanded.js';

/** The ranges of parameters by the names of their variables; `nonzero` are those that the runtime keeps from zero. */
export function parameterBounds(
  params: readonly ExpandedParameter[],
  nonzero: ReadonlySet<string> = new Set<string>(),
): ReadonlyMap<string, Interval> {
  const bounds = new Map<string, Interval>();
  for (const { name, components, min = -Infinity, max = Infinity } of params)
    for (const node of components)
      if (node.kind === 'variable')
        bounds.set(node.name, { low: min, high: max, nonzero: nonzero.has(name) || min > 0 || max < 0 });
  return bounds;
}
