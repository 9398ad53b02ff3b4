import { labelOfVelocity } from './check-state.js';
import { showTime } from '../model/describe-arguments.js';
import type { DynamicsParts } from '../equations/dynamics.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { Force } from '../model/force.js';
import { findNonFinite } from '../base/vector.js';

/** What messages call the force at place `k` of `world.forces`: `force #2 (Wind)` for an object of a class. */
export function labelOfForce(force: Force, k: number): string {
  const name = force.constructor.name;
  return `force #${k + 1}${name === '' || name === 'Object' ? '' : ` (${name})`}`;
}

/** `error`, which the force at place `k` threw, with the name of the force if it is an error of the runtime. */
export function tracedToForce(error: unknown, force: Force, k: number): unknown {
  if (!(error instanceof HolonomicRuntimeError)) return error;
  return new HolonomicRuntimeError(error.code, `In ${labelOfForce(force, k)}: ${error.problem}`, error.hint);
}

/** The first force that is infinite or NaN at the present state, and the body that it acts on, found by asking one after the other; undefined if there is none. */
export function findForceFault({ world, state, families, forces, system }: DynamicsParts): string | undefined {
  const Q = new Float64Array(state.v.length);
  for (const family of families) family.forces = Q;
  try {
    for (const [k, force] of forces.entries()) {
      Q.fill(0);
      force.apply(world);
      const i = findNonFinite(Q);
      if (i < 0) continue;
      const at = showTime(system.clock[0]!);
      return `${labelOfForce(force, k)} on ${labelOfVelocity(i, families)} is infinite or NaN at t = ${at}`;
    }
  } catch {
    // A force that throws has not been the one: its error would have ended the evaluation.
  } finally {
    for (const family of families) family.forces = null;
  }
  return undefined;
}
