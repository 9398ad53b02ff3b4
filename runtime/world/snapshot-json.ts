import { reading, show } from '../base/check.js';
import { MEMORY_LENGTH } from '../recovery/step-recovery.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { CollisionSnapshot } from '../collision/saved-pairs.js';
import type { BodySnapshot } from '../model/bodies/body-binding.js';
import type { HandleState } from '../model/handle.js';
import type { ConstraintSnapshot, Snapshot } from './snapshot.js';

/** Numbers without a literal in JSON, as strings. */
const SPECIAL: readonly string[] = ['NaN', 'Infinity', '-Infinity', '-0'];

/**
 * A number in JSON: itself, or one of the strings `"NaN"`, `"Infinity"`, `"-Infinity"`, `"-0"`, for
 * numbers that JSON cannot express.
 */
export type JSONNumber = number | string;

/** Plain JSON form of `T`: every array of doubles as a list of {@link JSONNumber}. */
export type JSONForm<T> = T extends Float64Array
  ? readonly JSONNumber[]
  : T extends readonly (infer Item)[]
    ? readonly JSONForm<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: JSONForm<T[Key]> }
      : T extends number
        ? JSONNumber
        : T;

/**
 * A {@link Snapshot} in plain JSON. It restores every bit, as JSON writes a double with as many
 * digits as identify it.
 */
export type SnapshotJSON = JSONForm<Snapshot>;

/** A number in plain JSON. */
export function writeNumber(x: number): JSONNumber {
  if (Object.is(x, -0)) return '-0';
  return Number.isFinite(x) ? x : String(x);
}

function write(value: unknown): unknown {
  if (typeof value === 'number') return writeNumber(value);
  if (value instanceof Float64Array) return Array.from(value, writeNumber);
  if (Array.isArray(value)) return value.map(write);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, write(entry)]));
}

/**
 * Prototype of snapshots with `toJSON`. The method is no property of the snapshot itself, so that
 * the snapshot can be cloned and sent to a worker.
 */
class Serializable {
  toJSON(): unknown {
    return write(this);
  }
}

/** Returns `snapshot` in a form that `JSON.stringify` writes as {@link SnapshotJSON}. */
export function serializable<T extends Omit<Snapshot, 'constraints'>>(snapshot: T): T {
  return Object.assign(new Serializable(), snapshot);
}

/** Returns `snapshot` in plain JSON. */
export function snapshotToJSON(snapshot: Snapshot): SnapshotJSON {
  return write(snapshot) as SnapshotJSON;
}

function noSnapshot(fault: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_SNAPSHOT',
    `The value to restore is not a snapshot: ${fault}.`,
    'Give what world.snapshot() returned, or its JSON after JSON.parse().',
  );
}

/** Reads a {@link JSONNumber}. Throws E_SNAPSHOT for anything else. */
export function readNumber(value: unknown, what: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && SPECIAL.includes(value)) return Number(value);
  throw noSnapshot(`${what} is ${show(value)}`);
}

function readText(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw noSnapshot(`${what} is ${show(value)}`);
}

/**
 * Reads a list by reading each entry with `read`. Accepts arrays of any sort, also of another frame
 * or worker.
 */
function readList<T>(value: unknown, what: string, read: (entry: unknown, what: string) => T): T[] {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw noSnapshot(`${what} is ${show(value)}`);
  const entries: T[] = [];
  const list = value as ArrayLike<unknown>;
  for (let i = 0; i < list.length; i++) entries.push(read(list[i], `${what}[${i}]`));
  return entries;
}

const readNumbers = (value: unknown, what: string): Float64Array =>
  Float64Array.from(readList(value, what, readNumber));

/** Makes a function that reads an object field by field, with the functions in `fields`. */
function readerOf<T extends object>(fields: {
  readonly [Key in keyof T]: (value: unknown, what: string) => T[Key];
}): (value: unknown, what: string) => T {
  return (value, what) => {
    if (typeof value !== 'object' || value === null) throw noSnapshot(`${what === '' ? 'it' : what} is ${show(value)}`);
    const given = value as Readonly<Record<string, unknown>>;
    const prefix = what === '' ? '' : `${what}.`;
    return Object.fromEntries(
      Object.entries<(value: unknown, what: string) => unknown>(fields).map(([key, read]) => [
        key,
        read(given[key], `${prefix}${key}`),
      ]),
    ) as T;
  };
}

const readBody = readerOf<BodySnapshot>({ type: readText, params: readNumbers });
const readConstraint = readerOf<ConstraintSnapshot>({
  type: readText,
  params: readNumbers,
  lambda: readNumbers,
  warmStart: readNumbers,
  integral: readNumbers,
});
const readHandle = readerOf<HandleState>({ position: readNumbers, target: readNumbers });
/** Reads the memory of the recovery of steps: finite numbers, the first of them not negative. */
function readRecovery(value: unknown, what: string): Float64Array {
  const numbers = readNumbers(value, what);
  const isValid = (entry: number, i: number): boolean => Number.isFinite(entry) && (entry >= 0 || i >= MEMORY_LENGTH);
  if (numbers.length >= MEMORY_LENGTH && numbers.every(isValid)) return numbers;
  throw noSnapshot(`${what} is ${show(value)}`);
}

const readPairs = readerOf<CollisionSnapshot>({
  pairs: readNumbers,
  lambda: readNumbers,
  warmStart: readNumbers,
  touching: readNumbers,
  memory: readNumbers,
  sleep: readNumbers,
});

const readAll = readerOf<Snapshot>({
  time: readNumber,
  steps: readNumber,
  dt: readNumber,
  integrator: readNumbers,
  q: readNumbers,
  v: readNumbers,
  masses: readNumbers,
  stores: (value, what) => readList(value, what, readText),
  bodies: (value, what) => readList(value, what, readBody),
  constraints: (value, what) => readList(value, what, readConstraint),
  handles: (value, what) => readList(value, what, readHandle),
  recovery: readRecovery,
  angles: readNumbers,
  collisions: readPairs,
});

/** Copies a snapshot or its JSON, field by field. Throws E_SNAPSHOT for anything else. */
export function readSnapshot(value: unknown): Snapshot {
  return reading('The snapshot', 'E_SNAPSHOT', () => readAll(value, ''));
}
