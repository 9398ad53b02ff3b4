import { HolonomicRuntimeError } from '../base/errors.js';

/** Methods of a world that functions of the same names serve; all but `record` are deprecated. */
export type ServedMethod = 'assemble' | 'collide' | 'record' | 'recorder';

/**
 * The functions behind these methods, set by their own modules. `World` does not import them, so
 * that a bundle holds only those that its application imports.
 */
const functions = new Map<ServedMethod, (world: never, options: never) => unknown>();

/** Lets the method of the same name call `call`. */
export function serveMethod(name: ServedMethod, call: (world: never, options: never) => unknown): void {
  functions.set(name, call);
}

/** Returns the function behind a method. Throws E_NOT_IMPORTED if a bundle has left it out. */
export function functionOf(name: ServedMethod): (world: never, options: never) => unknown {
  const call = functions.get(name);
  if (call) return call;
  throw new HolonomicRuntimeError(
    'E_NOT_IMPORTED',
    `This bundle does not hold the function behind world.${name}().`,
    `Write: import { ${name} } from "holonomic/runtime"; and call ${name}(world, …).`,
  );
}
