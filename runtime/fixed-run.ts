import { checkCallback, checkNumber, checkPositive, readOptions } from './check.js';
import type { ForceWorld } from './force.js';
import { HolonomicRuntimeError } from './errors.js';
import type { FixedRunOptions } from './run-options.js';
import { partsOf } from './world-parts.js';

/** Step if none is given, s; with an adaptive integrator the time that handles take to get where they were told to move. */
export const DEFAULT_STEP = 1 / 240;
/** What rounding has added to the last step is not a step of its own. */
export const STRETCH = 1 + 1e-6;

/** Names of the options of a run by fixed steps, for checks. */
export const FIXED_RUN_OPTION_NAMES: readonly (keyof FixedRunOptions)[] = ['until', 'dt', 'onStep'];

/**
 * A copy of the options of a run of `world`, of which those that every run has are checked. Throws E_STEPPING, E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE,
 * E_NOT_POSITIVE, E_FUNCTION, E_TIME_PAST.
 */
export function readRun<T extends FixedRunOptions<never>>(world: ForceWorld, options: T, names: readonly string[]): T {
  const { time } = world;
  partsOf(world).structure.checkOpen();
  const given = readOptions(options, 'Run options', names);
  const until = checkNumber(given.until, "Option 'until' of run");
  if (given.dt !== undefined) checkPositive(given.dt, "Option 'dt' of run");
  checkCallback(given.onStep, "Option 'onStep' of run");
  if (until >= time) return given;
  throw new HolonomicRuntimeError(
    'E_TIME_PAST',
    `run is to end at t = ${until} s, but the world is at t = ${time} s already.`,
    'Give a later time, or restore a snapshot taken before it.',
  );
}

/** Steps of `dt` until `until`. */
export function runFixed<W extends ForceWorld>(
  world: W,
  { until, dt = DEFAULT_STEP, onStep }: FixedRunOptions<W>,
): void {
  const parts = partsOf(world);
  const { dynamics, stepping } = parts;
  while (dynamics.time < until) {
    const left = until - dynamics.time;
    // What rounding has changed of the last step does not matter.
    const last = left <= dt * STRETCH;
    parts.layOut();
    stepping.advance(last && Math.abs(left - dt) > 1e-9 * dt ? left : dt, dt);
    if (last) dynamics.time = until;
    onStep?.(world);
  }
}
