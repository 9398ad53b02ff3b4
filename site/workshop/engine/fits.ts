import { diagnosticsIn, type Diagnostic } from '../../../src/diagnostics/index.js';
import { deriveAll } from '../../../src/kinds/derive.js';
import { quickFixes, unknownName } from '../model/quick-fixes.js';

/** Most further mistakes that are mended to try: a name as a parameter and as a point, a sign as its hint says. */
const MOST_MENDED = 3;

/** Mistakes of signs, which hide all that would be said of what the signs join. */
const HIDING = /^E_(?:CHARACTER|ASSIGNMENT|INEQUALITY|SYNTAX|UNSUPPORTED|IMPLICIT_PRODUCT)$/;

type Entries = Readonly<Record<string, unknown>>;

/**
 * Tells whether a spec makes a class, apart from mistakes that are `known`: by itself, with some declaration of the
 * names that nothing declares, or with the signs that hints say to write in the only formula.
 */
export function fits(name: string, spec: unknown, known: readonly Diagnostic[], tries = MOST_MENDED): boolean {
  const mistakes = mistakesOf(name, spec);
  const unknown = mistakes.map(unknownName).find((one) => one !== undefined);
  const { inputs, params, C } = spec as { readonly inputs?: Entries; readonly params?: Entries; readonly C?: unknown };
  if (unknown === undefined) {
    const isKnown = ({ code, message }: Diagnostic): boolean =>
      known.some((one) => one.code === code && one.message === message);
    const next = mistakes.find((one) => !isKnown(one));
    if (next === undefined) return true;
    if (tries === 0 || typeof C !== 'string' || next.span === undefined || !HIDING.test(next.code)) return false;
    return quickFixes(next, C, next.span).some(
      (fix) =>
        fix.kind === 'replace' &&
        fits(
          name,
          { ...(spec as Entries), C: C.slice(0, fix.place.start) + fix.text + C.slice(fix.place.end) },
          known,
          tries - 1,
        ),
    );
  }
  if (tries === 0) return true;
  const trials = [{ params: { ...params, [unknown]: {} } }, { inputs: { ...inputs, [unknown]: 'point' } }];
  return trials.some((trial) => fits(name, { ...(spec as Entries), ...trial }, known, tries - 1));
}

function mistakesOf(name: string, spec: unknown): readonly Diagnostic[] {
  try {
    deriveAll(name, spec, { isLenient: true });
    return [];
  } catch (error) {
    return diagnosticsIn(error);
  }
}
