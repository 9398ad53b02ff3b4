import type { Diagnostic } from '../diagnostics/index.js';

/**
 * Largest number of entries of each sort: far more than anybody uses, and few enough that no spec
 * occupies the toolkit for minutes.
 */
const MOST = {
  inputs: 32,
  coordinates: 32,
  params: 64,
  where: 200,
  points: 64,
  angles: 64,
  directions: 64,
  C: 64,
} as const;
type Section = keyof typeof MOST;

/** What to do in place of so many entries. */
const ADVICE: Readonly<Partial<Record<Section, string>>> = {
  inputs: 'a class joins a few connectors: hold a chain or a net by many constraints between neighbours',
  coordinates: 'join several bodies of fewer coordinates by constraints',
  C: 'give the equations to several constraints; rows that hold together can share a class, others need not',
};

/** The fault of an empty section. */
export function tooFew(field: Section, entries: object, message: string, hint?: string): Diagnostic[] {
  if (Object.keys(entries).length > 0) return [];
  return [{ code: 'E_SPEC_SIZE', message, ...(hint === undefined ? {} : { hint }), field }];
}

/** The faults of sections with too many entries. */
export function tooMany(sections: Readonly<Partial<Record<Section, object | undefined>>>): Diagnostic[] {
  return (Object.entries(sections) as [Section, object | undefined][]).flatMap(([field, entries = {}]) => {
    const count = Object.keys(entries).length;
    if (count <= MOST[field]) return [];
    return [
      {
        code: 'E_SPEC_SIZE' as const,
        message: `There are ${count} entries; the limit is ${MOST[field]}.`,
        ...(ADVICE[field] !== undefined && { hint: ADVICE[field] }),
        field,
      },
    ];
  });
}
