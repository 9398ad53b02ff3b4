import { HolonomicRuntimeError } from '../base/errors.js';
import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { VelocityStepper } from '../integrators/velocity-stepper.js';
import { DEFAULT_LIMITS, type ProjectionLimits } from '../stabilize/projection.js';
import { SUM_END } from './error-sum.js';
import { StateProjection } from './state-projection.js';
import { Reach } from './reach.js';
import {
  driveError,
  driveWarning,
  fallbackWarning,
  isStuck,
  projectionWarning,
  reachWarning,
  strayWarning,
} from './recovery-warnings.js';
import { StepJudge } from './step-judge.js';
import { StepStarts, type StepStart } from './step-start.js';
import type { StepWatch } from './step-watch.js';
import { VelocityFallback } from './velocity-fallback.js';

/** Largest number of times that a step is halved. */
const MOST_HALVINGS = 6;
/**
 * Length of the memory from step to step, which ends with the energy that steps within bounds may return. Behind it
 * is what rotations hand on between these.
 */
export const MEMORY_LENGTH = SUM_END + 1;
/** `|C|` up to which a projection that stopped early has still reached the constraints. */
const REACHED = 1e-6;

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
  readonly watch: StepWatch;
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #limits: ProjectionLimits | undefined;
  /** False to accept every step that the integrator does not report as failed. */
  readonly #judges: boolean;
  readonly #stateProjection: StateProjection;
  readonly #fallback: VelocityFallback;
  readonly #judge: StepJudge;
  readonly #reach: Reach;
  readonly #starts: StepStarts;
  /** True if all steps are taken at velocity level. */
  readonly #isVelocityStep: boolean;
  /** Present limit on halvings: lower if halving has not helped. */
  #halvings = MOST_HALVINGS;
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
    this.#judges = judges;
    this.#isVelocityStep = stepper instanceof VelocityStepper;
    this.#starts = new StepStarts(stepped, stepper);
    this.#stateProjection = new StateProjection(stepped);
    this.#judge = new StepJudge(
      stepped,
      stepper,
      watch,
      this.#stateProjection,
      this.#starts,
      accuracy,
      judges,
      limits !== undefined,
      () => this.#fallback.measureAtRest(),
    );
    const fliesExactly = stepper.order !== 1;
    this.#fallback = new VelocityFallback(stepped, this.#stateProjection, this.#judge.accuracy, fliesExactly);
    this.#reach = new Reach(stepped, this.#starts, this.#stateProjection, this.#fallback, watch.warnings);
  }

  /** Adapts to a change of structure. */
  resize(): void {
    this.#stateProjection.resize();
    this.#reach.resize();
    this.#starts.resize();
    this.#judge.accuracy.resize();
    this.#judge.straying.resize();
  }

  /** Memory from step to step, for a snapshot. */
  save(): Float64Array {
    const { turns } = this.#fallback;
    const memory = new Float64Array(MEMORY_LENGTH + turns.length);
    this.#saveTo(memory);
    memory.set(turns, MEMORY_LENGTH);
    return memory;
  }

  #saveTo(memory: Float64Array): void {
    memory[0] = this.#halvings;
    memory[1] = this.#reach.memory;
    this.#judge.accuracy.save(memory);
    memory[SUM_END] = this.#fallback.bank;
  }

  /** Restores the memory of {@link save}. */
  load(memory: Float64Array): void {
    this.#loadFrom(memory);
    this.#fallback.turns = memory.subarray(MEMORY_LENGTH);
  }

  /** True if a memory is as long as {@link save} writes it for the present bodies. */
  fits({ length }: Float64Array): boolean {
    return length === MEMORY_LENGTH || length === MEMORY_LENGTH + this.#fallback.turnCount;
  }

  #loadFrom(memory: Float64Array): void {
    const { 0: halvings = 0, 1: reach = 0, [SUM_END]: bank = 0 } = memory;
    this.#halvings = Math.min(MOST_HALVINGS, halvings);
    this.#reach.memory = reach;
    this.#judge.accuracy.load(memory);
    this.#fallback.bank = bank;
  }

  /** Begins a step of `dt`. Warnings wait until the step is known to be accepted. */
  begin(dt: number): void {
    this.#saveTo(this.#before);
    this.#fallback.keepTurns();
    this.#reach.begin();
    this.watch.warnings.hold();
    this.#judge.begin(dt, this.isOutOfReach);
  }

  /** Gives the warnings of what was seen before the step moves, which a step that is taken again does not lose. */
  beginToMove(): void {
    this.release();
    this.watch.warnings.hold();
  }

  /** Undoes a step that was not completed: drops its warnings, and restores the memory. */
  undo(): void {
    this.watch.warnings.drop();
    this.#fallback.recallTurns();
    this.#loadFrom(this.#before);
  }

  /** True if the step of `dt` that the world has just taken from `start` is accepted. */
  judge(dt: number, start: StepStart): boolean {
    if (!this.#judges) return !this.#stepped.failed;
    const isAccepted = this.#judge.accepts(dt, start) && !this.#reach.leavesBehind(dt);
    this.#judge.conclude(dt, isAccepted);
    return isAccepted;
  }

  /** True where the last step left constraints out of reach. */
  get isOutOfReach(): boolean {
    return this.#reach.isLeft;
  }

  /** Holds constraints only as nearly as possible from now on, since drives go beyond reach. */
  #leaveReach(start: number): void {
    const { warnings } = this.watch;
    this.#reach.isLeft = true;
    warnings.drop();
    warnings.hold();
    if (warnings.knows('W_OUT_OF_REACH', this.#structure)) return;
    this.watch.warn(driveWarning(this.#reach.drivers, start));
  }

  /** True if an integrator finds no step short enough because drives go beyond reach within `dt`. */
  goesBeyond(dt: number): boolean {
    if (!this.#reach.goesBeyond(dt)) return false;
    this.#judge.reject('beyond');
    return true;
  }

  /** Returns `error`, or if drives beyond reach are why no step is short enough, an error that names them. */
  explain(error: unknown, dt: number): unknown {
    if (!isStuck(error) || !this.#reach.goesBeyond(Math.min(dt, LONGEST_TRIAL))) return error;
    return driveError(this.#reach.drivers, this.#stepped.time);
  }

  /** Rejects the step just tried, in which an evaluation threw. */
  reject(): void {
    this.#judge.reject('notFinite');
  }

  /** Takes the step of `dt` at velocity level, because inequalities or largest forces act. */
  takeWithinBounds(dt: number): void {
    this.withinBounds++;
    const start = this.#starts.save(0);
    if (this.isOutOfReach) {
      this.#takeOutOfReach(dt);
      return;
    }
    const isAccepted = this.#tryWithinBounds(dt, start);
    if (!isAccepted && (this.#judge.rejection === 'strayed' || this.#judge.rejection === 'notFinite')) {
      start.goBack();
      this.takeAgain(dt, true);
      this.#endOnConstraints();
      return;
    }
    if (isAccepted) {
      if (!this.#reach.leavesBehind(dt)) {
        this.#endOnConstraints();
        return;
      }
      start.goBack();
      this.#leaveReach(start.time);
      this.#takeOutOfReach(dt);
      return;
    }
    start.goBack();
    this.fallbacks++;
    this.#takeNearly(dt, start.time);
  }

  /** Projects the state where the integrator must begin on the constraints. */
  #endOnConstraints(): void {
    if (this.#stepper.endsOnConstraints === true && !this.#limits) this.#stateProjection.project(DEFAULT_LIMITS);
  }

  /** Retakes the step of `dt` from the state at its beginning: at velocity level where rows with bounds act. */
  takeAgain(dt: number, withinBounds = false): void {
    const { warnings } = this.watch;
    warnings.drop();
    warnings.hold();
    this.shortened++;
    this.#judge.retake(dt);
    const before = this.fallbacks;
    if (!this.isOutOfReach && this.#reach.drives && (this.#judge.rejection === 'beyond' || this.#reach.foresees(dt)))
      this.#leaveReach(this.#stepped.time);
    const isStray = this.#judge.rejection === 'strayed';
    if (this.isOutOfReach || (!isStray && (this.#halvings === 0 || this.#isVelocityStep)))
      this.#takeAtVelocityLevel(dt, this.#starts.save(0));
    else this.#takeHalves(dt, 0, withinBounds);
    if (this.fallbacks > before) this.#halvings = Math.max(0, this.#halvings - 2);
    else this.#halvings = Math.min(MOST_HALVINGS, this.#halvings + 1);
  }

  /** Takes the time `h` from the present state on in two halves. */
  #takeHalves(h: number, depth: number, withinBounds: boolean): void {
    const stepped = this.#stepped;
    const half = h / 2;
    for (let part = 0; part < 2; part++) {
      const start = this.#starts.save(depth);
      if (this.isOutOfReach) {
        this.#takeAtVelocityLevel(half, start);
        continue;
      }
      const isLast = depth + 1 >= this.#halvings;
      const isTaken = withinBounds ? this.#tryWithinBounds(half, start) : this.#tryPart(half, start, isLast);
      const strays = !isTaken && isLast && this.#judge.rejection === 'strayed';
      if (strays) this.#pullBack(start.time, withinBounds);
      if (isTaken || strays) {
        stepped.normalize();
        stepped.time = start.time + half;
        continue;
      }
      start.goBack();
      if (isLast) this.#takeAtVelocityLevel(half, start);
      else this.#takeHalves(half, depth + 1, withinBounds);
    }
  }

  /** Leads a shortest part of a step, from `time` on, back to the constraints that it has strayed from. */
  #pullBack(time: number, withinBounds: boolean): void {
    this.watch.warn(strayWarning(time, this.#stepped.system));
    this.#fallback.pullBack(this.#starts.save('end'), withinBounds ? undefined : this.#stepper.memory);
  }

  /** Takes a part of a step. Returns false if it is not accepted. */
  #tryPart(h: number, start: StepStart, isLast: boolean): boolean {
    const stepped = this.#stepped;
    stepped.beginStep();
    return (
      this.#evaluates(() => {
        this.#stepper.step(stepped, h);
      }) && this.#judge.acceptsPart(h, start, isLast)
    );
  }

  /** Takes a step, or a part of one. Returns false, and rejects it, if an evaluation throws. */
  #evaluates(take: () => void): boolean {
    try {
      take();
    } catch (error) {
      if (!(error instanceof HolonomicRuntimeError)) throw error;
      this.#judge.reject('notFinite');
      return false;
    }
    return true;
  }

  /** Takes a step, or a part of one, where rows with bounds may act. Returns false if it is not accepted. */
  #tryWithinBounds(h: number, start: StepStart): boolean {
    const fallback = this.#fallback;
    const { bank } = fallback;
    const isTaken = this.#judges
      ? this.#evaluates(() => {
          fallback.take(h);
        })
      : (fallback.take(h), true);
    if (!this.#judges || (isTaken && this.#judge.acceptsWithinBounds(h, start))) return true;
    fallback.bank = bank;
    return false;
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
    this.#reach.isLeft = !(isMet && this.#reach.areRatesMet());
  }

  /** Takes the time `h` within bounds, with constraints nearly met. */
  #takeNearly(h: number, start: number): void {
    this.#fallback.takeNearly(h);
    this.watch.warn(fallbackWarning(this.#judge.rejection ?? 'exploded', start));
  }

  /** Takes the time `h` at velocity level. Returns false if it does not end on the constraints. */
  #takeUnregularized(h: number, start: number): boolean {
    this.#fallback.forget();
    this.#fallback.take(h);
    this.watch.warn(fallbackWarning(this.#judge.rejection ?? 'illConditioned', start));
    if (!this.#judge.isSound(h)) {
      this.#fallback.forget();
      return false;
    }
    return (
      this.#limits !== undefined ||
      this.#stateProjection.project(DEFAULT_LIMITS) ||
      this.#stateProjection.violation() <= REACHED
    );
  }

  /**
   * Finishes a step that was accepted or retaken: projects the state if that is requested. Does nothing
   * to a state that is not finite; a later check reports it with its cause.
   */
  finish(wasAccepted: boolean): void {
    if (!wasAccepted && !this.#stateProjection.isFinite()) return;
    this.watch.warn(this.#judge.sumWarning());
    if (this.#limits) this.project(wasAccepted && !this.#reach.hasTried);
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
    this.#stepped.normalize();
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

  get #structure(): number {
    return this.#stepped.system.structure;
  }
}
