import { checkNumber, checkVector, isVector } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';

/**
 * Makes the error for a force on an object that collects none: it was removed, or the force is
 * applied outside of `apply`.
 */
export function noForceNow(label: string, removed: boolean): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_FORCE_OUTSIDE_APPLY',
    removed
      ? `${label} was removed from its world, but a force is applied to it.`
      : `A force is applied to ${label} outside of a force's apply().`,
    removed
      ? "Remove the force as well, or let it say what it acts on: 'actsOn'."
      : 'Add an object { apply(world) { … } } with world.addForce().',
  );
}

/** Object that forces are applied to; its label is read only for messages. */
interface Target {
  readonly label: string;
}

/**
 * Throws E_VECTOR, E_DIMENSION unless `force` is a list of `size` numbers. It may be infinite or
 * NaN, as in a step that is tried and rejected. Where the state ends up so, the world says which
 * force that was.
 */
export function checkForce(force: unknown, size: number, target: Target): void {
  if (!isVector(force, size)) checkVector(force, size, `The force on ${target.label}`);
}

/** Throws E_NUMBER unless `force` is a number, finite or not. */
export function checkScalarForce(force: unknown, target: Target): void {
  if (typeof force !== 'number') checkNumber(force, `The force on ${target.label}`);
}
