import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { ProjectionLimits } from '../stabilize/projection.js';
import { SUM_END } from './error-sum.js';
import { Breaks } from './breaks.js';
import { StateProjection } from './state-projection.js';
import { Reach } from './reach.js';
import { driveError, isStuck, projectionWarning } from './recovery-warnings.js';
import { MOST_HALVINGS, RetakenSteps } from './retaken-steps.js';
import { StepJudge } from './step-judge.js';
import { StepStarts, type StepStart } from './step-start.js';
import type { StepWatch } from './step-watch.js';
import { VelocityFallback } from './velocity-fallback.js';

/**
 * Length of the memory from step to step, which ends with the energy that steps within bounds may return. Behind it
 * is what rotations hand on between these.
 */
export const MEMORY_LENGTH = SUM_END + 1;

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
  readonly watch: StepWatch;
  /** Steps that are taken again, or at velocity level. */
  readonly retaken: RetakenSteps;
  readonly #stepped: SteppedSystem;
  readonly #limits: ProjectionLimits | undefined;
  /** False to accept every step that the integrator does not report as failed. */
  readonly #judges: boolean;
  readonly #stateProjection: StateProjection;
  readonly #fallback: VelocityFallback;
  readonly #judge: StepJudge;
  readonly #reach: Reach;
  readonly #starts: StepStarts;
  readonly #breaks: Breaks;
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
    this.watch = watch;
    this.#limits = limits;
    this.#judges = judges;
    this.#starts = new StepStarts(stepped, stepper);
    this.#breaks = new Breaks(stepped);
    this.#stateProjection = new StateProjection(stepped);
    this.#judge = new StepJudge(
      stepped,
      stepper,
      watch,
      this.#stateProjection,
      this.#starts,
      this.#breaks,
      accuracy,
      judges,
      limits !== undefined,
      () => this.#fallback.measureAtRest(),
    );
    const fliesExactly = stepper.order !== 1;
    this.#fallback = new VelocityFallback(stepped, this.#stateProjection, this.#judge.accuracy, fliesExactly);
    this.#reach = new Reach(stepped, this.#starts, this.#stateProjection, this.#fallback, watch.warnings);
    this.retaken = new RetakenSteps({
      stepped,
      stepper,
      watch,
      limits,
      judges,
      stateProjection: this.#stateProjection,
      fallback: this.#fallback,
      judge: this.#judge,
      reach: this.#reach,
      starts: this.#starts,
      breaks: this.#breaks,
    });
  }

  /** Adapts to a change of structure. */
  resize(): void {
    this.#stateProjection.resize();
    this.#reach.resize();
    this.#starts.resize();
    this.#breaks.resize();
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
    memory[0] = this.retaken.halvings;
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
    this.retaken.halvings = Math.min(MOST_HALVINGS, halvings);
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
