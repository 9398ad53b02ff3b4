import { HolonomicRuntimeError } from '../base/errors.js';
import type { AdaptiveStepper } from '../integrators/integrator.js';
import type { StepDriver } from './step-driver.js';
import type { WorldInternals } from './internals.js';

/** Distance in time, s and relative to it, at which a step ends before the domain of a formula. */
const CLOSE = 1e-6;

/** Observer of the solution within a step. */
export interface StepObserver {
  /**
   * Called after each step of the integrator's own. Leaves the world at the end of the step, which
   * for an event may be any time within it.
   */
  observe(stepper: AdaptiveStepper): void;
}

/**
 * Takes a step of an adaptive integrator's own that ends by `end`, which is also when handles reach
 * their targets. Projects the state if that is requested; the last stage of the step is then not at
 * the state that the next step begins with. `fresh` as in {@link AdaptiveStepper.ownStep}. Throws
 * E_STATE_NOT_FINITE, E_STEP_UNDERFLOW.
 */
export function advanceOwn(
  internals: WorldInternals,
  stepper: AdaptiveStepper,
  end: number,
  fresh: boolean,
  observer: StepObserver,
): void {
  const { stepped } = internals;
  const start = stepped.time;
  const { memory } = internals.driver;
  const before = memory.slice();
  for (let latest = end; ;) {
    try {
      takeOwn(internals, stepper, latest, fresh || latest < end, observer);
      return;
    } catch (error) {
      // The end of a long step is far from where it left the domain of a formula.
      latest = start + (Math.min(latest, stepper.stepEnd) - start) / 2;
      const isShorter = latest - start > CLOSE * Math.max(1, Math.abs(start));
      if (!(error instanceof HolonomicRuntimeError && error.code === 'E_STATE_NOT_FINITE' && isShorter)) throw error;
      memory.set(before);
    }
  }
}

/** Takes the step itself. */
function takeOwn(
  { driver, stepped, recovery }: WorldInternals,
  stepper: AdaptiveStepper,
  end: number,
  fresh: boolean,
  observer: StepObserver,
): void {
  const start = stepped.time;
  driver.begin(end - start);
  let completed = false;
  try {
    driver.look();
    stepper.ownStep(stepped, end, fresh || recovery.projects);
    recovery.project();
    driver.check();
    stepper.settle(stepped);
    driver.tell();
    stepped.endStep();
    driver.structure.activity = 'showing';
    observer.observe(stepper);
    completed = true;
  } catch (error) {
    throw recovery.explain(recovery.watch.faults.explain(error, driver.steps + 1, start), end - start);
  } finally {
    stepped.endStep();
    if (completed && stepped.time < end) interrupt(driver);
    else driver.end(completed);
  }
  driver.count();
}

/**
 * Sets the world to the time `t` in the last step; along the tangent at the start of the step if
 * `straight`.
 */
export function showAt(driver: StepDriver, stepper: AdaptiveStepper, t: number, straight = false): void {
  if (straight) stepper.extrapolate(driver.stepped, t);
  else stepper.interpolate(driver.stepped, t);
  if (straight || t !== stepper.stepEnd) driver.normalize();
}

/** Ends the step before handles have reached their targets. */
function interrupt({ structure, stepped }: StepDriver): void {
  structure.activity = 'resting';
  structure.system.step = 0;
  for (const handle of structure.handles) handle.interruptStep(stepped.time);
}
