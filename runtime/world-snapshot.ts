import type { BareWorld } from './bare-world.js';
import { bindingOfBody } from './bodies/body-binding.js';
import { bindingOf, type Constraint } from './constraint.js';
import { HolonomicRuntimeError } from './errors.js';
import { parameterWidth } from './parameters.js';
import type { ConstraintSnapshot, Snapshot } from './snapshot.js';
import { readSnapshot, serializable, type SnapshotJSON } from './snapshot-json.js';
import { partsOf } from './world-parts.js';

/** A copy of what a constraint needs to go on. */
function saveConstraint(constraint: Constraint): ConstraintSnapshot {
  const { type, rows, row, values, offset } = bindingOf(constraint);
  const end = row + type.rows;
  return {
    params: values.slice(offset, offset + parameterWidth(type)),
    lambda: rows.lambda.slice(row, end),
    warmStart: rows.warmStart.slice(row, end),
    integral: rows.integral.slice(row, end),
  };
}

/** True where a copy could be of this constraint. */
function fitsConstraint({ type }: Constraint, { lambda, params }: ConstraintSnapshot): boolean {
  return lambda.length === type.rows && params.length === parameterWidth(type);
}

function loadConstraint(constraint: Constraint, saved: ConstraintSnapshot): void {
  const { rows, row, values, offset } = bindingOf(constraint);
  values.set(saved.params, offset);
  rows.lambda.set(saved.lambda, row);
  rows.warmStart.set(saved.warmStart, row);
  rows.integral.set(saved.integral, row);
}

/** A copy of all that determines how a world of any kind goes on: {@link World.snapshot} as a function. */
export function takeSnapshot(world: BareWorld): Snapshot {
  const parts = partsOf(world);
  parts.layOut();
  const { structure, dynamics, stepping } = parts;
  const { state, particles, bodies, constraints, handles } = structure;
  return serializable({
    time: dynamics.time,
    steps: stepping.steps,
    dt: stepping.dt,
    integrator: stepping.memory.slice(),
    q: state.q.slice(),
    v: state.v.slice(),
    masses: Float64Array.from(particles.particles, (particle) => particle.mass),
    bodies: bodies.map((body) => bindingOfBody(body).save()),
    constraints: constraints.map(saveConstraint),
    handles: handles.map((handle) => handle.save()),
  });
}

/**
 * Brings a world of any kind back to where `saved` was taken: {@link World.restore} as a function. Throws E_SNAPSHOT if it is no snapshot, or if bodies or
 * constraints do not match.
 */
export function restoreSnapshot(world: BareWorld, saved: Snapshot | SnapshotJSON): void {
  const parts = partsOf(world);
  parts.layOut();
  const { structure, dynamics, stepping, feedback } = parts;
  const { state, bodies, constraints, handles } = structure;
  const { particles } = structure.particles;
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
    constraints.every((constraint, i) => fitsConstraint(constraint, snapshot.constraints[i]!));
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
    loadConstraint(constraint, snapshot.constraints[i]!);
  });
  handles.forEach((handle, i) => {
    handle.load(snapshot.handles[i]!);
  });
}
