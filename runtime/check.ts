import type { Space } from './constraint-type.js';
import { HolonomicRuntimeError } from './errors.js';
import { suggestName } from './nearest-name.js';

function isNumericList(value: unknown): value is ArrayLike<number> {
  return typeof value === 'object' && value !== null && 'length' in value && typeof value.length === 'number';
}

/** `value` as a text for messages, short whatever it is. */
export function show(value: unknown): string {
  if (isNumericList(value)) return `[${Array.from(value).slice(0, 8).join(', ')}]`;
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  return String(value);
}

/** Checks that `value` is a list of `size` finite numbers; `what` names it in the message, as in `position of particle #2`. */
export function checkVector(value: unknown, size: number, what: string): ArrayLike<number> {
  if (!isNumericList(value)) {
    throw new HolonomicRuntimeError('E_VECTOR', `${what} is ${show(value)}.`, `Give an array of ${size} numbers.`);
  }
  if (value.length !== size) {
    throw new HolonomicRuntimeError(
      'E_DIMENSION',
      `${what} has ${value.length} component${value.length === 1 ? '' : 's'}, but needs ${size}.`,
      `Give an array of ${size} numbers.`,
    );
  }
  for (let i = 0; i < size; i++) {
    if (!Number.isFinite(value[i])) {
      throw new HolonomicRuntimeError('E_NOT_FINITE', `${what} is not finite: ${show(value)}.`, 'Give finite numbers.');
    }
  }
  return value;
}

/** Checks that `value` is a finite number; `what` names it in the message. */
export function checkNumber(value: unknown, what: string): number {
  if (typeof value !== 'number') {
    throw new HolonomicRuntimeError('E_NUMBER', `${what} is ${show(value)}.`, 'Give a number.');
  }
  if (!Number.isFinite(value)) {
    throw new HolonomicRuntimeError('E_NOT_FINITE', `${what} is not finite: ${value}.`, 'Give a finite number.');
  }
  return value;
}

/** Checks that `value` is a positive finite number; `what` names it in the message. */
export function checkPositive(value: unknown, what: string): number {
  if (typeof value !== 'number' || !(value > 0) || value === Infinity) {
    throw new HolonomicRuntimeError(
      'E_NOT_POSITIVE',
      `${what} must be positive and finite, but is ${show(value)}.`,
      'Give a number above zero.',
    );
  }
  return value;
}

/** Checks the dimension of the ambient space. */
export function checkSpace(value: unknown): Space {
  if (value === 2 || value === 3) return value;
  throw new HolonomicRuntimeError('E_SPACE', `The space of a world is ${show(value)}.`, 'Give 2 or 3.');
}

/** Checks that `options` is an object with no other fields than the known ones; `what` names it in the message. */
export function checkOptions(options: unknown, what: string, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new HolonomicRuntimeError(
      'E_OPTIONS',
      `${what} are ${show(options)}.`,
      `Give an object: ${known.join(', ')}.`,
    );
  }
  checkKnown(Object.keys(options), known, `${what} have no`);
}

/** Checks that all names are known; `lacks` begins the message that names an unknown one, as in `Distance2D has no input`. */
export function checkKnown(names: readonly string[], known: readonly string[], lacks: string): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new HolonomicRuntimeError('E_OPTION_UNKNOWN', `${lacks} '${name}'.`, suggestName(name, known));
  }
}

/** Checks that `value` is a finite number and not negative; `what` names it in the message. */
export function checkNotNegative(value: unknown, what: string): number {
  const number = checkNumber(value, what);
  if (number >= 0) return number;
  throw new HolonomicRuntimeError('E_NEGATIVE', `${what} is negative: ${number}.`, 'Give zero or a number above it.');
}
