import type { Diagnostic } from '../diagnostics/index.js';
import type { Dimension } from './dimension.js';
import { parseUnit } from './parse-unit.js';

/** The units that a spec declares. */
export interface DeclaredUnits {
  /** The declared dimensions, by the name of the quantity. */
  readonly dimensions: ReadonlyMap<string, Dimension>;
  /** One for each text that is no unit. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The name under which the unit of a curve's argument is kept: no identifier. */
export const argumentOf = (curve: string): string => `${curve}(s)`;

/** Units without those of quantities that no formula uses, which say nothing of the formulas. */
export const unitsInUse = (declared: DeclaredUnits, unused: readonly Diagnostic[]): DeclaredUnits => {
  const fields = new Set(unused.map(({ field }) => field));
  const isUsed = (name: string): boolean => !['inputs', 'params'].some((section) => fields.has(`${section}.${name}`));
  return { ...declared, dimensions: new Map([...declared.dimensions].filter(([name]) => isUsed(name))) };
};

type Sections = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** Reads the units of all quantities in sections of a spec, for instance `inputs` and `params`. */
export function declaredUnits(sections: Sections): DeclaredUnits {
  const dimensions = new Map<string, Dimension>();
  const diagnostics: Diagnostic[] = [];
  for (const [section, entries = {}] of Object.entries(sections))
    for (const [name, entry] of Object.entries(entries)) {
      if (typeof entry !== 'object' || entry === null) continue;
      const isCurve = 'kind' in entry && (entry.kind === 'curve' || entry.kind === 'path');
      for (const [field, key] of [['unit', name], ...(isCurve ? [['of', argumentOf(name)]] : [])] as const) {
        const text = (entry as Readonly<Record<string, unknown>>)[field];
        if (typeof text !== 'string') continue;
        const parsed = parseUnit(text);
        if ('dimension' in parsed) dimensions.set(key, parsed.dimension);
        else diagnostics.push({ code: 'E_UNIT', ...parsed, field: `${section}.${name}.${field}` });
      }
    }
  return { dimensions, diagnostics };
}
