import type { Diagnostic } from '../diagnostics/index.js';
import { quote } from '../diagnostics/index.js';
import type { ConstraintSpec } from './constraint-spec.js';
import { quantityNameFault } from './names.js';

const SECTIONS = [
  ['inputs', 'an input'],
  ['params', 'a parameter'],
  ['where', 'a quantity under "where"'],
] as const;

/** Faults of the names of inputs, parameters and quantities: each must be usable, and stand for one thing. */
export function nameFaults(spec: ConstraintSpec): Diagnostic[] {
  const owners = new Map<string, string>();
  const faults: Diagnostic[] = [];
  for (const [section, what] of SECTIONS)
    for (const name of Object.keys(spec[section] ?? {})) {
      const field = `${section}.${name}`;
      const fault = quantityNameFault(name);
      if (fault !== undefined) faults.push({ ...fault, field });
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, what);
      else
        faults.push({
          code: 'E_NAME_CLASH',
          message: `The name ${quote(name)} is already ${owner}.`,
          hint: 'rename one of them',
          field,
        });
    }
  return faults;
}
