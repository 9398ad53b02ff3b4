import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { VelocityStepper } from '../integrators/velocity-stepper.js';
import { Accuracy, LARGEST_ERROR, LEVER } from './accuracy.js';
import type { Breaks } from './breaks.js';
import { HalvedStep } from './halved-step.js';
import type { Rejection } from './recovery-warnings.js';
import type { StateProjection } from './state-projection.js';
import { withStiffForce } from './stiff-force.js';
import { Straying } from './straying.js';
import type { StepStart, StepStarts } from './step-start.js';
import type { StepWatch } from './step-watch.js';
import type { WorldWarning } from './warnings.js';

/** Acceptable error of the shortest parts: at velocity level they would have as much. */
const TOLERABLE_ERROR = 1e-2;
/** Parts of a rejected step must be better conditioned by this factor than an ordinary step. */
const STRICTNESS = 10;
/** Factor by which the momentum may grow without a cause in a step that meets constraints exactly. */
const LARGEST_SWING = 1.05;

/**
 * Judges steps, and parts of steps, by what they have led to: rejects those that failed, were
 * ill-conditioned, gained momentum without a cause or were less accurate than requested.
 */
export class StepJudge {
  /** Why the last step, or part of one, was rejected. */
  rejection: Rejection | undefined;
  readonly accuracy: Accuracy;
  readonly straying: Straying;
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #watch: StepWatch;
  readonly #stateProjection: StateProjection;
  readonly #starts: StepStarts;
  readonly #breaks: Breaks;
  /** Largest acceptable error of a step, and true if the user gave one. */
  readonly #limit: number;
  readonly #isGiven: boolean;
  /** True where each step is projected. */
  readonly #projects: boolean;
  /** True where errors of steps are summed up for a warning. */
  readonly #sumsUp: boolean;
  readonly #halved: HalvedStep;
  /** Measures what acts at the present state where nothing moves, and returns the momentum. */
  readonly #measureAtRest: () => number;
  /** Warning about a step that was too long, given when it is retaken, and the length of that step, s. */
  #tooLong: WorldWarning | undefined;
  #dt = 0;
  /** True if the present step has been taken in halves, to compare it with them. */
  #isHalved = false;

  /** A step with an error above `limit` is rejected; undefined for {@link LARGEST_ERROR} and a warning. */
  constructor(
    stepped: SteppedSystem,
    stepper: Stepper,
    watch: StepWatch,
    stateProjection: StateProjection,
    starts: StepStarts,
    breaks: Breaks,
    limit: number | undefined,
    judges: boolean,
    projects: boolean,
    measureAtRest: () => number,
  ) {
    this.accuracy = new Accuracy(stepped);
    this.straying = new Straying(stepped);
    this.#stepped = stepped;
    this.#stepper = stepper;
    this.#watch = watch;
    this.#stateProjection = stateProjection;
    this.#starts = starts;
    this.#breaks = breaks;
    this.#limit = limit ?? LARGEST_ERROR;
    this.#isGiven = limit !== undefined;
    this.#projects = projects;
    this.#measureAtRest = measureAtRest;
    this.#sumsUp = judges && limit === undefined && stepper.error !== undefined;
    this.#halved = new HalvedStep(stepped, stepper, stateProjection, starts, watch);
  }

  /** The most that rates of prescribed motions count in parts of the step; 0 before any has been seen. */
  #rate = 0;

  /** Begins a step of `dt`, which some are compared with their halves unless constraints are out of reach. */
  begin(dt: number, isOutOfReach: boolean): void {
    this.#rate = 0;
    this.#isHalved = this.#sumsUp && this.accuracy.isDue && !this.#hasWarned && !isOutOfReach && this.#halved.take(dt);
  }

  get #hasWarned(): boolean {
    return this.#watch.warnings.knows('W_ACCURACY', this.#stepped.system.structure);
  }

  /** True if a step of `dt` just taken from `start` is accepted. */
  accepts(dt: number, start: StepStart): boolean {
    return this.#accepts(dt, start, this.#limit, 1);
  }

  #accepts(dt: number, start: StepStart, limit: number, strictness: number): boolean {
    this.rejection = this.#findRejection(dt, start, limit, strictness);
    return this.rejection === undefined;
  }

  /** Concludes the judgement of a step of `dt`, which may have been rejected for another reason as well. */
  conclude(dt: number, isAccepted: boolean): void {
    const { accuracy } = this;
    if (!isAccepted) this.rejection ??= 'beyond';
    else if (this.#isHalved) accuracy.compare(this.#halved);
    const isTooLong = accuracy.error > LARGEST_ERROR && accuracy.error < Infinity;
    this.#tooLong =
      isTooLong && this.#sumsUp && !this.#hasWarned && accuracy.error > accuracy.tolerance * LARGEST_ERROR
        ? accuracy.warning(dt, this.#stepped.time)
        : undefined;
  }

  /** Rejects the present step for a reason found elsewhere. */
  reject(rejection: Rejection): void {
    this.rejection = rejection;
    this.#tooLong = undefined;
  }

  /** Warns about the step of `dt` that is about to be retaken, if it was too long. */
  retake(dt: number): void {
    this.#dt = dt;
    if (this.#tooLong) this.#warnOfLength(this.#tooLong);
  }

  /** Warns that a step was too long, and names the force that it does not resolve, if any. */
  #warnOfLength(warning: WorldWarning): void {
    if (this.#hasWarned) return;
    this.#watch.warn(withStiffForce(warning, this.#stepped, this.#dt, this.#stepper));
  }

  /**
   * True if a part of the step that is retaken, of the time `h` from `start` on, is accepted. The
   * shortest parts may have larger errors, with a warning.
   */
  acceptsPart(h: number, start: StepStart, isShortest: boolean): boolean {
    const limit = this.#limit;
    if (!isShortest) return this.#accepts(h, start, limit, STRICTNESS);
    if (!this.#accepts(h, start, Math.max(limit, TOLERABLE_ERROR), STRICTNESS)) return false;
    if (this.accuracy.error > limit) this.#warnOfLength(this.accuracy.warning(h, this.#stepped.time));
    return true;
  }

  #findRejection(dt: number, start: StepStart, limit: number, strictness: number): Rejection | undefined {
    const { accuracy } = this;
    const stepper = this.#stepper;
    const { failed, multipliers } = this.#stepped;
    // Steps may be accepted or rejected without an estimate, and must not keep an earlier error.
    accuracy.error = 0;
    if (failed) return 'failed';
    if (!stepper.accelerationLevel) {
      if (!this.#stateProjection.isFinite()) return 'notFinite';
      const isKept = stepper.endsOnConstraints === true;
      if (!isKept && !(stepper instanceof VelocityStepper)) return undefined;
      // An impact: impulses along the gradients on the one side meet the constraint on the other anywhere.
      if (isKept && this.#breaks.findBetween(start, this.#starts, dt)) return 'broke';
      const momentum = accuracy.momentum();
      // Steps at velocity level take up a drive's rate at their end: one that leaps there is no cause, but a pole.
      const grew = isKept
        ? this.#growth(dt, momentum, start, LARGEST_SWING) > 1
        : !this.#isBelievable(dt, start, momentum);
      if (grew) return 'exploded';
      return !isKept && this.#strays ? 'strayed' : undefined;
    }
    const { conditioning } = this.#watch;
    const momentum = accuracy.momentum();
    if (!(momentum < Infinity)) return 'notFinite';
    const force = conditioning.largestForce;
    if (conditioning.isIllConditioned(dt, momentum, multipliers, strictness)) return 'illConditioned';
    const growth = this.#growth(dt, momentum, start);
    if (growth > LEVER) return 'exploded';
    const { error } = stepper;
    if (!error) {
      if (this.#strays) return 'strayed';
      if (!conditioning.isInDoubt(dt, momentum, multipliers)) return undefined;
      // The evaluation at the beginning has none to be compared with.
      this.#stepped.evaluateAccelerations();
      return conditioning.isIllConditioned(dt, momentum, multipliers, strictness) ? 'illConditioned' : undefined;
    }
    const isAccurate = accuracy.accepts(error, dt, limit, momentum, force, !this.#isGiven);
    if (!isAccurate) return 'inaccurate';
    // Growth that only forces can cause is judged by its error.
    return growth > 1 && multipliers.size > 0 ? 'exploded' : undefined;
  }

  /**
   * Returns more than 1 where the momentum has grown in a step of `dt` from `start` by more than forces
   * supply, and more than {@link LEVER} where it explodes. `growth` is the factor by which it may grow
   * without a cause.
   */
  #growth(dt: number, momentum: number, start: StepStart, growth?: number): number {
    const { accuracy } = this;
    if (!accuracy.explodes(dt, momentum, growth)) return 1;
    const causes = accuracy.causesAhead(dt, start, this.#starts.save('end'));
    if (!accuracy.explodes(dt, momentum, growth, undefined, causes)) return 1;
    return accuracy.explodes(dt, momentum, LEVER, undefined, causes) ? Infinity : LEVER;
  }

  /** True if a step of `dt` at velocity level ends in a finite state, and has not exploded. */
  isSound(dt: number, momentum = this.accuracy.momentum()): boolean {
    if (!this.#stateProjection.isFinite()) return false;
    const { force, rate } = this.#stepped.start;
    // Parts of a step that lead ever farther away from constraints are no cause of their own growth.
    if (!(this.#rate > 0)) this.#rate = LEVER * rate;
    const causes = { force, rate: Math.min(rate, this.#rate) };
    return !this.accuracy.explodes(dt, momentum, undefined, undefined, causes);
  }

  /** True where a step has left constraints by more than the projection after it is asked to mend. */
  get #strays(): boolean {
    return !this.#projects && this.straying.hasStrayed();
  }

  /** True unless a step of `dt` just taken from `start` within bounds has exploded or strayed. */
  acceptsWithinBounds(dt: number, start: StepStart): boolean {
    if (!this.#isBelievable(dt, start, this.accuracy.momentum())) this.reject('exploded');
    else if (this.#strays) this.reject('strayed');
    else return true;
    return false;
  }

  /** True unless steps at velocity level turn bodies freely, whose velocities are then no cause of their own growth. */
  get #feedsItself(): boolean {
    return !(this.#stepper instanceof VelocityStepper) || !this.#stepped.stores.every(({ isTimeless }) => isTimeless);
  }

  #isBelievable(dt: number, start: StepStart, momentum: number): boolean {
    if (!this.isSound(dt, momentum)) return false;
    if (!this.accuracy.mayFeedItself(momentum) || !this.#feedsItself) return true;
    const end = this.#starts.save('end');
    start.goBack();
    const before = this.#measureAtRest();
    end.goBack();
    return !this.accuracy.explodes(dt, momentum, undefined, before);
  }

  /** Returns the warning that errors have added up at the end of a step, if they have. */
  sumWarning(): WorldWarning | undefined {
    if (!this.#sumsUp || !this.accuracy.addsUp || this.#hasWarned) return undefined;
    return this.accuracy.sumWarning(this.#stepped.usual);
  }
}
