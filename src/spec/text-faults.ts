import type { Diagnostic } from '../diagnostics/index.js';

const MAX_SUMMARY = 300;
const MAX_UNIT = 40;
const MAX_DOC = 1000;

// Characters that end lines of comments, turn the direction of writing, or hide. A text with them
// is not what it seems.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The sections of a spec whose entries may have a unit and a description. */
type Sections = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/**
 * Faults of the texts that go into the documentation of the emitted class. `hint` is the remedy for
 * an empty summary.
 */
export function textFaults(
  { summary, doc }: { readonly summary: string; readonly doc?: string },
  sections: Sections,
  hint: string,
): Diagnostic[] {
  const faults = [...textFault('summary', summary, MAX_SUMMARY, hint)];
  if (doc !== undefined) faults.push(...textFault('doc', doc, MAX_DOC));
  for (const [section, entries = {}] of Object.entries(sections))
    for (const [name, entry] of Object.entries(entries)) {
      const { unit, doc: own } = entry as { readonly unit?: string; readonly doc?: string };
      if (unit !== undefined) faults.push(...textFault(`${section}.${name}.unit`, unit, MAX_UNIT));
      if (own !== undefined) faults.push(...textFault(`${section}.${name}.doc`, own, MAX_DOC));
    }
  return faults;
}

function textFault(field: string, text: string, limit: number, whenEmpty?: string): Diagnostic[] {
  const fault = (message: string, hint?: string): Diagnostic[] => [
    { code: 'E_SPEC_TEXT', message, ...(hint === undefined ? {} : { hint }), field },
  ];
  if (text.trim() === '') return fault('The text is empty.', whenEmpty);
  if (text.length > limit) return fault(`The text has ${text.length} characters; the limit is ${limit}.`);
  if (INVISIBLE.test(text))
    return fault('The text has a line break or an invisible character.', 'write it on one line');
  return [];
}
