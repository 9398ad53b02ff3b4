import { bindingOfBody } from '../model/bodies/body-binding.js';
import { Hash } from '../base/hash.js';
import { clear, copy } from '../base/vector.js';
import { checkSnapshot, namesOfStores } from './check-snapshot.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { turnCountsOf } from '../model/bodies/turn-count.js';
import type { Particle } from '../model/particle.js';
import { constraintsIn, isOwn, markOwn, savedConstraints } from './own-snapshots.js';
import { SavedConstraints } from './saved-constraints.js';
import type { ConstraintSnapshot, Snapshot } from './snapshot.js';
import { readSnapshot, serializable, type SnapshotJSON } from './snapshot-json.js';
import type { WorldInternals } from './internals.js';

const NOTHING = new Float64Array(0);
const NO_COLLISIONS = {
  pairs: NOTHING,
  touching: NOTHING,
  lambda: NOTHING,
  warmStart: NOTHING,
  memory: NOTHING,
  sleep: NOTHING,
};

function massesOf(particles: readonly Particle[]): Float64Array {
  const masses = new Float64Array(particles.length);
  for (let i = 0; i < masses.length; i++) masses[i] = particles[i]!.mass;
  return masses;
}

function loadConstraint(constraint: Constraint, saved: ConstraintSnapshot): void {
  const { rows, row, values, offset } = bindingOf(constraint);
  const { params, lambda, warmStart, integral } = saved;
  copy(params, 0, values, offset, params.length);
  copy(lambda, 0, rows.lambda, row, lambda.length);
  copy(warmStart, 0, rows.warmStart, row, warmStart.length);
  copy(integral, 0, rows.integral, row, integral.length);
}

/**
 * Copies everything that determines the further motion of a world. Throws E_STEPPING inside a force
 * or a motion.
 */
export function takeSnapshot(internals: WorldInternals): Snapshot {
  const { structure, stepped, progress, recovery } = internals;
  structure.checkIdle();
  internals.layOut();
  const { state, particles, stores, bodies, constraints, handles } = structure;
  const saved = new SavedConstraints(constraints);
  const snapshot = {
    time: stepped.time,
    steps: progress.steps,
    dt: progress.dt,
    integrator: progress.memory.slice(),
    recovery: recovery.save(),
    q: state.q.slice(),
    v: state.v.slice(),
    masses: massesOf(particles.particles),
    stores: namesOfStores(stores),
    bodies: bodies.map((body) => bindingOfBody(body).save()),
    handles: handles.map((handle) => handle.save()),
    angles: Float64Array.from(turnCountsOf(structure.world), ({ present }) => present),
    collisions: internals.collisionParts?.collisions.save() ?? NO_COLLISIONS,
  };
  return markOwn(saved.addTo(serializable(snapshot)), structure, saved);
}

/**
 * Restores a world to the state of `saved`. One that this world itself made, and that is as it was
 * made, is not read and checked entry by entry. Throws E_STEPPING during a step. Throws E_SNAPSHOT,
 * with nothing changed, if it is not a snapshot, if bodies or constraints do not match, or if it
 * holds an impossible state.
 */
export function restoreSnapshot(internals: WorldInternals, saved: Snapshot | SnapshotJSON): void {
  const { collisions: touching } = restoreAllButContacts(internals, saved);
  const collisions = internals.collisionParts?.collisions;
  if (!collisions) return;
  collisions.load(touching);
  internals.layOut();
  collisions.loadRows(touching);
}

/** The same of all that callers may set between steps: what touches, and what sleeps, stays as it is. */
export function restoreAllButContacts(internals: WorldInternals, saved: Snapshot | SnapshotJSON): Snapshot {
  const { structure, stepped, progress, recovery } = internals;
  structure.checkOpen();
  internals.layOut();
  const own = isOwn(saved, structure);
  const snapshot = own ? saved : readSnapshot(saved);
  const constraints = checkSnapshot(internals, snapshot, own, constraintsIn(saved, structure));

  const { state, bodies, handles } = structure;
  const { particles } = structure.particles;
  // After a step since then, watches know all constraints of the snapshot.
  if (!own || progress.steps <= snapshot.steps) for (const watch of progress.watches) watch.restored?.();
  stepped.time = snapshot.time;
  progress.steps = snapshot.steps;
  progress.dt = snapshot.dt;
  stepped.setUsualStep(snapshot.dt);
  // The memory of another integrator is of no use to this one.
  if (snapshot.integrator.length === progress.memory.length) progress.memory.set(snapshot.integrator);
  else progress.memory.fill(0);
  recovery.load(snapshot.recovery);
  state.q.set(snapshot.q);
  state.v.set(snapshot.v);
  // Loops, as there may be thousands: V8 optimizes no closure that is made anew in each call.
  for (let i = 0; i < particles.length; i++)
    if (particles[i]!.mass !== snapshot.masses[i]) particles[i]!.mass = snapshot.masses[i]!;
  bodies.forEach((body, i) => {
    bindingOfBody(body).load(snapshot.bodies[i]!);
  });
  const savedOnes = own ? savedConstraints(snapshot) : undefined;
  if (savedOnes) savedOnes.load(constraints);
  else for (let i = 0; i < constraints.length; i++) loadConstraint(constraints[i]!, snapshot.constraints[i]!);
  handles.forEach((handle, i) => {
    handle.load(snapshot.handles[i]!);
  });
  turnCountsOf(structure.world).forEach((count, i) => {
    count.restore(snapshot.angles[i]);
  });
  clear(stepped.impulses);
  return snapshot;
}

/**
 * Fields of snapshots that no step depends on: multipliers, which solutions do not start from, and
 * which are those of any other moment after `evaluate`.
 */
const SHOWN = 'lambda';

/** Adds numbers, texts, arrays, and the fields of objects in their order. */
function addTo(hash: Hash, value: unknown): void {
  if (typeof value === 'number') hash.add(value);
  else if (typeof value === 'string') hash.addText(value);
  else if (value instanceof Float64Array) hash.addAll(value);
  else if (Array.isArray(value)) {
    hash.add(value.length);
    for (const entry of value) addTo(hash, entry);
  } else for (const [key, part] of Object.entries(value as object)) if (key !== SHOWN) addTo(hash, part);
}

/** See `World.hash`. Throws E_STEPPING inside a force or a motion. */
export function hashState(internals: WorldInternals): string {
  const snapshot = takeSnapshot(internals);
  const saved = savedConstraints(snapshot);
  // Read as they were saved: objects of their own would take longer than a step.
  Object.defineProperty(snapshot, 'constraints', { value: [] });
  const hash = new Hash();
  addTo(hash, snapshot);
  saved?.hashInto(hash);
  return hash.digest();
}
