import type { Diagnostic } from '../diagnostics/index.js';
import { quote, suggestion } from '../diagnostics/index.js';
import type { ConstraintSpec } from './constraint-spec.js';

/** Faults of the ranges from which verification draws. */
export function sampleFaults(spec: ConstraintSpec): Diagnostic[] {
  const params = spec.params ?? {};
  const names = [...Object.keys(spec.inputs), ...Object.keys(params), 't'];
  return Object.entries(spec.sample ?? {}).flatMap(([name, range]) => {
    if (range === undefined) return [];
    const fault = (message: string, hint?: string): Diagnostic[] => [
      { code: 'E_SAMPLE', message, ...(hint === undefined ? {} : { hint }), field: `sample.${name}` },
    ];
    if (!names.includes(name))
      return fault(
        `There is no input or parameter ${quote(name)}.`,
        suggestion(name, names) ?? `there are ${names.map(quote).join(', ')}`,
      );
    const [low, high] = range;
    if (low >= high) return fault(`The range is empty: ${low} is not below ${high}.`);
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    if (param === undefined || typeof param === 'string') return [];
    const { min = -Infinity, max = Infinity } = param;
    if (low < min || high > max)
      return fault(
        'The range goes beyond the values that the parameter allows.',
        'narrow it to lie between min and max',
      );
    return [];
  });
}
