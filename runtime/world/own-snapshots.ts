import type { Constraint } from '../model/constraint.js';
import type { SavedConstraints } from './saved-constraints.js';
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
  readonly constraints: SavedConstraints;
  readonly members: readonly object[];
}

const imprints = new WeakMap<object, Imprint>();

/** Marks `snapshot` as one just taken of `structure`, with these `constraints`, and returns it. */
export function markOwn(snapshot: Snapshot, structure: WorldStructure, constraints: SavedConstraints): Snapshot {
  const numbers = new Float64Array(foldArrays(snapshot, NOTHING, count));
  foldArrays(snapshot, numbers, write);
  const { structure: revision } = structure.system;
  const members = membersOf(structure);
  imprints.set(snapshot, { structure, revision, numbers, names: namesIn(snapshot), constraints, members });
  return snapshot;
}

/** Returns the constraints of a snapshot as they were saved, of one that {@link isOwn}. */
export const savedConstraints = (snapshot: Snapshot): SavedConstraints | undefined =>
  imprints.get(snapshot)?.constraints;

/** Returns all that has a state of its own, in the order of snapshots. */
const membersOf = ({ particles, bodies, handles }: WorldStructure): object[] => [
  ...particles.particles,
  ...bodies,
  ...handles,
];

/**
 * The constraints of `structure` in the order of the snapshot `value`; undefined if it was taken of `structure` when it
 * had other parts: as many of the same types fit its numbers, which are not theirs. Constraints may have left and come
 * back, in any order.
 */
export function constraintsIn(value: object, structure: WorldStructure): readonly Constraint[] | undefined {
  const imprint = imprints.get(value);
  const { constraints } = structure;
  if (imprint?.structure !== structure) return constraints;
  const [members, saved] = [membersOf(structure), imprint.constraints.constraints];
  if (members.length !== imprint.members.length || saved.length !== constraints.length) return undefined;
  if (!members.every((one, i) => one === imprint.members[i])) return undefined;
  if (imprint.revision === structure.system.structure) return constraints;
  const present = new Set(constraints);
  return saved.every((one) => present.has(one)) ? saved : undefined;
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

function isAsTaken(snapshot: Snapshot, { numbers, names, constraints }: Imprint): boolean {
  const isSame = foldArrays(snapshot, numbers, compare) === numbers.length;
  return isSame && namesIn(snapshot).every((name, i) => name === names[i]) && constraints.isIn(snapshot);
}

const namesIn = ({ stores, bodies }: Snapshot): string[] => [...stores, ...bodies.map(({ type }) => type)];

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

/** Visits the arrays of a snapshot except those of constraints, in one order. Returns the last index. */
function foldArrays(snapshot: Snapshot, numbers: Float64Array, visit: Visit): number {
  const { stores, bodies, handles, collisions } = snapshot;
  const { time, steps, dt, integrator, recovery, q, v, masses, angles } = snapshot;
  const scalars = Float64Array.of(time, steps, dt, stores.length, bodies.length, handles.length);
  const { pairs, lambda: pushes, warmStart: starts, touching, memory, sleep } = collisions;
  let at = 0;
  for (const entries of [
    scalars,
    integrator,
    recovery,
    q,
    v,
    masses,
    angles,
    pairs,
    pushes,
    starts,
    touching,
    memory,
    sleep,
  ])
    at = visit(numbers, at, entries);
  for (const { params } of bodies) at = visit(numbers, at, params);
  for (const { position, target } of handles) at = visit(numbers, visit(numbers, at, position), target);
  return at;
}
