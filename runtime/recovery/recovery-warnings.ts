import { showTime } from '../base/text.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { nameDisagreements } from './contradiction.js';
import type { WorldWarning } from './warnings.js';

/** Why a step was rejected. */
export type Rejection =
  /** Constraints nearly depended on each other. */
  | 'illConditioned'
  /** The momentum grew beyond what forces can give. */
  | 'exploded'
  /** The state was infinite or NaN, or an evaluation threw. */
  | 'notFinite'
  /** The integrator reported that it failed. */
  | 'failed'
  /** The error was too large. */
  | 'inaccurate';

const CAUSES: Readonly<Record<Rejection, string>> = {
  illConditioned: 'constraints all but depended on each other, and the step was ill-conditioned',
  exploded:
    'the momentum grew beyond what forces can give in a step, as it does where constraints nearly contradict each other or a step is too long for a light body',
  notFinite: 'the step led to a state that is infinite or NaN, or to one that could not be evaluated',
  failed: 'the integrator did not converge',
  inaccurate: 'not even short parts of the step followed the motion',
};

/** Warns of the first step from `time` on that was taken at velocity level instead. */
export function fallbackWarning(rejection: Rejection, time: number): WorldWarning {
  return {
    code: rejection === 'illConditioned' ? 'W_NEAR_SINGULAR' : 'W_UNSTABLE',
    message:
      `At t = ${showTime(time)} ${CAUSES[rejection]}. ` +
      'It and others like it are taken at velocity level instead, to first order (world.stats.fallbacks counts them).',
    time,
    constraints: [],
  };
}

/** Warns of constraints that cannot be met from `time` on. */
export function reachWarning(system: ConstraintSystem, time: number): WorldWarning {
  const { labels, description } = nameDisagreements(system, system.rows.C);
  return {
    code: 'W_OUT_OF_REACH',
    message:
      `At t = ${showTime(time)} constraints ask for what cannot be reached, such as a handle that pulls a chain beyond its length. ` +
      `They hold as nearly as possible, off by (C): ${description}, until they can be met again.`,
    time,
    constraints: labels,
  };
}

/** Warns of a projection that did not reach its tolerance; it did in `C`, but not in `dC/dt`, where `reached`. */
export function projectionWarning(system: ConstraintSystem, reached: boolean): WorldWarning {
  const { C, Cdot } = system.rows;
  const { labels, description } = nameDisagreements(system, reached ? Cdot : C);
  return {
    code: 'W_PROJECTION',
    message:
      `Projection did not reach its tolerance at t = ${showTime(system.time)}. ` +
      `Constraints are off as follows (${reached ? 'dC/dt' : 'C'}): ${description}. ` +
      'Remove constraints that contradict others, or allow a larger tolerance.',
    time: system.time,
    constraints: labels,
  };
}
