import { diagnosticsIn, type Diagnostic } from '../../../src/diagnostics/index.js';
import { deriveAll } from '../../../src/kinds/derive.js';
import { unknownName } from '../model/quick-fixes.js';

/** Most names that are tried out: each as a parameter, and as a point. */
const MOST_NAMES = 3;

type Entries = Readonly<Record<string, unknown>>;

/**
 * Tells whether a spec makes a class, apart from mistakes that are `known`: by itself, or with some
 * declaration of the names that nothing declares.
 */
export function fits(name: string, spec: unknown, known: readonly Diagnostic[], tries = MOST_NAMES): boolean {
  const mistakes = mistakesOf(name, spec);
  const unknown = mistakes.map(unknownName).find((one) => one !== undefined);
  if (unknown === undefined)
    return mistakes.every(({ code, message }) => known.some((one) => one.code === code && one.message === message));
  if (tries === 0) return true;
  const { inputs, params } = spec as { readonly inputs?: Entries; readonly params?: Entries };
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
