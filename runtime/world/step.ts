import { show } from '../base/check.js';
import { clear } from '../base/vector.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { AdaptiveStepper } from '../integrators/integrator.js';
import { FEEDBACK_FOLLOWS } from '../equations/feedback.js';
import { isStuck } from '../recovery/recovery-warnings.js';
import { tracedToStiffForce } from '../recovery/stiff-force.js';
import type { CollisionSupport, WorldInternals } from './internals.js';

/*
 * The order of a step. Each phase stands in a place of its own; only this file knows which follows
 * which.
 *
 *     note        a recording notes what was set since the last step
 *     lay out     contacts of shapes are found, rows and connectors get their places
 *     announce    recorders read the state that the step begins with
 *     begin       the state is kept, handles begin to move, warnings begin to wait
 *     watch       watches look at the state before the step
 *     move        the integrator takes the step; it is taken again in shorter ones, or at velocity
 *                 level, where it is not accepted or rows with bounds act, and with other contacts,
 *                 where shapes have met elsewhere than foreseen
 *     watch       watches look at the state after it
 *     finish      the state is projected, if that is requested, and checked
 *     end         warnings are given, and what touches is noted; or the state is as before and an
 *                 error is thrown
 *     announce    recorders read the state that the step has ended with
 *     note        a recording notes the step
 *
 * An adaptive integrator takes steps of its own (takeOwnStep), which listeners look at from within.
 */

/** Distance in time, s and relative to it, at which a step ends before the domain of a formula. */
const CLOSE = 1e-6;

/**
 * Takes a step of `dt`, with the default feedback set for steps of `usual`, s. Sets the time to
 * `end`, which differs by rounding, if that is given. Throws E_STEPPING, E_STEP, E_STATE_NOT_FINITE,
 * E_STEP_UNDERFLOW, E_SINGULAR_MASS, E_COORDINATE_RANGE, E_SINGULAR_POINT.
 */
export function takeStep(world: WorldInternals, dt: number, usual: number, end?: number): void {
  const { progress, recovery, stepped } = world;
  checkStep(world, dt);
  world.inputs?.beforeStep();
  world.layOutContacts(dt);
  if (world.listeners.length > 0) announceStart(world);
  if (stepped.impulses.length > 0) clear(stepped.impulses);
  begin(world, dt, false, true);
  recovery.begin(dt);
  stepped.usual = Math.max(usual, progress.dt - FEEDBACK_FOLLOWS * dt);
  stepped.beginStep();
  let completed = false;
  try {
    progress.watchStart();
    recovery.beginToMove();
    do progress.step.wasAccepted = move(world, dt);
    while (world.collisionParts !== undefined && meetsOtherwise(world, world.collisionParts, dt));
    stepped.time = progress.start.time + dt;
    progress.watchEnd();
    recovery.finish(progress.step.wasAccepted);
    if (progress.step.wasAccepted && recovery.projects) progress.stepper.acceptCorrection?.(stepped);
    check(world);
    recovery.release();
    completed = true;
  } catch (error) {
    const explained = recovery.watch.faults.explain(error, progress.steps + 1, progress.start.time);
    progress.start.goBack();
    const traced = tracedToStiffForce(explained, stepped, dt, world.structure.implicitForces);
    recovery.undo();
    throw recovery.watch.faults.explainByStart(traced, stepped.state, progress.steps + 1);
  } finally {
    stepped.endStep();
    finish(world, completed);
  }
  count(world);
  world.collisionParts?.collisions.settle();
  if (end !== undefined) stepped.time = end;
  if (world.listeners.length > 0) announceEnd(world);
  world.inputs?.afterStep(dt, usual, end);
}

/** Takes the step, and takes it again unless it is accepted. Returns true if it was. */
function move(world: WorldInternals, dt: number): boolean {
  const { progress, recovery, stepped, switches } = world;
  if (switches && stepped.boundsAct(dt)) {
    recovery.retaken.takeWithinBounds(dt);
    return false;
  }
  if (switches) stepped.releaseBounds();
  if (!recovery.isOutOfReach) {
    if (attempt(world, dt) && recovery.judge(dt, progress.start)) {
      if (!switches || !stepped.boundsAct(0)) return true;
      progress.start.goBack();
      recovery.retaken.takeWithinBounds(dt);
      return false;
    }
    progress.start.goBack();
  }
  recovery.retaken.takeAgain(dt);
  // The parts of a step are taken without looking at bounds.
  if (switches && !recovery.isOutOfReach && stepped.boundsAct(0)) {
    progress.start.goBack();
    recovery.retaken.takeWithinBounds(dt);
  }
  return false;
}

/**
 * Goes back to the beginning of the step where it has led shapes elsewhere than contacts were made
 * for, and returns true: it is taken again with others.
 */
function meetsOtherwise(
  { progress, recovery, stepped }: WorldInternals,
  { collisions }: CollisionSupport,
  dt: number,
): boolean {
  if (!collisions.review()) return false;
  recovery.undo();
  // Few rows have changed, so that the multipliers found are near those of the step to come.
  progress.start.goBack(true);
  recovery.begin(dt);
  stepped.beginStep();
  return true;
}

/** Takes a step. Returns false where an evaluation within it came upon an impossible state. */
function attempt({ progress, recovery, stepped }: WorldInternals, dt: number): boolean {
  try {
    progress.stepper.step(stepped, dt);
    return true;
  } catch (error) {
    const { time } = stepped;
    if (isStuck(error)) {
      progress.start.goBack();
      if (recovery.goesBeyond(dt)) return false;
      stepped.time = time;
    }
    // Orientations far from unit length, say, which shorter steps avoid.
    if (!progress.stepper.accelerationLevel || !isAvoidable(error)) throw error;
    recovery.reject();
    return false;
  }
}

/** Looks at the solution within a step. */
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
export function takeOwnStep(
  world: WorldInternals,
  stepper: AdaptiveStepper,
  end: number,
  fresh: boolean,
  observer: StepObserver,
): void {
  if (world.listeners.length > 0) announceStart(world);
  const start = world.stepped.time;
  const { memory } = world.progress;
  const before = memory.slice();
  for (let latest = end; ;) {
    try {
      moveOwn(world, stepper, latest, fresh || latest < end, observer);
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

function moveOwn(
  world: WorldInternals,
  stepper: AdaptiveStepper,
  end: number,
  fresh: boolean,
  observer: StepObserver,
): void {
  const { progress, recovery, stepped, structure } = world;
  const start = stepped.time;
  const isFresh = fresh || recovery.projects;
  begin(world, end - start, true, isFresh);
  let completed = false;
  try {
    progress.watchStart();
    stepper.ownStep(stepped, end, isFresh);
    recovery.project();
    check(world);
    stepper.settle(stepped);
    progress.watchEnd();
    stepped.endStep();
    structure.activity = 'showing';
    observer.observe(stepper);
    completed = true;
  } catch (error) {
    throw recovery.explain(recovery.watch.faults.explain(error, progress.steps + 1, start), end - start);
  } finally {
    stepped.endStep();
    if (completed && stepped.time < end) interrupt(world);
    else finish(world, completed);
  }
  count(world);
}

/**
 * Sets the world to the time `t` in the last step; along the tangent at the start of the step if
 * `straight`.
 */
export function showAt({ stepped }: WorldInternals, stepper: AdaptiveStepper, t: number, straight = false): void {
  if (straight) stepper.extrapolate(stepped, t);
  else stepper.interpolate(stepped, t);
  if (straight || t !== stepper.stepEnd) stepped.normalize();
}

function announceStart({ listeners }: WorldInternals): void {
  for (const listener of [...listeners]) listener.beforeStep();
}

function announceEnd({ listeners }: WorldInternals): void {
  for (const listener of [...listeners]) listener.afterStep();
}

/** Throws E_STEPPING, and E_STEP unless `dt` is a step that a world can take now. */
function checkStep({ stepped, structure }: WorldInternals, dt: number): void {
  structure.checkOpen();
  const { time } = stepped;
  if (!(typeof dt === 'number' && dt > 0 && time + dt > time && time + dt < Infinity)) throw illegalStep(dt, time);
}

/** Begins a step of `dt`, and keeps the state for the case that it fails. */
function begin({ progress, recovery, structure }: WorldInternals, dt: number, isOwn: boolean, isFresh: boolean): void {
  const { start, step } = progress;
  start.save();
  step.number = progress.steps + 1;
  step.start = start.time;
  step.dt = dt;
  step.wasAccepted = true;
  step.isOwn = isOwn;
  step.isFresh = isFresh;
  structure.activity = 'calculating';
  structure.system.step = step.number;
  recovery.watch.faults.forget();
  progress.keepTurns();
  for (const handle of structure.handles) handle.beginStep(start.time, dt);
}

/** Checks the state at the end of a step. Throws E_STATE_NOT_FINITE, E_COORDINATE_RANGE. */
function check({ progress, recovery, stepped, structure }: WorldInternals): void {
  const { faults } = recovery.watch;
  stepped.normalize();
  faults.checkState(structure.state, progress.steps + 1, progress.start.time);
  for (const store of structure.stores) store.checkCoordinates();
  faults.checkFormulas(progress.steps + 1, progress.start.time);
}

/** Ends the step. Restores the state at its beginning unless it was completed. */
function finish({ progress, stepped, structure }: WorldInternals, completed: boolean): void {
  structure.activity = 'resting';
  structure.system.step = 0;
  for (const handle of structure.handles) handle.endStep(completed);
  if (completed) return;
  progress.start.goBack();
  stepped.setUsualStep(progress.dt);
}

/** Ends the step before handles have reached their targets. */
function interrupt({ stepped, structure }: WorldInternals): void {
  structure.activity = 'resting';
  structure.system.step = 0;
  for (const handle of structure.handles) handle.interruptStep(stepped.time);
}

function count({ progress, stepped }: WorldInternals): void {
  progress.keepTurns();
  progress.keepEnd();
  progress.dt = stepped.usual;
  progress.steps++;
}

/** True for errors that evaluations within a step come upon if the step is too long. */
function isAvoidable(error: unknown): boolean {
  return (
    error instanceof HolonomicRuntimeError && (error.code === 'E_SINGULAR_MASS' || error.code === 'E_STATE_NOT_FINITE')
  );
}

/** The error of a step of `dt` that a world cannot take at `time`. */
function illegalStep(dt: number, time: number): HolonomicRuntimeError {
  if (typeof dt !== 'number' || !(dt > 0 && dt < Infinity)) {
    const hint = 'Give a positive, finite number of seconds.';
    return new HolonomicRuntimeError('E_STEP', `The time step is ${show(dt)}.`, hint);
  }
  return new HolonomicRuntimeError(
    'E_STEP',
    `The time step is ${dt} s, which from t = ${time} s on ${time + dt === time ? 'is lost in rounding' : 'has no end'}.`,
    time + dt === time ? 'Give a longer one.' : 'Give a shorter one.',
  );
}
