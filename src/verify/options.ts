import { SpecError, suggestion, type Diagnostic } from '../diagnostics/index.js';

export interface VerifyOptions {
  /** How many configurations to check at, at least 1; 100 if left out. */
  readonly samples?: number;
  /** Seed of the random configurations, a whole number: the same seed gives the same report. 1 if left out. */
  readonly seed?: number;
  /** How many of the samples to compare with 64-digit arithmetic, the slow part; all if left out. */
  readonly referenceSamples?: number;
}

/** Smallest value of each option. All are whole numbers. */
const SMALLEST: Readonly<Record<keyof VerifyOptions, number>> = { samples: 1, seed: 0, referenceSamples: 0 };
const NAMES = Object.keys(SMALLEST) as (keyof VerifyOptions)[];

/** Throws a SpecError that names every option without a possible value, and every one that does not exist. */
export function checkOptions(options: VerifyOptions): void {
  const unknown = Object.keys(options)
    .filter((name) => !NAMES.some((known) => known === name))
    .map((name): Diagnostic => ({
      code: 'E_OPTION',
      message: `verify has no option "${name}".`,
      hint: suggestion(name, NAMES) ?? `the options are ${NAMES.join(', ')}`,
      field: name,
    }));
  const faulty = NAMES.flatMap((name): Diagnostic[] => {
    const value: unknown = options[name];
    if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= SMALLEST[name])) return [];
    const shown = typeof value === 'number' ? String(value) : JSON.stringify(value);
    const hint = `give a whole number, at least ${SMALLEST[name]}`;
    return [{ code: 'E_OPTION', message: `The option "${name}" of verify is ${shown}.`, hint, field: name }];
  });
  if (unknown.length + faulty.length > 0) throw new SpecError([...unknown, ...faulty]);
}
