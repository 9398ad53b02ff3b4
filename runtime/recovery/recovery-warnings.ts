import { HolonomicRuntimeError } from '../base/errors.js';
import { showTime } from '../base/text.js';
import type { ConstraintSystem, RowRange } from '../model/constraint-system.js';
import { nameDisagreements, STRETCHED } from './contradiction.js';
import { ofDormandPrince, type WorldWarning } from './warnings.js';

/** Why a step was rejected. */
export type Rejection =
  /** Constraints nearly depended on each other. */
  | 'illConditioned'
  /** The momentum grew by more than forces can supply. */
  | 'exploded'
  /** The state was infinite or NaN, or an evaluation threw. */
  | 'notFinite'
  /** The integrator reported that it failed. */
  | 'failed'
  /** The error was too large. */
  | 'inaccurate'
  /** The step left constraints, on which the next one could not bring it back. */
  | 'strayed'
  /** A formula, or its slope, jumps in the step. */
  | 'broke'
  /** A drive left constraints behind. */
  | 'beyond';

const CAUSES: Readonly<Record<Rejection, string>> = {
  illConditioned: 'constraints all but depended on each other, and the step was ill-conditioned',
  exploded:
    'the momentum grew beyond what forces can give in a step, as it does where constraints nearly contradict each other or a step is too long for a light body',
  notFinite: 'the step led to a state that is infinite or NaN, or to one that could not be evaluated',
  failed: 'the integrator did not converge',
  inaccurate: 'not even short parts of the step followed the motion',
  strayed: 'not even short parts of the step followed the constraints',
  broke: 'a formula, or its slope, jumps, as at a kink of abs, max or a conditional, which is an impact',
  beyond: 'a drive went past where the mechanism can go',
};

/** Returns the warning that the step from `time` was taken at velocity level instead. */
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

/** Returns the warning that not even short parts of the step from `time` followed the constraint with this label. */
export const strayWarning = (label: string, time: number, system: ConstraintSystem): WorldWarning => ({
  code: 'W_ACCURACY',
  message:
    `At t = ${showTime(time)} what ${label} joins turned so fast, as light rods of a taut rope do, that not even short parts of ` +
    `the step followed it, which may lose energy. Take shorter steps, heavier or fewer links${ofDormandPrince(system)}.`,
  time,
  constraints: [label],
});

/** Remedy for a drive that goes beyond reach. */
const DRIVE_REMEDY = `Stop it before, or let it give way: a motor with a largest force, a mouseSpring, or { compliance: 1e-6 }. ${STRETCHED}`;

/** Says which `drivers` go beyond reach from `time` on. */
function describeDrive(drivers: readonly string[], time: number): string {
  const verb = drivers.length === 1 ? 'drives' : 'drive';
  return `At t = ${showTime(time)} ${drivers.join(' and ')} ${verb} the mechanism past where it can go`;
}

/** True for errors of an adaptive integrator that cannot proceed. */
export const isStuck = (error: unknown): error is HolonomicRuntimeError =>
  error instanceof HolonomicRuntimeError && (error.code === 'E_STEP_UNDERFLOW' || error.code === 'E_EVENTS_TOO_CLOSE');

/** The error of an adaptive integrator that finds no step short enough where drives go beyond reach. */
export function driveError(drivers: readonly string[], time: number): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_STEP_UNDERFLOW',
    `${describeDrive(drivers, time)}, and no step of an adaptive integrator is short enough there.`,
    `${DRIVE_REMEDY} rk4() and velocityStep() go on, with constraints that hold as nearly as possible.`,
  );
}

/** Warns of drives that go beyond reach from `time` on. */
export function driveWarning(drivers: readonly string[], time: number): WorldWarning {
  return {
    code: 'W_OUT_OF_REACH',
    message:
      `${describeDrive(drivers, time)}. All constraints hold as nearly as possible from there on, until they can be met again. ` +
      DRIVE_REMEDY,
    time,
    constraints: drivers,
  };
}

/** Warns of constraints that cannot be met from `time` on. */
export function reachWarning(range: RowRange, time: number): WorldWarning {
  const { labels, description } = nameDisagreements(range, range.rows.C);
  return {
    code: 'W_OUT_OF_REACH',
    message:
      `At t = ${showTime(time)} constraints ask for what cannot be reached, such as a handle that pulls a chain beyond its length. ` +
      `They hold as nearly as possible, ${description === '' ? '' : `off by (C): ${description}, `}until they can be met again.`,
    time,
    constraints: labels,
  };
}

/** Returns the warning that a projection missed its tolerance: in `dC/dt` alone if `reached`. */
export function projectionWarning(range: RowRange, reached: boolean): WorldWarning {
  const { C, Cdot } = range.rows;
  const { labels, description } = nameDisagreements(range, reached ? Cdot : C);
  return {
    code: 'W_PROJECTION',
    message:
      `Projection did not reach its tolerance at t = ${showTime(range.time)}. ` +
      `Constraints are off as follows (${reached ? 'dC/dt' : 'C'}): ${description}. ` +
      (labels.length === 1
        ? 'The formula may have no slope there: start elsewhere, or allow a larger tolerance.'
        : 'Remove constraints that contradict others, or allow a larger tolerance.'),
    time: range.time,
    constraints: labels,
  };
}
