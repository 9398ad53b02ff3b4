import type { Diagnostic } from '../diagnostics/index.js';
import { quote, suggestion } from '../diagnostics/index.js';
import type { ConstraintParameterSpecs, Range } from './constraint-spec.js';

interface Sampled {
  readonly params?: ConstraintParameterSpecs;
  readonly sample?: Readonly<Record<string, Range | undefined>>;
}

/**
 * Faults of the ranges from which verification draws, for parameters and for `others`, for instance
 * inputs.
 */
export function sampleFaults(
  spec: Sampled,
  others: readonly string[],
  what: string,
  ranges: Ranges = {},
): Diagnostic[] {
  const params = { ...spec.params, ...ranges } as Ranges;
  const names = [...new Set([...others, ...Object.keys(params), 't'])];
  return Object.entries(spec.sample ?? {}).flatMap(([name, range]) => {
    if (range === undefined) return [];
    const fault = (message: string, hint?: string): Diagnostic[] => [
      { code: 'E_SAMPLE', message, ...(hint === undefined ? {} : { hint }), field: `sample.${name}` },
    ];
    if (!names.includes(name))
      return fault(
        `There is no ${what} or parameter ${quote(name)}.`,
        suggestion(name, names) ?? `there are ${names.map(quote).join(', ')}`,
      );
    const [low, high] = range;
    if (low >= high) return fault(`The range is empty: ${low} is not below ${high}.`);
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    if (param === undefined || typeof param === 'string') return [];
    const { min = -Infinity, max = Infinity } = param;
    if (low < min || high > max)
      return fault(
        `The range goes beyond the values that ${Object.hasOwn(ranges, name) ? `the ${what}` : 'the parameter'} allows.`,
        'narrow it to lie between min and max',
      );
    return [];
  });
}

/** Quantities with a range of their own, by name. */
type Ranges = Readonly<Record<string, string | { readonly min?: number; readonly max?: number }>>;
