import { bindingOfBody } from '../model/bodies/body-binding.js';
import { checkNotNegative, checkNumber } from '../base/check.js';
import { turnCountsOf } from '../model/bodies/turn-count.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { checkMass } from '../base/mass.js';
import { checkParameters, parameterWidth } from '../model/parameters.js';
import type { ConstraintSnapshot, Snapshot } from './snapshot.js';
import type { Stepper } from '../integrators/integrator.js';
import type { ConstraintType } from '../model/constraint-type.js';
import { findNonFinite } from '../base/vector.js';
import type { WorldInternals } from './internals.js';
import type { WorldStructure } from './structure.js';

/**
 * Throws E_SNAPSHOT unless the state in `snapshot` is possible for the world. Changes nothing. The
 * world's `own` snapshot fits it, with parameters and multipliers that were checked when they were
 * set. Its state may be impossible nevertheless: positions and velocities can be written to.
 * `constraints` are those of the world in the order of the snapshot; undefined if the world had other parts then.
 * Returns them.
 */
export function checkSnapshot(
  { structure, progress, recovery, collisionParts }: WorldInternals,
  snapshot: Snapshot,
  own: boolean,
  constraints: readonly Constraint[] | undefined,
): readonly Constraint[] {
  const isEmpty = Object.values(snapshot.collisions).every(({ length }: Float64Array) => length === 0);
  const fitsShapes = isEmpty || collisionParts?.collisions.fits(snapshot.collisions) === true;
  const fits =
    constraints !== undefined &&
    (own || (fitsStructure(structure, snapshot, constraints) && recovery.fits(snapshot.recovery)));
  // Angles that were made since then begin to count anew.
  const fitsAngles = snapshot.angles.length <= turnCountsOf(structure.world).length;
  if (!fits || !fitsShapes || !fitsAngles) {
    throw new HolonomicRuntimeError(
      'E_SNAPSHOT',
      `The snapshot was taken of a world with other ${!fits ? 'bodies, handles or constraints' : fitsShapes ? 'hinge angles' : 'shapes'}.`,
      'Restore it before adding or removing any, or into a world built the same way.',
    );
  }
  try {
    checkProgress(snapshot, progress.stepper);
    checkState(structure, snapshot);
    if (!own) {
      checkMasses(structure, snapshot);
      checkConstraints(constraints, snapshot);
    }
    checkFinite(snapshot.angles, () => 'A hinge angle');
    checkFinite(snapshot.collisions.memory, () => 'The memory of a contact');
    checkFinite(snapshot.collisions.sleep, () => 'The rest of a body');
    checkFinite(snapshot.collisions.warmStart, () => 'A multiplier that a contact is to start from');
  } catch (error) {
    if (!(error instanceof HolonomicRuntimeError)) throw error;
    throw new HolonomicRuntimeError(
      'E_SNAPSHOT',
      `The snapshot holds an impossible state. ${error.problem}`,
      'Give it as world.snapshot() returned it.',
    );
  }
  return constraints;
}

function fitsStructure(
  { state, particles, bodies, stores, handles }: WorldStructure,
  snapshot: Snapshot,
  constraints: readonly Constraint[],
): boolean {
  return (
    snapshot.q.length === state.q.length &&
    snapshot.v.length === state.v.length &&
    snapshot.masses.length === particles.particles.length &&
    snapshot.stores.join() === namesOfStores(stores).join() &&
    snapshot.bodies.length === bodies.length &&
    bodies.every((body, i) => bindingOfBody(body).fits(snapshot.bodies[i]!)) &&
    snapshot.handles.length === handles.length &&
    handles.every(
      ({ size }, i) => snapshot.handles[i]!.position.length === size && snapshot.handles[i]!.target.length === size,
    ) &&
    snapshot.constraints.length === constraints.length &&
    constraints.every(({ type }, i) => fitsConstraint(type, snapshot.constraints[i]!))
  );
}

/** Returns the names of the types of bodies, except particles, in the order of the state. */
export function namesOfStores(stores: WorldStructure['stores']): string[] {
  return stores.filter(({ velocityCount }) => velocityCount > 0).flatMap(({ type }) => type?.name ?? []);
}

function fitsConstraint(
  type: ConstraintType,
  { type: name, params, lambda, warmStart, integral }: ConstraintSnapshot,
): boolean {
  return (
    name === type.name &&
    params.length === parameterWidth(type) &&
    [lambda, warmStart, integral].every(({ length }) => length === type.rows)
  );
}

/** Checks time, steps, and the integrator's memory. */
function checkProgress({ time, steps, dt, integrator }: Snapshot, stepper: Stepper): void {
  checkNumber(time, 'The time');
  checkNotNegative(dt, 'The usual step');
  if (!Number.isInteger(checkNotNegative(steps, 'The number of steps'))) {
    throw new HolonomicRuntimeError('E_NUMBER', `The number of steps is ${steps}.`, '');
  }
  if (integrator.length !== stepper.memory?.length) return;
  checkFinite(integrator, (i) => `Entry ${i} of the integrator's memory`);
  if (stepper.canRecall?.(integrator) !== false) return;
  throw new HolonomicRuntimeError('E_NUMBER', "The integrator's memory is impossible.", '');
}

function checkMasses({ particles }: WorldStructure, { masses }: Snapshot): void {
  particles.particles.forEach(({ label }, i) => checkMass(masses[i], `Mass of ${label}`));
}

function checkState({ stores, bodies, handles }: WorldStructure, saved: Snapshot): void {
  const { q, v } = saved;
  checkFinite(q, (i) => {
    const store = stores.findLast(({ coordinateOffset }) => coordinateOffset <= i)!;
    return `Coordinate ${i}, of ${store.labelOfCoordinate(i)},`;
  });
  checkFinite(v, (i) => {
    const store = stores.findLast(({ velocityOffset }) => velocityOffset <= i)!;
    return `Velocity ${i}, of ${store.labelOfVelocity(i)},`;
  });
  bodies.forEach((body, i) => {
    bindingOfBody(body).checkSaved(saved.bodies[i]!, q);
  });
  handles.forEach(({ label }, i) => {
    checkFinite(saved.handles[i]!.position, () => `The position of ${label}`);
    checkFinite(saved.handles[i]!.target, () => `The target of ${label}`);
  });
}

/**
 * Multipliers may be infinite or NaN, as in an evaluation at a singular point. Those that a
 * solution starts from may not.
 */
function checkConstraints(constraints: readonly Constraint[], { constraints: saved }: Snapshot): void {
  constraints.map(bindingOf).forEach(({ type, label }, i) => {
    const { params, warmStart, integral } = saved[i]!;
    checkParameters(type, params, label);
    checkFinite(warmStart, () => `A multiplier that ${label} is to start from`);
    checkFinite(integral, () => `The integral of the error of ${label}`);
  });
}

function checkFinite(values: Float64Array, nameOf: (i: number) => string): void {
  const i = findNonFinite(values);
  if (i >= 0) checkNumber(values[i], nameOf(i));
}
