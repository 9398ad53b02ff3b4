import { HolonomicRuntimeError } from '../base/errors.js';
import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { VelocityStepper } from '../integrators/velocity-stepper.js';
import { DEFAULT_LIMITS, type ProjectionLimits } from '../stabilize/projection.js';
import { Accuracy, LARGEST_ERROR, LEVER } from './accuracy.js';
import { MEMORY_LENGTH } from './error-sum.js';
import { HalvedStep } from './halved-step.js';
import { StateProjection } from './state-projection.js';
import { Reach } from './reach.js';
import {
  driveError,
  driveWarning,
  fallbackWarning,
  isStuck,
  projectionWarning,
  reachWarning,
  type Rejection,
} from './recovery-warnings.js';
import { withStiffForce } from './stiff-force.js';
import { StepStart } from './step-start.js';
import type { StepWatch } from './step-watch.js';
import { VelocityFallback } from './velocity-fallback.js';
import type { WorldWarning } from './warnings.js';

/** Largest number of times that a step is halved. */
const MOST_HALVINGS = 6;
/** Acceptable error of the shortest parts: at velocity level they would have as much. */
const TOLERABLE_ERROR = 1e-2;
/** Factor by which the momentum may grow without a cause in a step that meets constraints exactly. */
const LARGEST_SWING = 1.05;
/** Parts of a rejected step must be better conditioned by this factor than an ordinary step. */
const STRICTNESS = 10;
/** `|C|` up to which a projection that stopped early has still reached the constraints. */
const REACHED = 1e-6;

/** Steps between two trials of the steps ahead: half of the steps of a trial. */
const PAUSE = 4;

/** Longest step of a trial where an adaptive integrator chooses its own, s. */
const LONGEST_TRIAL = 1 / 240;

/**
 * Corrects steps, or warns where it cannot. A step that fails, is ill-conditioned because constraints
 * nearly depend on each other, or is less accurate than requested is retaken in halves, and each half
 * likewise. If that does not help, the part is taken at velocity level and projected. If the projection
 * does not reach the constraints, they cannot be met: further steps hold them as nearly as possible
 * until they can. Accepted steps are projected on request.
 */
export class StepRecovery {
  /** Number of steps, and parts of steps, taken at velocity level instead. */
  fallbacks = 0;
  /** Number of steps retaken in shorter ones. */
  shortened = 0;
  /** Number of steps taken at velocity level because inequalities or largest forces acted. */
  withinBounds = 0;
  /** True where the last step left constraints out of reach. */
  isOutOfReach = false;
  readonly watch: StepWatch;
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #limits: ProjectionLimits | undefined;
  /** False to accept every step that the integrator does not report as failed. */
  readonly #judges: boolean;
  /** Largest error of a step, relative to the momentum, if the user gave one. */
  readonly #accuracy: number | undefined;
  readonly #stateProjection: StateProjection;
  readonly #fallback: VelocityFallback;
  readonly #watched: Accuracy;
  readonly #reach: Reach;
  readonly #halved: HalvedStep;
  /** True if the present step has been taken in halves, to compare it with them. */
  #isHalved = false;
  /** Where the part of each depth begins. */
  readonly #starts: StepStart[] = [];
  /** Present limit on halvings: lower if halving has not helped. */
  #halvings = MOST_HALVINGS;
  /** Warning about a step that was too long, given when it is retaken. */
  #tooLong: WorldWarning | undefined;
  /** Steps until the next trial of the steps ahead. */
  #pause = 0;
  /** True if a trial has replaced the factorization of the step. */
  #hasTried = false;
  /** Why the last step, or part of one, was rejected. */
  #rejection: Rejection | undefined;
  /** Length of the step that is retaken, s. */
  #dt = 0;
  /** Memory at the beginning of the step. */
  readonly #before = new Float64Array(MEMORY_LENGTH);

  /**
   * `limits` are the limits of the projection after each step; undefined for none. A step with an error
   * above `accuracy` is retaken; undefined for {@link LARGEST_ERROR} and a warning. Unless it `judges`,
   * neither errors nor the growth of the momentum are checked.
   */
  constructor(
    stepped: SteppedSystem,
    stepper: Stepper,
    watch: StepWatch,
    limits: ProjectionLimits | undefined,
    accuracy: number | undefined,
    judges: boolean,
  ) {
    this.#stepped = stepped;
    this.#stepper = stepper;
    this.watch = watch;
    this.#limits = limits;
    this.#accuracy = accuracy;
    this.#judges = judges;
    this.#watched = new Accuracy(stepped);
    this.#stateProjection = new StateProjection(stepped);
    this.#fallback = new VelocityFallback(stepped, this.#stateProjection, this.#watched, stepper.order !== 1);
    this.#halved = new HalvedStep(stepped, stepper, this.#stateProjection, watch);
    this.#reach = new Reach(stepped, stepper, this.#stateProjection, this.#fallback, watch.warnings);
  }

  /** Adapts to a change of structure. */
  resize(): void {
    this.#stateProjection.resize();
    this.#reach.resize();
    this.#halved.resize();
    this.#pause = 0;
    this.#starts.length = 0;
    this.isOutOfReach = false;
    this.#watched.resize();
  }

  /** Memory from step to step, for a snapshot. */
  save(): Float64Array {
    const memory = new Float64Array(MEMORY_LENGTH);
    this.#saveTo(memory);
    return memory;
  }

  #saveTo(memory: Float64Array): void {
    memory[0] = this.#halvings;
    // 1 out of reach; within it 0, or one more than the pause.
    memory[1] = this.isOutOfReach ? 1 : this.#pause > 0 ? 1 + this.#pause : 0;
    memory[2] = this.#watched.pause;
    memory[3] = this.#watched.rough;
    memory[4] = this.#watched.untilEven;
    memory[5] = this.#watched.largestMomentum;
    this.#watched.sum.save(memory);
  }

  /** Restores the memory of {@link save}. */
  load(memory: Float64Array): void {
    const [halvings = 0, isOutOfReach = 0] = memory;
    const [pause = 0, rough = 0, untilEven = 0, largestMomentum = 0] = memory.subarray(2);
    this.#halvings = Math.min(MOST_HALVINGS, halvings);
    this.isOutOfReach = isOutOfReach === 1;
    this.#pause = Math.max(0, isOutOfReach - 1);
    Object.assign(this.#watched, { pause, rough, untilEven, largestMomentum });
    this.#watched.sum.load(memory);
  }

  /** Begins a step of `dt`. Warnings wait until the step is known to be accepted. */
  begin(dt: number): void {
    this.#saveTo(this.#before);
    if (this.#pause > 0) this.#pause--;
    this.#hasTried = false;
    this.watch.warnings.hold();
    this.#isHalved = this.#watched.isDue && this.#sumsUp && !this.isOutOfReach && this.#halved.take(dt);
  }

  /** True where errors of steps are summed up for a warning. */
  get #sumsUp(): boolean {
    if (!this.#judges || this.#accuracy !== undefined) return false;
    return this.#stepper.error !== undefined && !this.watch.warnings.knows('W_ACCURACY', this.#structure);
  }

  /** Ends a step. Drops waiting warnings, and restores the memory unless the step was completed. */
  end(completed: boolean): void {
    this.watch.warnings.drop();
    if (!completed) this.load(this.#before);
  }

  /** True if the step of `dt` that the world has just taken from `start` is accepted. */
  judge(dt: number, start: StepStart): boolean {
    if (!this.#judges) return !this.#stepped.failed;
    const accuracy = this.#watched;
    const isAccepted = this.#accepts(dt, start) && !this.#isLeftBehind(dt);
    if (!isAccepted) this.#rejection ??= 'beyond';
    else if (this.#isHalved) accuracy.compare(this.#halved);
    const isTooLong = accuracy.error > LARGEST_ERROR && accuracy.error < Infinity;
    this.#tooLong =
      isTooLong && this.#sumsUp && accuracy.error > accuracy.tolerance * LARGEST_ERROR
        ? accuracy.warning(dt, this.#stepped.time)
        : undefined;
    return isAccepted;
  }

  /** True if a step of `dt` just taken from `start` is accepted. */
  #accepts(dt: number, start: StepStart, largestError = this.#accuracy ?? LARGEST_ERROR, strictness = 1): boolean {
    this.#rejection = this.#findRejection(dt, start, largestError, strictness);
    return this.#rejection === undefined;
  }

  /** True if drives have left constraints behind in a step of `dt`, and a trial shows no return. */
  #isLeftBehind(dt: number): boolean {
    return this.#pause === 0 && this.#reach.isLost() && this.#foresees(dt);
  }

  /** True if drives go beyond reach in a trial of the next steps of `dt`. */
  #foresees(dt: number): boolean {
    if (this.#pause > 0) return false;
    this.#hasTried = true;
    if (this.#reach.goesBeyond(dt)) return true;
    this.#pause = PAUSE;
    return false;
  }

  /** Holds constraints only as nearly as possible from now on, since drives go beyond reach. */
  #leaveReach(start: number): void {
    const { warnings } = this.watch;
    this.isOutOfReach = true;
    warnings.drop();
    warnings.hold();
    if (warnings.knows('W_OUT_OF_REACH', this.#structure)) return;
    this.watch.warn(driveWarning(this.#reach.drivers, start));
  }

  #findRejection(dt: number, start: StepStart, largestError: number, strictness: number): Rejection | undefined {
    const stepper = this.#stepper;
    const { failed, multipliers } = this.#stepped;
    // Steps may be accepted or rejected without an estimate, and must not keep an earlier error.
    this.#watched.error = 0;
    if (failed) return 'failed';
    const { conditioning } = this.watch;
    const accuracy = this.#watched;
    if (!stepper.accelerationLevel) {
      if (!this.#stateProjection.isFinite()) return 'notFinite';
      const isKept = stepper.endsOnConstraints === true;
      if (!isKept && !this.#isVelocityStep) return undefined;
      return accuracy.explodes(dt, accuracy.momentum(), isKept ? LARGEST_SWING : undefined) ? 'exploded' : undefined;
    }
    const momentum = accuracy.momentum();
    if (!(momentum < Infinity)) return 'notFinite';
    const force = conditioning.largestForce;
    if (conditioning.isIllConditioned(dt, momentum, multipliers, strictness)) return 'illConditioned';
    const growth = this.#growth(dt, momentum, start);
    if (growth > LEVER) return 'exploded';
    const { error } = stepper;
    if (!error) return undefined;
    const isAccurate = accuracy.accepts(error, dt, largestError, momentum, force, this.#accuracy === undefined);
    if (!isAccurate) return 'inaccurate';
    // Growth that only forces can cause is judged by its error.
    return growth > 1 && multipliers.size > 0 ? 'exploded' : undefined;
  }

  /**
   * Returns more than 1 where the momentum has grown in a step of `dt` from `start` by more than forces
   * supply, and more than {@link LEVER} where it explodes.
   */
  #growth(dt: number, momentum: number, start: StepStart): number {
    const accuracy = this.#watched;
    if (!accuracy.explodes(dt, momentum)) return 1;
    const force = accuracy.forceAhead(dt, start, this.#saveEnd());
    if (!accuracy.explodes(dt, momentum, undefined, undefined, force)) return 1;
    return accuracy.explodes(dt, momentum, LEVER, undefined, force) ? Infinity : LEVER;
  }

  /** True if an integrator finds no step short enough because drives go beyond reach within `dt`. */
  goesBeyond(dt: number): boolean {
    if (!this.#reach.goesBeyond(dt)) return false;
    this.#rejection = 'beyond';
    this.#tooLong = undefined;
    return true;
  }

  /** Returns `error`, or if drives beyond reach are why no step is short enough, an error that names them. */
  explain(error: unknown, dt: number): unknown {
    if (!isStuck(error) || !this.#reach.goesBeyond(Math.min(dt, LONGEST_TRIAL))) return error;
    return driveError(this.#reach.drivers, this.#stepped.time);
  }

  /** Rejects the step just tried, in which an evaluation threw. */
  reject(): void {
    this.#rejection = 'notFinite';
    this.#tooLong = undefined;
  }

  /** Takes the step of `dt` at velocity level, because inequalities or largest forces act. */
  takeWithinBounds(dt: number): void {
    this.withinBounds++;
    const start = this.#startAt(0);
    if (this.isOutOfReach) {
      this.#takeOutOfReach(dt);
      return;
    }
    this.#fallback.take(dt);
    if (!this.#judges || this.#isBelievable(dt, start)) {
      if (!this.#isLeftBehind(dt)) {
        if (this.#stepper.endsOnConstraints === true && !this.#limits) this.#stateProjection.project(DEFAULT_LIMITS);
        return;
      }
      start.goBack();
      this.#leaveReach(start.time);
      this.#takeOutOfReach(dt);
      return;
    }
    start.goBack();
    this.#rejection = 'exploded';
    this.fallbacks++;
    this.#takeNearly(dt, start.time);
  }

  /** True unless the step of `dt` just taken from `start` within bounds has exploded. */
  #isBelievable(dt: number, start: StepStart): boolean {
    const momentum = this.#watched.momentum();
    if (!this.#stateProjection.isFinite() || this.#watched.explodes(dt, momentum)) return false;
    if (!this.#watched.mayFeedItself(momentum)) return true;
    const end = this.#saveEnd();
    start.goBack();
    const before = this.#fallback.measureAtRest();
    end.goBack();
    return !this.#watched.explodes(dt, momentum, undefined, before);
  }

  /** Retakes the step of `dt` from the state at its beginning. */
  takeAgain(dt: number): void {
    const { warnings } = this.watch;
    warnings.drop();
    warnings.hold();
    this.shortened++;
    this.#dt = dt;
    if (this.#tooLong) this.#warnOfLength(this.#tooLong);
    const before = this.fallbacks;
    if (!this.isOutOfReach && this.#reach.drives && (this.#rejection === 'beyond' || this.#foresees(dt)))
      this.#leaveReach(this.#stepped.time);
    if (this.isOutOfReach || this.#halvings === 0 || this.#isVelocityStep)
      this.#takeAtVelocityLevel(dt, this.#startAt(0));
    else this.#takeHalves(dt, 0);
    if (this.fallbacks > before) this.#halvings = Math.max(0, this.#halvings - 2);
    else this.#halvings = Math.min(MOST_HALVINGS, this.#halvings + 1);
  }

  /** Takes the time `h` from the present state on in two halves. */
  #takeHalves(h: number, depth: number): void {
    const stepped = this.#stepped;
    const half = h / 2;
    for (let part = 0; part < 2; part++) {
      const start = this.#startAt(depth);
      if (this.isOutOfReach) {
        this.#takeAtVelocityLevel(half, start);
        continue;
      }
      const isLast = depth + 1 >= this.#halvings;
      if (this.#tryPart(half, start, isLast)) {
        this.#stateProjection.normalize();
        stepped.time = start.time + half;
        continue;
      }
      start.goBack();
      if (isLast) this.#takeAtVelocityLevel(half, start);
      else this.#takeHalves(half, depth + 1);
    }
  }

  /** Takes a part of a step. Returns false if it is not accepted. */
  #tryPart(h: number, start: StepStart, isLast: boolean): boolean {
    const stepped = this.#stepped;
    const limit = this.#accuracy ?? LARGEST_ERROR;
    stepped.beginStep();
    try {
      this.#stepper.step(stepped, h);
    } catch (error) {
      if (!(error instanceof HolonomicRuntimeError)) throw error;
      this.#rejection = 'notFinite';
      return false;
    }
    if (!isLast) return this.#accepts(h, start, limit, STRICTNESS);
    if (!this.#accepts(h, start, Math.max(limit, TOLERABLE_ERROR), STRICTNESS)) return false;
    if (this.#watched.error > limit) this.#warnOfLength(this.#watched.warning(h, stepped.time));
    return true;
  }

  /**
   * Takes the time `h` from the present state, saved in `start`, at velocity level. Constraints that
   * cannot be met hold as nearly as possible.
   */
  #takeAtVelocityLevel(h: number, start: StepStart): void {
    this.fallbacks++;
    if (!this.isOutOfReach) {
      // An integrator at velocity level has failed already.
      if (!this.#isVelocityStep && this.#takeUnregularized(h, start.time)) return;
      start.goBack();
    }
    if (this.#stepped.isBounded && !this.isOutOfReach) {
      this.#takeNearly(h, start.time);
      return;
    }
    this.#takeOutOfReach(h);
    if (this.isOutOfReach && !this.watch.warnings.knows('W_OUT_OF_REACH', this.#structure)) {
      this.watch.warn(reachWarning(this.#stepped.system.plain, start.time));
    }
  }

  /** Takes the time `h` with constraints as nearly met as possible, and finds out if they can be met again. */
  #takeOutOfReach(h: number): void {
    const fallback = this.#fallback;
    const isMet = this.#stepped.isBounded
      ? fallback.takeRegularizedWithinBounds(h)
      : fallback.takeRegularized(h, this.#reach.drives);
    this.isOutOfReach = !(isMet && this.#reach.areRatesMet());
  }

  /** Takes the time `h` within bounds, with constraints nearly met. */
  #takeNearly(h: number, start: number): void {
    this.#fallback.takeNearly(h);
    this.watch.warn(fallbackWarning(this.#rejection ?? 'exploded', start));
  }

  /** Takes the time `h` at velocity level. Returns false if it does not end on the constraints. */
  #takeUnregularized(h: number, start: number): boolean {
    this.#fallback.forget();
    this.#fallback.take(h);
    this.watch.warn(fallbackWarning(this.#rejection ?? 'illConditioned', start));
    if (!this.#stateProjection.isFinite() || this.#watched.explodes(h, this.#watched.momentum())) return false;
    return (
      this.#limits !== undefined ||
      this.#stateProjection.project(DEFAULT_LIMITS) ||
      this.#stateProjection.violation() <= REACHED
    );
  }

  /** Warns that a step was too long, and names the force that it does not resolve, if any. */
  #warnOfLength(warning: WorldWarning): void {
    if (this.watch.warnings.knows('W_ACCURACY', this.#structure)) return;
    this.watch.warn(withStiffForce(warning, this.#stepped, this.#dt, this.#stepper));
  }

  /**
   * Finishes a step that was accepted or retaken: projects the state if that is requested. Does nothing
   * to a state that is not finite; a later check reports it with its cause.
   */
  finish(wasAccepted: boolean): void {
    if (!wasAccepted && !this.#stateProjection.isFinite()) return;
    if (this.#watched.addsUp && this.#sumsUp)
      this.watch.warn(this.#watched.sumWarning(this.#stepped.usual, this.#stepped.time));
    if (this.#limits) this.project(wasAccepted && !this.#hasTried);
  }

  /** Gives the warnings of a step that was completed. */
  release(): void {
    this.watch.warnings.release(this.#structure);
  }

  /** True if projection after each step is requested. */
  get projects(): boolean {
    return this.#limits !== undefined;
  }

  /**
   * Projects the state if that is requested; after an accepted step with the factorization of that step
   * first.
   */
  project(wasAccepted = false): void {
    const limits = this.#limits;
    if (!limits) return;
    this.#stateProjection.normalize();
    if (
      this.#stateProjection.project(limits, wasAccepted) ||
      this.watch.warnings.knows('W_PROJECTION', this.#structure)
    )
      return;
    this.watch.warn(
      projectionWarning(this.#stepped.system.plain, this.#stateProjection.violation() <= limits.position),
    );
  }

  /** Number of projections that did not reach their tolerances. */
  get projectionsFailed(): number {
    return this.#stateProjection.failures;
  }

  /** True if all steps are taken at velocity level. */
  get #isVelocityStep(): boolean {
    return this.#stepper instanceof VelocityStepper;
  }

  get #structure(): number {
    return this.#stepped.system.structure;
  }

  /** Saves the present state as the one where a step ends, deeper than the parts of any step begin. */
  #saveEnd(): StepStart {
    return this.#startAt(MOST_HALVINGS + 1);
  }

  /** Saves the present state as the one where the part of `depth` begins. */
  #startAt(depth: number): StepStart {
    const { state, system } = this.#stepped;
    const start = (this.#starts[depth] ??= new StepStart(state, system, this.#stepper));
    start.save();
    return start;
  }
}
