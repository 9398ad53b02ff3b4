import type { ErrorCode } from './error-codes.js';
import { HolonomicRuntimeError } from './errors.js';
import { suggestName } from './nearest-name.js';

/*
 * Checks of what callers hand in. They read every entry once and return a copy. The copy stays what
 * was checked, whatever getters and proxies return the next time.
 */

/** Number of entries of a list that messages show. */
const SHOWN = 8;

/** Returns `value` as a short text for messages. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    if (!isList(value)) return 'an object';
    const entries = Array.from({ length: Math.min(value.length, SHOWN) }, (_, i) => showEntry(value[i]));
    return `[${entries.join(', ')}${value.length > SHOWN ? ', …' : ''}]`;
  } catch {
    return 'an object';
  }
}

const showEntry = (entry: unknown): string =>
  typeof entry === 'object' && entry !== null ? (isList(entry) ? '[…]' : '{…}') : show(entry);

function isList(value: object): value is ArrayLike<unknown> {
  return 'length' in value && typeof value.length === 'number';
}

/**
 * Returns the result of `read`, which may run getters and proxies of the caller. Throws `code` for
 * `what` if one of them throws.
 */
export function reading<T>(what: string, code: ErrorCode, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof HolonomicRuntimeError) throw error;
    const reason = error instanceof Error ? error.message : show(error);
    throw new HolonomicRuntimeError(code, `${what} cannot be read: ${reason}.`, 'Give plain values.');
  }
}

/**
 * True for a list of `size` numbers, finite or not. It allocates nothing, so it serves within
 * steps; {@link checkVector} says what is wrong with a list that fails.
 */
export function isVector(value: unknown, size: number): value is ArrayLike<number> {
  if (typeof value !== 'object' || value === null) return false;
  try {
    if (value instanceof Float64Array) return value.length === size;
    const list = value as ArrayLike<unknown>;
    if (list.length !== size) return false;
    for (let i = 0; i < size; i++) if (typeof list[i] !== 'number') return false;
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns a copy of `value`, checked to be a list of `size` finite numbers. `what` names it in the
 * message, as in `position of particle #2`, and `hint` says what to give instead.
 */
export function checkVector(
  value: unknown,
  size: number,
  what: string,
  hint = `Give an array of ${size} numbers.`,
): Float64Array {
  return reading(what, 'E_VECTOR', () => {
    if (typeof value !== 'object' || value === null || !isList(value)) {
      throw new HolonomicRuntimeError('E_VECTOR', `${what} is ${show(value)}.`, hint);
    }
    const { length } = value;
    if (length !== size) {
      throw new HolonomicRuntimeError(
        'E_DIMENSION',
        `${what} has ${length} component${length === 1 ? '' : 's'}, but needs ${size}.`,
        hint,
      );
    }
    const vector = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      const entry = value[i];
      if (typeof entry !== 'number') throw new HolonomicRuntimeError('E_VECTOR', `${what} is ${show(value)}.`, hint);
      vector[i] = entry;
    }
    if (!vector.every(Number.isFinite)) {
      throw new HolonomicRuntimeError(
        'E_NOT_FINITE',
        `${what} is not finite: ${show(vector)}.`,
        'Give finite numbers.',
      );
    }
    return vector;
  });
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

/** Checks that `value` is a whole number above zero; `what` names it in the message. */
export function checkCount(value: unknown, what: string): number {
  const count = checkPositive(value, what);
  if (Number.isInteger(count)) return count;
  throw new HolonomicRuntimeError('E_OPTIONS', `${what} is ${count}.`, 'Give a whole number above zero.');
}

/** Checks that `value` is a finite number and not negative; `what` names it in the message. */
export function checkNotNegative(value: unknown, what: string): number {
  const number = checkNumber(value, what);
  if (number >= 0) return number;
  throw new HolonomicRuntimeError('E_NEGATIVE', `${what} is negative: ${number}.`, 'Give zero or a number above it.');
}

/** Checks that `value` is true or false, or is left out, which means false. */
export function checkBoolean(value: unknown, what: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  throw new HolonomicRuntimeError('E_BOOLEAN', `${what} is ${show(value)}.`, 'Give true or false.');
}

/** Checks that `value` is a name for messages, or is left out. */
export function checkName(value: unknown, what: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new HolonomicRuntimeError('E_NAME', `${what} is ${show(value)}.`, 'Give a string.');
}

/** Checks that `value` is a function, or is left out. */
export function checkCallback(value: unknown, what: string): void {
  if (value === undefined || typeof value === 'function') return;
  throw new HolonomicRuntimeError('E_FUNCTION', `${what} is ${show(value)}.`, 'Give a function, or leave it out.');
}

/**
 * Returns a copy of `value`, checked to be an array. `what` names it in the message, `entries` its
 * contents.
 */
export function checkList(value: unknown, what: string, entries: string): readonly unknown[] {
  return reading(what, 'E_LIST', () => {
    if (Array.isArray(value)) return Array.from(value as readonly unknown[]);
    throw new HolonomicRuntimeError('E_LIST', `${what} is ${show(value)}.`, `Give an array of ${entries}.`);
  });
}

/** True for an object with a method called `name`. */
export function hasMethod(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return typeof (value as Readonly<Record<string, unknown>>)[name] === 'function';
  } catch {
    return false;
  }
}

/** True for an instance of `type`. False for a proxy that cannot be read. */
export function isInstance<T extends object>(value: unknown, type: abstract new (...parts: never[]) => T): value is T {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** Checks that `value` is a factory of `what`: it makes one for each world. */
export function checkFactory(value: unknown, what: string, example: string): void {
  if (hasMethod(value, 'create')) return;
  const isUncalled = typeof value === 'function' && value.name !== '';
  const hint = isUncalled ? `Call it: ${what}: ${value.name}().` : `Give ${example}.`;
  throw new HolonomicRuntimeError('E_FACTORY', `The ${what} of a world is ${show(value)}.`, hint);
}

/**
 * Returns what `create()` of a factory made, checked to have the methods `needed`. `what` names the
 * factory in messages. Throws E_FACTORY.
 */
export function checkMade<T>(made: T, what: string, needed: readonly string[]): T {
  const lacking = needed.find((name) => !hasMethod(made, name));
  if (lacking === undefined) return made;
  throw new HolonomicRuntimeError(
    'E_FACTORY',
    `create() of ${what} returned ${show(made)}, which has no method ${lacking}().`,
    `Return an object with ${needed.map((name) => `${name}()`).join(' and ')}.`,
  );
}

/** What to do about an option that does not exist: words of other engines have answers of their own. */
function hintFor(name: string, known: readonly string[], meant: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(meant, name)) return meant[name]!;
  if (known.includes('mass') && /^(?:fixed|static|isStatic|pinned|type|bodyType)$/.test(name))
    return 'What does not move is the ground: world.ground.point(p).';
  if (known.includes('mass') && name === 'centre')
    return 'The origin of a body is its centre of mass: give mass and inertia alone, and move its shapes by −centre.';
  return suggestName(name, known);
}

/**
 * Returns a copy of the entries of `options` that are not undefined, checked to be an object with
 * no fields but the known ones. `what` names it in the message. `lacks` begins the message that
 * names an unknown field, as in `Distance2D has no input`.
 */
export function readOptions<T extends object>(
  options: T,
  what: string,
  known: readonly string[],
  lacks = `${what} have no`,
  meant: Readonly<Record<string, string>> = {},
): T {
  const given: unknown = options;
  return reading(what, 'E_OPTIONS', () => {
    const notOptions = (found: string): HolonomicRuntimeError =>
      new HolonomicRuntimeError('E_OPTIONS', `${what} are ${found}.`, `Give one object: { ${known.join(', ')} }.`);
    if (typeof given !== 'object' || given === null || Array.isArray(given) || ArrayBuffer.isView(given)) {
      throw notOptions(show(given));
    }
    for (const name of Object.keys(given)) {
      if (known.includes(name)) continue;
      // A point or a body in the place of the options, as in spring(a, b, { … }).
      const type = Object.getPrototypeOf(given) as object | null;
      if (type && Object.getPrototypeOf(type)) throw notOptions(`a ${type.constructor.name}`);
      throw new HolonomicRuntimeError('E_OPTION_UNKNOWN', `${lacks} '${name}'.`, hintFor(name, known, meant));
    }
    const copy = Object.create(null) as Record<string, unknown>;
    for (const name of known) {
      const value = (given as Readonly<Record<string, unknown>>)[name];
      if (value !== undefined) copy[name] = value;
    }
    return copy as T;
  });
}
