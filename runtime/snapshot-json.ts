import { HolonomicRuntimeError } from './errors.js';
import type { Snapshot } from './snapshot.js';

/** Numbers that JSON has no literal for, as text. */
const SPECIAL: readonly string[] = ['NaN', 'Infinity', '-Infinity', '-0'];

/** A number in JSON: itself, or as text one of `"NaN"`, `"Infinity"`, `"-Infinity"`, `"-0"`, which JSON cannot tell from others. */
export type JSONNumber = number | string;

/** `T` in plain JSON: every array of doubles as a list of {@link JSONNumber}. */
export type JSONForm<T> = T extends Float64Array
  ? readonly JSONNumber[]
  : T extends readonly (infer Item)[]
    ? readonly JSONForm<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: JSONForm<T[Key]> }
      : T extends number
        ? JSONNumber
        : T;

/** A {@link Snapshot} in plain JSON. It comes back to the last bit: JSON writes a double with as many digits as tell it from all others. */
export type SnapshotJSON = JSONForm<Snapshot>;

function writeNumber(x: number): JSONNumber {
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

function isJSONNumber(value: unknown): value is JSONNumber {
  return typeof value === 'number' || (typeof value === 'string' && SPECIAL.includes(value));
}

function read(value: unknown): unknown {
  if (isJSONNumber(value)) return Number(value);
  if (value instanceof Float64Array) return value;
  if (Array.isArray(value)) return value.every(isJSONNumber) ? Float64Array.from(value, Number) : value.map(read);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, read(entry)]));
}

/** Not a property of the snapshot itself, so that it can be cloned and sent to a worker. */
class Serializable {
  toJSON(): unknown {
    return write(this);
  }
}

/** `snapshot` such that `JSON.stringify` writes its JSON. */
export function serializable(snapshot: Snapshot): Snapshot {
  return Object.assign(new Serializable(), snapshot);
}

/** `snapshot` in plain JSON. */
export function snapshotToJSON(snapshot: Snapshot): SnapshotJSON {
  return write(snapshot) as SnapshotJSON;
}

/** The snapshot that `value` is, or is the JSON of. Throws E_SNAPSHOT for anything else. */
export function readSnapshot(value: unknown): Snapshot {
  const snapshot = read(value) as Partial<Snapshot> | null | undefined;
  const arrays = [snapshot?.q, snapshot?.v, snapshot?.masses, snapshot?.integrator];
  // An empty list may have been one of numbers or of objects.
  const lists: unknown[] = [snapshot?.constraints, snapshot?.handles];
  const isSnapshot =
    [snapshot?.time, snapshot?.steps, snapshot?.dt].every((entry) => typeof entry === 'number') &&
    arrays.every((entry) => entry instanceof Float64Array) &&
    lists.every((entry) => Array.isArray(entry) || (entry instanceof Float64Array && entry.length === 0));
  if (isSnapshot) return snapshot as Snapshot;
  throw new HolonomicRuntimeError(
    'E_SNAPSHOT',
    'What is to be restored is no snapshot.',
    'Give what world.snapshot() returned, or what JSON.parse() makes of its JSON.',
  );
}
