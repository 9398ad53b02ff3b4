import type { Diagnostic } from './diagnostic.js';
import { kindOf } from './kind-of.js';
import { suggestion } from './nearest.js';
import { SpecError } from './spec-error.js';

/** The values that an option may have: a test, and the same in words. */
export interface OptionRule {
  readonly is: (value: unknown) => boolean;
  readonly expected: string;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const areLists = (...values: readonly unknown[]): boolean => values.every((value) => Array.isArray(value));
export const areFunctions = (...values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'function');

/** The error for a faulty argument of a function of the toolkit. */
const argumentFault = (called: string, argument: string, value: unknown, expected: string): Diagnostic => ({
  code: 'E_OPTION',
  message: `The ${argument} of ${called} is ${kindOf(value)}.`,
  hint: `give ${expected}`,
});

/** Throws a {@link SpecError} for an argument that is not what a function takes. */
export function checkArgument(called: string, argument: string, value: unknown, { is, expected }: OptionRule): void {
  if (!is(value)) throw new SpecError([argumentFault(called, argument, value, expected)]);
}

/**
 * Throws a {@link SpecError} that names every option with an impossible value, and every one that
 * does not exist.
 */
export function checkOptions(
  called: string,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  required: readonly string[] = [],
): void {
  const names = Object.keys(rules);
  if (!isRecord(options))
    throw new SpecError([argumentFault(called, 'options', options, `an object with ${names.join(', ')}`)]);
  const unknown = Object.keys(options)
    .filter((name) => !Object.hasOwn(rules, name))
    .map((name): Diagnostic => ({
      code: 'E_OPTION',
      message: `${called} has no option "${name}".`,
      hint: suggestion(name, names) ?? `the options are ${names.join(', ')}`,
      field: name,
    }));
  const faulty = names.flatMap((name): Diagnostic[] => {
    const value = options[name];
    if (value === undefined ? !required.includes(name) : rules[name]!.is(value)) return [];
    return [{ ...argumentFault(called, `option "${name}"`, value, rules[name]!.expected), field: name }];
  });
  if (unknown.length + faulty.length > 0) throw new SpecError([...unknown, ...faulty]);
}

export const TEXT: OptionRule = { is: (value) => typeof value === 'string' && value !== '', expected: 'a text' };
export const FLAG: OptionRule = { is: (value) => typeof value === 'boolean', expected: 'true or false' };
export const FUNCTION: OptionRule = { is: (value) => typeof value === 'function', expected: 'a function' };
export const PATHS: OptionRule = {
  is: (value) => TEXT.is(value) || (Array.isArray(value) && value.length > 0 && value.every(TEXT.is)),
  expected: 'a path or a list of paths',
};
export const wholeFrom = (least: number, most = Infinity): OptionRule => ({
  is: (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  expected: most === Infinity ? `a whole number, at least ${least}` : `a whole number from ${least} to ${most}`,
});
/** A number of threads. */
export const THREADS: OptionRule = wholeFrom(1, 1024);
export const POSITIVE: OptionRule = {
  is: (value) => Number.isFinite(value) && (value as number) > 0,
  expected: 'a positive number',
};
