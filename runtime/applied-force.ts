import { HolonomicRuntimeError } from './errors.js';

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
