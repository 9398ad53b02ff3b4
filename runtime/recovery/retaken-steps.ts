import { HolonomicRuntimeError } from '../base/errors.js';
import { SETTLING } from '../equations/feedback.js';
import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { VelocityStepper } from '../integrators/velocity-stepper.js';
import { DEFAULT_LIMITS, type ProjectionLimits } from '../stabilize/projection.js';
import type { Breaks } from './breaks.js';
import type { Reach } from './reach.js';
import { driveWarning, fallbackWarning, reachWarning, strayWarning } from './recovery-warnings.js';
import type { StateProjection } from './state-projection.js';
import type { StepJudge } from './step-judge.js';
import type { StepStart, StepStarts } from './step-start.js';
import type { StepWatch } from './step-watch.js';
import type { VelocityFallback } from './velocity-fallback.js';

/** Largest number of times that a step is halved. */
export const MOST_HALVINGS = 6;
/** `|C|` up to which a projection that stopped early has still reached the constraints. */
const REACHED = 1e-6;

/** What steps are taken again by. */
export interface RecoveryParts {
  readonly stepped: SteppedSystem;
  readonly stepper: Stepper;
  readonly watch: StepWatch;
  readonly limits: ProjectionLimits | undefined;
  readonly judges: boolean;
  readonly stateProjection: StateProjection;
  readonly fallback: VelocityFallback;
  readonly judge: StepJudge;
  readonly reach: Reach;
  readonly starts: StepStarts;
  readonly breaks: Breaks;
}

/**
 * Takes steps again in halves, and each half likewise, at velocity level where that does not help, and with
 * constraints as nearly met as possible where they cannot be.
 */
export class RetakenSteps {
  /** Number of steps, and parts of steps, taken at velocity level instead. */
  fallbacks = 0;
  /** Number of steps retaken in shorter ones. */
  shortened = 0;
  /** Number of steps taken at velocity level because inequalities or largest forces acted. */
  withinBounds = 0;
  /** Present limit on halvings: lower if halving has not helped. */
  halvings = MOST_HALVINGS;
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #watch: StepWatch;
  readonly #limits: ProjectionLimits | undefined;
  readonly #judges: boolean;
  readonly #stateProjection: StateProjection;
  readonly #fallback: VelocityFallback;
  readonly #judge: StepJudge;
  readonly #reach: Reach;
  readonly #starts: StepStarts;
  readonly #breaks: Breaks;
  /** The steps in which constraints, by their labels, have last passed breaks of their formulas. */
  readonly #broken = new Map<string, number>();
  /** True if all steps are taken at velocity level. */
  readonly #isVelocityStep: boolean;

  constructor(parts: RecoveryParts) {
    this.#stepped = parts.stepped;
    this.#stepper = parts.stepper;
    this.#watch = parts.watch;
    this.#limits = parts.limits;
    this.#judges = parts.judges;
    this.#stateProjection = parts.stateProjection;
    this.#fallback = parts.fallback;
    this.#judge = parts.judge;
    this.#reach = parts.reach;
    this.#starts = parts.starts;
    this.#breaks = parts.breaks;
    this.#isVelocityStep = parts.stepper instanceof VelocityStepper;
  }

  /** Takes the step of `dt` at velocity level, because inequalities or largest forces act. */
  takeWithinBounds(dt: number): void {
    this.withinBounds++;
    const start = this.#starts.save(0);
    if (this.#reach.isLeft) {
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
    const { warnings } = this.#watch;
    warnings.drop();
    warnings.hold();
    this.shortened++;
    this.#judge.retake(dt);
    const before = this.fallbacks;
    if (!this.#reach.isLeft && this.#reach.drives && (this.#judge.rejection === 'beyond' || this.#reach.foresees(dt)))
      this.#leaveReach(this.#stepped.time);
    const isStray = this.#judge.rejection === 'strayed';
    if (this.#reach.isLeft || (!isStray && (this.halvings === 0 || this.#isVelocityStep)))
      this.#takeAtVelocityLevel(dt, this.#starts.save(0));
    else this.#takeHalves(dt, 0, withinBounds);
    if (this.fallbacks > before) this.halvings = Math.max(0, this.halvings - 2);
    else this.halvings = Math.min(MOST_HALVINGS, this.halvings + 1);
  }

  /** Takes the time `h` from the present state on in two halves. */
  #takeHalves(h: number, depth: number, withinBounds: boolean): void {
    const stepped = this.#stepped;
    const half = h / 2;
    for (let part = 0; part < 2; part++) {
      const start = this.#starts.save(depth);
      if (this.#reach.isLeft) {
        this.#takeAtVelocityLevel(half, start);
        continue;
      }
      const isLast = depth + 1 >= this.halvings;
      const isTaken = withinBounds ? this.#tryWithinBounds(half, start) : this.#tryPart(half, start, isLast);
      const strays = !isTaken && isLast && this.#judge.rejection === 'strayed';
      const found = isTaken || strays ? this.#breaks.findBetween(start, this.#starts, half) : undefined;
      if (found) this.#broken.set(found.binding.label, stepped.system.step);
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
    const { label } = this.#judge.straying;
    const { system } = this.#stepped;
    const passed = system.step - (this.#broken.get(label) ?? -Infinity);
    // A step past a kink strays, however short, and so do others until its error is fed back. The impact is taken rightly.
    if (passed > SETTLING) this.#watch.warn(strayWarning(label, time, system));
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
    const take = (): void => {
      fallback.take(h);
    };
    if (!this.#judges) {
      take();
      return true;
    }
    if (this.#evaluates(take) && this.#judge.acceptsWithinBounds(h, start)) return true;
    fallback.bank = bank;
    return false;
  }

  /**
   * Takes the time `h` from the present state, saved in `start`, at velocity level. Constraints that
   * cannot be met hold as nearly as possible.
   */
  #takeAtVelocityLevel(h: number, start: StepStart): void {
    this.fallbacks++;
    if (!this.#reach.isLeft) {
      // An integrator at velocity level has failed already.
      if (!this.#isVelocityStep && this.#takeUnregularized(h, start.time)) return;
      start.goBack();
    }
    this.#takeOutOfReach(h);
    if (this.#reach.isLeft && !this.#watch.warnings.knows('W_OUT_OF_REACH', this.#structure)) {
      this.#watch.warn(reachWarning(this.#stepped.system.plain, start.time));
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
    this.#watch.warn(fallbackWarning(this.#judge.rejection ?? 'exploded', start));
  }

  /** Takes the time `h` at velocity level. Returns false if it does not end on the constraints. */
  #takeUnregularized(h: number, start: number): boolean {
    this.#fallback.forget();
    this.#fallback.take(h);
    this.#watch.warn(fallbackWarning(this.#judge.rejection ?? 'illConditioned', start));
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

  /** Holds constraints only as nearly as possible from now on, since drives go beyond reach. */
  #leaveReach(start: number): void {
    const { warnings } = this.#watch;
    this.#reach.isLeft = true;
    warnings.drop();
    warnings.hold();
    if (warnings.knows('W_OUT_OF_REACH', this.#structure)) return;
    this.#watch.warn(driveWarning(this.#reach.drivers, start));
  }

  get #structure(): number {
    return this.#stepped.system.structure;
  }
}
