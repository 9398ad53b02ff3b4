import type { Reduction } from '../../runtime/model/lists/list-type.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { Entry, IndexVariable } from '../lists/formula-reader.js';
import type { Lists } from '../lists/list-spec.js';
import { fault } from '../syntax/fault.js';

/** The place of an entry in its list. */
export const placeOf = (entry: Entry): { at: number } | { shift: number } | { corner: number } => {
  if ('at' in entry) return { at: entry.at };
  return 'shift' in entry ? { shift: entry.shift } : { corner: entry.corner };
};

/** An entry as a formula has it, with `i` for the index: `p[0]`, `p[i+1]`, `p[f[0]]`. */
function writtenEntry(entry: Entry): string {
  if ('at' in entry) return `${entry.list}[${entry.at}]`;
  if ('corner' in entry) return `${entry.list}[f[${entry.corner}]]`;
  return `${entry.list}[i${entry.shift > 0 ? '+' : ''}${entry.shift === 0 ? '' : entry.shift}]`;
}

/** A diagnostic whose hint has the parts of the spec in place of the names that stand for them, `known` by their keys. */
export function inOwnWords(diagnostic: Diagnostic, known: ReadonlyMap<string, string>): Diagnostic {
  const { hint } = diagnostic;
  if (hint === undefined) return diagnostic;
  const texts = new Map(
    [...known].map(([key, name]) => {
      if (!key.startsWith('{')) return [name, key];
      const read = JSON.parse(key) as Entry | { readonly lengthOf: string };
      return [name, 'list' in read ? writtenEntry(read) : name];
    }),
  );
  return { ...diagnostic, hint: hint.replace(/\w+/g, (word) => texts.get(word) ?? word) };
}

/** `p[0] → p_0`, `p[-1] → p_last`, `p[i] → p_i`, `p[i+1] → p_next`, `p[f[0]] → p_f0` */
export function suffixOf(entry: Entry): string {
  if ('at' in entry) return entry.at >= 0 ? `_${entry.at}` : entry.at === -1 ? '_last' : `_last${-entry.at}`;
  if ('corner' in entry) return `_f${entry.corner}`;
  const far = Math.abs(entry.shift);
  if (far === 0) return '_i';
  return `${entry.shift > 0 ? '_next' : '_prev'}${far === 1 ? '' : far}`;
}

/** What the index of a reduction runs over. */
export function overOf(
  text: string,
  span: { readonly start: number; readonly end: number },
  entries: readonly Entry[],
  index: IndexVariable | undefined,
  lists: Lists,
): Reduction['over'] {
  if (index?.indices !== undefined) {
    if (entries.some((entry) => 'corner' in entry)) return { indices: index.indices };
  } else {
    const names = [...new Set(entries.flatMap((entry) => ('shift' in entry ? [entry.list] : [])))];
    const rings = new Set(names.map((name) => lists.inputs.get(name)!.ring ?? true));
    if (rings.size > 1)
      fault(
        text,
        span,
        'E_INDEX',
        `Of ${names.map((name) => `"${name}"`).join(' and ')} one is a ring and one is not.`,
        'sum them apart',
      );
    if (names.length > 0) return { lists: names, ring: [...rings][0]! };
  }
  const p = [...lists.inputs.keys()][0]!;
  const entry = index!.indices === undefined ? `${p}[${index!.name}]` : `${p}[${index!.name}[0]]`;
  fault(
    text,
    span,
    'E_INDEX',
    `The term does not depend on the index "${index!.name}".`,
    `use ${entry} in it, or count(${p})`,
  );
}
