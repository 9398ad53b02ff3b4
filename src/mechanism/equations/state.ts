import type { Value } from '../../lower/program.js';
import { INPUTS, type StageTime } from '../plan/connectors.js';
import type { Plan } from '../plan/plan.js';
import { PARAMETERS } from '../plan/quantities.js';

/** The array of a state, coordinates and then velocities. */
export const STATE = 'y';

/** A state as it is given, and the time as one. */
export function stateLoads({ ops, nq, nv }: Plan): { q: readonly Value[]; v: readonly Value[]; time: StageTime } {
  const y = ops.loads(STATE, nq + nv);
  const t = ops.load('t');
  return { q: y.slice(0, nq), v: y.slice(nq), time: { now: t, begin: t } };
}

/** The values of all that a program of a plan reads, at a state; handles are where they begin, at rest. */
export function loadsAt(plan: Plan, state: ArrayLike<number>, t: number, dt = plan.dt): Map<string, number> {
  const loads = new Map([
    ['t', t],
    ['dt', dt],
  ]);
  const add = (array: string, values: ArrayLike<number>): void => {
    for (let i = 0; i < values.length; i++) loads.set(`${array}[${i}]`, values[i]!);
  };
  add(STATE, state);
  add(
    PARAMETERS,
    plan.parameters.map(({ value }) => value),
  );
  add(INPUTS.value, plan.inputs);
  add(INPUTS.rate, new Float64Array(plan.inputs.length));
  return loads;
}
