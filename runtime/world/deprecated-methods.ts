import { HolonomicRuntimeError } from '../base/errors.js';

/** Methods of a world that functions have taken the place of; that of `record` is not deprecated. */
export type DeprecatedMethod = 'assemble' | 'collide' | 'record' | 'recorder';

/**
 * The functions behind these methods, set by their own modules. `World` does not import them, so
 * that a bundle holds only those that its application imports.
 */
const functions = new Map<DeprecatedMethod, (world: never, options: never) => unknown>();

/** Lets the method of the same name call `call`. */
export function serveMethod(name: DeprecatedMethod, call: (world: never, options: never) => unknown): void {
  functions.set(name, call);
}

/** Returns the function behind a method. Throws E_NOT_IMPORTED if a bundle has left it out. */
export function functionOf(name: DeprecatedMethod): (world: never, options: never) => unknown {
  const call = functions.get(name);
  if (call) return call;
  throw new HolonomicRuntimeError(
    'E_NOT_IMPORTED',
    `This bundle does not hold the function behind world.${name}().`,
    `Write: import { ${name} } from "holonomic/runtime"; and call ${name}(world, …).`,
  );
}
