import { checkNumber, checkVector, isVector } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';

/** What is wrong where a force is applied to something that collects none: it was removed, or no force is asked at the moment. */
export function noForceNow(label: string, removed: boolean): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_FORCE_OUTSIDE_APPLY',
    removed
      ? `${label} was removed from its world, but a force is applied to it.`
      : `A force is applied to ${label} outside of a force's apply().`,
    removed ? 'Remove the force as well.' : 'Add an object { apply(world) { … } } with world.addForce().',
  );
}

/** What forces are applied to: asked for its name where one is wrong. */
interface Target {
  readonly label: string;
}

/**
 * Throws E_VECTOR, E_DIMENSION unless `force` is a list of `size` numbers. It may be infinite or NaN, in a step that is tried and rejected: where the state
 * ends up so, the world says which force that was.
 */
export function checkForce(force: unknown, size: number, target: Target): void {
  if (!isVector(force, size)) checkVector(force, size, `The force on ${target.label}`);
}

/** Throws E_NUMBER unless `force` is a number, finite or not. */
export function checkScalarForce(force: unknown, target: Target): void {
  if (typeof force !== 'number') checkNumber(force, `The force on ${target.label}`);
}
