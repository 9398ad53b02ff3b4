import { inOrder } from '../../lower/program.js';
import { STATE, stateLoads } from '../equations/state.js';
import type { Model } from '../equations/system.js';
import { storesOf, type ArrayOf, type FunctionPlan } from '../ops/functions.js';
import { projected } from './project.js';

/** Largest `|C|` and `|Cdot|` of an assembled state, as the runtime has them, and most rounds of Newton's method. */
export const ASSEMBLED = { C: 1e-10, Cdot: 1e-9, rounds: 50 } as const;

/** True where the document has positions assembled, and not velocities alone. */
export const movesPositions = ({ plan }: Model): boolean => plan.document.settings?.assemble !== 'velocities';

/**
 * A round of assembly: Newton's iteration for coordinates and velocities at once, which have one matrix. Stores
 * nothing where constraints hold at every beginning, or the document has nothing assembled.
 */
export function assemblyOf(model: Model, given: readonly ArrayOf[], y: ArrayOf): FunctionPlan {
  const { plan } = model;
  const { time, q, v } = stateLoads(plan);
  const isAsked = plan.rows > 0 && plan.document.settings?.assemble !== false;
  const values = isAsked
    ? [
        ...(movesPositions(model) ? projected(model, 'projectPositions', time) : q),
        ...projected(model, 'projectVelocities', time),
      ]
    : [];
  const state = new Set([...q, ...v]);
  // What has the state alone holds as in the document, wherever the parameters are.
  const isFixed = !inOrder(values).some((value) => value.kind === 'load' && !state.has(value));
  return {
    name: 'assembly',
    reads: given,
    numbers: ['t'],
    writes: [y],
    stores: isFixed ? [] : storesOf(STATE, values),
  };
}
