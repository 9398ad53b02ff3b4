import { show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { isAdaptive, type Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { Drift } from '../recovery/drift.js';
import { DrivenParameters } from '../recovery/driven-parameters.js';
import { IllegalStart } from '../recovery/illegal-start.js';
import { Jumps } from '../recovery/jumps.js';
import { Milliseconds } from '../recovery/milliseconds.js';
import { SlipGeometry } from '../recovery/slip-geometry.js';
import { StepStart } from '../recovery/step-start.js';
import type { StepRecovery } from '../recovery/step-recovery.js';
import { isStuck } from '../recovery/recovery-warnings.js';
import { tracedToStiffForce } from '../recovery/stiff-force.js';
import type { WorldStructure } from './structure.js';

const NOTHING = new Float64Array(0);

/** True for errors that evaluations within a step come upon if the step is too long. */
function isAvoidable(error: unknown): boolean {
  return (
    error instanceof HolonomicRuntimeError && (error.code === 'E_SINGULAR_MASS' || error.code === 'E_STATE_NOT_FINITE')
  );
}

/**
 * Drives the steps of a world: runs the integrator between the state it starts from and the checks
 * at the end, and undoes a step that fails.
 */
export class StepDriver {
  /** Number of steps completed. */
  steps = 0;
  readonly stepper: Stepper;
  /** Usual length of the last steps, s; 0 before the first. */
  dt = 0;
  readonly structure: WorldStructure;
  readonly stepped: SteppedSystem;
  readonly illegalStart: IllegalStart;
  readonly #drivenParameters: DrivenParameters;
  readonly #slipGeometry: SlipGeometry;
  readonly #jumps: Jumps;
  /** Absent where the integrator is not adaptive: others look at their errors in `C`. */
  readonly #drift: Drift | undefined;
  readonly #recovery: StepRecovery;
  /** Absent where the integrator makes short steps of long ones. */
  readonly #milliseconds: Milliseconds | undefined;
  #start: StepStart;
  /** True where the integrator itself knows no bounds, but rows have some. */
  #switches = false;

  constructor(structure: WorldStructure, stepped: SteppedSystem, stepper: Stepper, recovery: StepRecovery) {
    this.#recovery = recovery;
    this.structure = structure;
    this.stepped = stepped;
    this.stepper = stepper;
    this.#milliseconds = isAdaptive(stepper) ? undefined : new Milliseconds(structure.state);
    this.#drivenParameters = new DrivenParameters(structure.system, recovery.watch);
    structure.parameterListener = this.#drivenParameters;
    this.illegalStart = new IllegalStart(stepped.motion.parts, recovery.watch, this.#drivenParameters);
    this.#slipGeometry = new SlipGeometry(structure.system, recovery.watch);
    this.#jumps = new Jumps(stepped.motion.parts, recovery.watch);
    this.#drift = isAdaptive(stepper) ? new Drift(stepped.motion.parts, recovery.watch) : undefined;
    this.#start = new StepStart(structure.state, structure.system, stepper);
  }

  /** Memory of the integrator. */
  get memory(): Float64Array {
    return this.stepper.memory ?? NOTHING;
  }

  /** Sizes the workspace after a change of structure. */
  resize(): void {
    const { state, system } = this.structure;
    this.stepper.resize?.(this.stepped);
    this.#start = new StepStart(state, system, this.stepper);
    this.#switches = !system.isPlain && this.stepper.implicitForces !== true && !isAdaptive(this.stepper);
    this.#recovery.resize();
  }

  /** Throws E_STEPPING, and E_STEP unless `dt` is a step that a world can take now. */
  checkStep(dt: number): void {
    this.structure.checkOpen();
    const { time } = this.stepped;
    if (!(typeof dt === 'number' && dt > 0 && time + dt > time && time + dt < Infinity)) throw illegalStep(dt, time);
  }

  /**
   * Takes a step of `dt`, with the default feedback set for steps of `usual`, s. Throws E_STEPPING,
   * E_STEP, E_STATE_NOT_FINITE, E_STEP_UNDERFLOW, E_SINGULAR_MASS, E_COORDINATE_RANGE.
   */
  advance(dt: number, usual: number): void {
    this.begin(dt);
    let completed = false;
    this.#recovery.begin();
    this.stepped.usual = usual;
    this.stepped.beginStep();
    try {
      this.look();
      this.#milliseconds?.look(dt);
      const wasAccepted = this.#advance(dt);
      this.stepped.time = this.#start.time + dt;
      this.tell();
      this.#recovery.watch.warn(this.#milliseconds?.warning(dt, this.#start.time, !wasAccepted));
      this.#recovery.finish(wasAccepted);
      if (wasAccepted && this.#recovery.projects) this.stepper.acceptCorrection?.(this.stepped);
      this.check();
      this.#recovery.release();
      completed = true;
    } catch (error) {
      const explained = this.#recovery.watch.faults.explain(error, this.steps + 1, this.#start.time);
      this.#start.goBack();
      throw tracedToStiffForce(explained, this.stepped.motion.parts, dt, this.structure.implicitForces);
    } finally {
      this.#recovery.end(completed);
      this.stepped.endStep();
      this.end(completed);
    }
    this.count();
  }

  /** Looks at constraints and parameters before a step. Throws E_SINGULAR_POINT. */
  look(): void {
    this.illegalStart.look();
    this.#drivenParameters.look(this.steps);
  }

  /** Warns of constraints that do not hold after a step, of formulas that jump, and of friction that is not Coulomb's. */
  tell(): void {
    this.illegalStart.tell();
    this.#slipGeometry.look();
    this.#jumps.look(this.#start.time);
    this.#drift?.look();
  }

  /** Begins a step of `dt`, and keeps the state for the case that it fails. */
  begin(dt: number): void {
    const { system, handles } = this.structure;
    this.#start.save();
    this.structure.activity = 'calculating';
    system.step = this.steps + 1;
    this.#recovery.watch.faults.forget();
    for (const handle of handles) {
      handle.beginStep(this.#start.time, dt);
    }
  }

  /** Takes the step, and takes it again unless it is accepted. Returns true if it was. */
  #advance(dt: number): boolean {
    const recovery = this.#recovery;
    if (this.#switches && this.stepped.boundsAct(dt)) {
      recovery.takeWithinBounds(dt);
      return false;
    }
    if (this.#switches) this.stepped.releaseBounds();
    if (!recovery.isOutOfReach) {
      if (this.#attempt(dt) && recovery.judge(dt)) {
        if (!this.#switches || !this.stepped.boundsAct(0)) return true;
        this.#start.goBack();
        recovery.takeWithinBounds(dt);
        return false;
      }
      this.#start.goBack();
    }
    recovery.takeAgain(dt);
    return false;
  }

  /** True where drives go beyond reach in a step of `dt` from the state at the start of this one. */
  #goesBeyond(dt: number): boolean {
    const { time } = this.stepped;
    this.#start.goBack();
    if (this.#recovery.goesBeyond(dt)) return true;
    this.stepped.time = time;
    return false;
  }

  /** Takes a step. Returns false where an evaluation within it came upon an impossible state. */
  #attempt(dt: number): boolean {
    try {
      this.stepper.step(this.stepped, dt);
      return true;
    } catch (error) {
      if (isStuck(error) && this.#goesBeyond(dt)) return false;
      // Orientations far from unit length, say, which shorter steps avoid.
      if (!this.stepper.accelerationLevel || !isAvoidable(error)) throw error;
      this.#recovery.reject();
      return false;
    }
  }

  /** Checks the state at the end of a step. Throws E_STATE_NOT_FINITE, E_COORDINATE_RANGE. */
  check(): void {
    const { state, stores } = this.structure;
    this.normalize();
    this.#recovery.watch.faults.checkState(state, this.steps + 1, this.#start.time);
    for (const store of stores) store.checkCoordinates();
    this.#recovery.watch.faults.checkFormulas(this.steps + 1, this.#start.time);
  }

  /** Ends the step. Restores the state at its beginning unless it was completed. */
  end(completed: boolean): void {
    this.structure.activity = 'resting';
    this.structure.system.step = 0;
    for (const handle of this.structure.handles) {
      handle.endStep(completed);
    }
    if (completed) return;
    this.#start.goBack();
    this.stepped.setUsualStep(this.dt);
  }

  /** Counts a completed step. */
  count(): void {
    this.dt = this.stepped.usual;
    this.steps++;
  }

  /** Projects coordinates with a constraint of their own back onto it. */
  normalize(): void {
    for (const store of this.structure.stores) store.normalize();
  }
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
