import { checkNotNegative, checkPositive, readOptions, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';

/**
 * Settings of one constraint besides its inputs and parameters: a name for messages, and softness.
 *
 * A soft row is a spring and damper along `C`: its multiplier is `λ = −C / compliance − damping
 * Cdot`. `compliance` is the inverse of the stiffness, m/N where `C` is a length, and `damping` is in
 * N·s/m; each is a number for all rows, or a list with one per row. A row of compliance 0 is hard.
 * `hertz` and `dampingRatio` say the same without masses: the frequency at which the row would
 * oscillate by itself, and its damping ratio (1 if left out).
 */
export type ConstraintSettings =
  | {
      readonly name?: string;
      readonly compliance?: number | readonly number[];
      readonly damping?: number | readonly number[];
    }
  | { readonly name?: string; readonly hertz: number; readonly dampingRatio?: number };

/** Softness of the rows of a constraint. */
export interface Softness {
  /** Compliance and damping per row; not read where there is a frequency. */
  readonly compliance: Float64Array;
  readonly damping: Float64Array;
  /** `2π hertz`, rad/s, and damping ratio of all rows; 0 where compliances are given. */
  readonly frequency: number;
  readonly dampingRatio: number;
}

/** The names of the settings of a constraint. */
export const SETTINGS = ['name', 'compliance', 'damping', 'hertz', 'dampingRatio'];

/**
 * Reads the settings of a constraint with the given number of rows. Throws E_OPTIONS,
 * E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE, E_NEGATIVE, E_NOT_POSITIVE.
 */
export function readSettings(
  settings: ConstraintSettings | undefined,
  rows: number,
  label: string,
): { name: string | undefined; softness: Softness | undefined } {
  if (settings === undefined) return { name: undefined, softness: undefined };
  const given = readOptions(settings, `Settings of ${label}`, SETTINGS) as Readonly<
    Partial<Record<'compliance' | 'damping' | 'hertz' | 'dampingRatio' | 'name', unknown>>
  >;
  const name = given.name as string | undefined;
  const what = (key: string): string => `Setting '${key}' of ${label}`;
  if (given.hertz !== undefined) {
    if (given.compliance !== undefined || given.damping !== undefined) {
      throw new HolonomicRuntimeError(
        'E_OPTIONS',
        `${label} has both 'hertz' and ${given.compliance === undefined ? "'damping'" : "'compliance'"}.`,
        'Give { hertz, dampingRatio }, or { compliance, damping }.',
      );
    }
    const frequency = 2 * Math.PI * checkPositive(given.hertz, what('hertz'));
    const dampingRatio = checkNotNegative(given.dampingRatio ?? 1, what('dampingRatio'));
    const zeros = new Float64Array(rows);
    return { name, softness: { compliance: zeros, damping: zeros, frequency, dampingRatio } };
  }
  const perRow = (key: 'compliance' | 'damping'): Float64Array => {
    const value = given[key] ?? 0;
    if (!Array.isArray(value)) return new Float64Array(rows).fill(checkNotNegative(value, what(key)));
    if (value.length !== rows) {
      throw new HolonomicRuntimeError(
        'E_OPTIONS',
        `${what(key)} is ${show(value)}, but the constraint has ${rows} row${rows === 1 ? '' : 's'}.`,
        'Give a number, or a list with one per row.',
      );
    }
    return Float64Array.from(value, (entry, i) => checkNotNegative(entry, `${what(key)}, row ${i + 1},`));
  };
  const compliance = perRow('compliance');
  const damping = perRow('damping');
  const hard = compliance.findIndex((alpha, i) => alpha === 0 && damping[i]! > 0);
  if (hard >= 0) {
    throw new HolonomicRuntimeError(
      'E_OPTIONS',
      `Row ${hard + 1} of ${label} has damping, but no compliance: it is hard.`,
      'Give it a compliance, the inverse of its stiffness.',
    );
  }
  const softness = compliance.some((alpha) => alpha > 0)
    ? { compliance, damping, frequency: 0, dampingRatio: 0 }
    : undefined;
  return { name, softness };
}
