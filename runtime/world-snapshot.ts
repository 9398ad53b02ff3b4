import { bindingOfBody } from './bodies/body-binding.js';
import { bindingOf } from './constraint.js';
import type { Dynamics } from './dynamics.js';
import { HolonomicRuntimeError } from './errors.js';
import type { Feedback } from './feedback.js';
import { Handle } from './handle.js';
import type { Snapshot } from './snapshot.js';
import { readSnapshot, serializable, type SnapshotJSON } from './snapshot-json.js';
import type { Stepping } from './stepping.js';
import type { WorldStructure } from './world-structure.js';

/** The parts of a world that a snapshot is made of. */
export interface SnapshotParts {
  readonly structure: WorldStructure;
  readonly dynamics: Dynamics;
  readonly stepping: Stepping;
  readonly feedback: Feedback;
}

function movedHandles({ handles }: WorldStructure): readonly Handle[] {
  return handles.filter((handle) => handle instanceof Handle);
}

/** A copy of all that determines how the world goes on. */
export function takeSnapshot({ structure, dynamics, stepping }: SnapshotParts): Snapshot {
  const { state, particles, bodies, constraints } = structure;
  return serializable({
    time: dynamics.time,
    steps: stepping.steps,
    dt: stepping.dt,
    integrator: stepping.memory.slice(),
    q: state.q.slice(),
    v: state.v.slice(),
    masses: Float64Array.from(particles.particles, (particle) => particle.mass),
    bodies: bodies.map((body) => bindingOfBody(body).save()),
    constraints: constraints.map((constraint) => bindingOf(constraint).save()),
    handles: movedHandles(structure).map((handle) => handle.save()),
  });
}

/** Brings the world back to where `saved` was taken. Throws E_SNAPSHOT if it is none, or if bodies or constraints do not match. */
export function restoreSnapshot(
  saved: Snapshot | SnapshotJSON,
  { structure, dynamics, stepping, feedback }: SnapshotParts,
): void {
  const { state, bodies, constraints } = structure;
  const { particles } = structure.particles;
  const handles = movedHandles(structure);
  structure.checkOpen();
  const snapshot = readSnapshot(saved);
  const matches =
    snapshot.q.length === state.q.length &&
    snapshot.v.length === state.v.length &&
    snapshot.masses.length === particles.length &&
    snapshot.bodies.length === bodies.length &&
    bodies.every((body, i) => bindingOfBody(body).fits(snapshot.bodies[i]!)) &&
    snapshot.handles.length === handles.length &&
    snapshot.constraints.length === constraints.length &&
    constraints.every((constraint, i) => bindingOf(constraint).fits(snapshot.constraints[i]!));
  if (!matches) {
    throw new HolonomicRuntimeError(
      'E_SNAPSHOT',
      'The snapshot was taken of a world with other bodies or constraints.',
      'Restore it before adding or removing any, or into a world built the same way.',
    );
  }
  dynamics.time = snapshot.time;
  stepping.steps = snapshot.steps;
  stepping.dt = snapshot.dt;
  // That of another integrator is of no use to this one.
  if (snapshot.integrator.length === stepping.memory.length) stepping.memory.set(snapshot.integrator);
  else stepping.memory.fill(0);
  if (snapshot.dt > 0) feedback.setStep(Float64Array.of(snapshot.dt));
  state.q.set(snapshot.q);
  state.v.set(snapshot.v);
  particles.forEach((particle, i) => (particle.mass = snapshot.masses[i]!));
  bodies.forEach((body, i) => {
    bindingOfBody(body).load(snapshot.bodies[i]!);
  });
  constraints.forEach((constraint, i) => {
    bindingOf(constraint).load(snapshot.constraints[i]!);
  });
  handles.forEach((handle, i) => {
    handle.load(snapshot.handles[i]!);
  });
}
