import type { ExpandedConstraint } from '../formula/expanded.js';
import { rateName } from '../symbolic/motion.js';

/** Powers of a length in the units of parameters. */
const POWERS: ReadonlyMap<string, number> = new Map([
  ['m', 1],
  ['m/s', 1],
  ['m^2', 2],
  ['m^3', 3],
  ['1/m', -1],
]);

/** The powers of a length that the variables of a constraint grow with, by name: points and their rates, and parameters by their units. */
export function lengthsOf({ inputs, params }: Pick<ExpandedConstraint, 'inputs' | 'params'>): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const { kind, components } of inputs)
    for (const component of components)
      if (kind === 'point' && component.kind === 'variable')
        for (const name of [component.name, rateName(component.name)]) lengths.set(name, 1);
  for (const { unit = '', components } of params)
    for (const component of components)
      if (component.kind === 'variable') lengths.set(component.name, POWERS.get(unit) ?? 0);
  return lengths;
}
