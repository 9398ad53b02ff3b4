import type { Snapshot } from './snapshot.js';
import type { WorldStructure } from './structure.js';

/** The contents of a snapshot as it was taken, and the structure it was taken of. */
interface Imprint {
  readonly structure: WorldStructure;
  readonly revision: number;
  /** Its numbers, each array after its length. */
  readonly numbers: Float64Array;
  /** Names of types. */
  readonly names: readonly string[];
}

const imprints = new WeakMap<object, Imprint>();

/**
 * Marks `snapshot` as one just taken of `structure`, and returns it. The copy of its contents takes
 * less memory than the snapshot, most of which are headers of small arrays.
 */
export function markOwn(snapshot: Snapshot, structure: WorldStructure): Snapshot {
  const numbers = new Float64Array(foldArrays(snapshot, NOTHING, count));
  foldArrays(snapshot, numbers, write);
  imprints.set(snapshot, { structure, revision: structure.system.structure, numbers, names: namesIn(snapshot) });
  return snapshot;
}

/**
 * True if `value` is a snapshot taken of `structure` as it is laid out now, and as it was taken:
 * applications may have written to its arrays.
 */
export function isOwn(value: object, structure: WorldStructure): value is Snapshot {
  const imprint = imprints.get(value);
  if (imprint?.structure !== structure || imprint.revision !== structure.system.structure) return false;
  try {
    return isAsTaken(value as Snapshot, imprint);
  } catch {
    // Whatever replaced a part of it cannot even be read.
    return false;
  }
}

function isAsTaken(snapshot: Snapshot, { numbers, names }: Imprint): boolean {
  const isSame = foldArrays(snapshot, numbers, compare) === numbers.length;
  return isSame && namesIn(snapshot).every((name, i) => name === names[i]);
}

const namesIn = ({ stores, bodies, constraints }: Snapshot): string[] => [
  ...stores,
  ...bodies.map(({ type }) => type),
  ...constraints.map(({ type }) => type),
];

/** Does something with the entries of an array and `numbers` from index `at` on; returns the next. */
type Visit = (numbers: Float64Array, at: number, entries: Float64Array) => number;

const NOTHING = new Float64Array(0);

const count: Visit = (_, at, { length }) => at + 1 + length;

const write: Visit = (numbers, at, entries) => {
  numbers[at] = entries.length;
  for (let i = 0; i < entries.length; i++) numbers[at + 1 + i] = entries[i]!;
  return at + 1 + entries.length;
};

/** Returns NaN from the first difference on. */
const compare: Visit = (numbers, at, entries) => {
  if (!(entries instanceof Float64Array) || entries.length !== numbers[at]) return NaN;
  for (let i = 0; i < entries.length; i++) if (!Object.is(entries[i], numbers[at + 1 + i])) return NaN;
  return at + 1 + entries.length;
};

/** Visits the arrays of a snapshot, in one order. Returns the last index. */
function foldArrays(
  { stores, bodies, constraints, handles, collisions, ...world }: Snapshot,
  numbers: Float64Array,
  visit: Visit,
): number {
  const { time, steps, dt, integrator, recovery, q, v, masses, angles } = world;
  const scalars = Float64Array.of(time, steps, dt, stores.length, bodies.length, constraints.length, handles.length);
  const { pairs, lambda: pushes, warmStart: starts, touching, memory } = collisions;
  let at = 0;
  for (const entries of [scalars, integrator, recovery, q, v, masses, angles, pairs, pushes, starts, touching, memory])
    at = visit(numbers, at, entries);
  for (const { params } of bodies) at = visit(numbers, at, params);
  for (const { params, lambda, warmStart, integral } of constraints) {
    at = visit(numbers, at, params);
    at = visit(numbers, at, lambda);
    at = visit(numbers, at, warmStart);
    at = visit(numbers, at, integral);
  }
  for (const { position, target } of handles) at = visit(numbers, visit(numbers, at, position), target);
  return at;
}
