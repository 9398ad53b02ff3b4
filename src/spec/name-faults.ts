import type { Diagnostic } from '../diagnostics/index.js';
import { quote } from '../diagnostics/index.js';
import { quantityNameFault } from './names.js';

/** Sections of a spec whose entries are known by their names. */
const SECTIONS = [
  ['inputs', 'an input'],
  ['coordinates', 'a coordinate'],
  ['params', 'a parameter'],
  ['where', 'a quantity under "where"'],
  ['points', 'a point'],
  ['angles', 'an angle'],
  ['directions', 'a direction'],
] as const;
type Sections = Readonly<Partial<Record<(typeof SECTIONS)[number][0], object>>>;

/**
 * Reports faulty names of inputs, coordinates, parameters and quantities: each must be usable, and
 * stand for one thing.
 */
export function nameFaults(spec: Sections): Diagnostic[] {
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
