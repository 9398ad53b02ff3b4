import { HolonomicRuntimeError } from './errors.js';

/** Name, shared by all copies of the runtime, of the property that tells them apart. */
const MARK = Symbol.for('holonomic.runtime.copy');
/** What the property is in this copy. */
const THIS_COPY = {};

/** Marks the instances of a class, by its prototype, as made by this copy of the runtime. */
export function markCopy(prototype: object): void {
  Object.defineProperty(prototype, MARK, { value: THIS_COPY });
}

/**
 * Throws E_TWO_RUNTIMES for an object that another copy of the runtime made: nothing of it works
 * here, however it looks. `what` names it in the message.
 */
export function checkCopy(value: unknown, what: string): void {
  if (typeof value !== 'object' || value === null) return;
  let mark: unknown;
  try {
    mark = (value as { readonly [MARK]?: unknown })[MARK];
  } catch {
    return;
  }
  if (mark === undefined || mark === THIS_COPY) return;
  throw new HolonomicRuntimeError(
    'E_TWO_RUNTIMES',
    `${what} was made by another copy of the runtime: it is loaded twice.`,
    "Import 'holonomic/runtime' everywhere from one place: check for two versions in node_modules, and for a bundle with a copy of its own.",
  );
}
