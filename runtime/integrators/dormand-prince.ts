import { checkNotNegative, checkOptions, checkPositive } from '../check.js';
import { HolonomicRuntimeError } from '../errors.js';
import { DormandPrinceStages } from './dormand-prince-stages.js';
import { STAGE_TIMES } from './dormand-prince-tableau.js';
import type { AdaptiveStepper, IntegratedSystem, Integrator } from './integrator.js';
import { cut, growth } from './step-size-control.js';

/** Options of {@link dormandPrince}. */
export interface DormandPrinceOptions {
  /** Error allowed per step in each coordinate and velocity, relative to its size. 1e-6 if left out; may be 0. */
  readonly rtol?: number;
  /** Error allowed besides, in the unit of the coordinate or velocity. 1e-9 if left out. */
  readonly atol?: number;
  /** Longest step, s. No limit if left out. */
  readonly maxStep?: number;
  /** First step to try, s. Found from the first and second derivative if left out. */
  readonly initialStep?: number;
}

const OPTION_NAMES: readonly (keyof DormandPrinceOptions)[] = ['rtol', 'atol', 'maxStep', 'initialStep'];

/** Places in the memory. */
const STEP = 0;
const LAST_ERROR = 1;
const USUAL_STEP = 2;

/** Steps below this part of the first one that was tried, or of the time by rounding, are no steps any more. */
const LEAST_CUT = 1e-12;
const LEAST_PART_OF_TIME = 16 * Number.EPSILON;
/** What remains of a step for rounding is not a step of its own. */
const STRETCH = 1.01;
/** Part of the tolerance that a step may use up: errors of later steps come on top of it, and they grow with the motion. */
const SHARE = 0.5;
/** How fast the step that the default feedback is set for follows shorter ones: by this part of the time that passes. */
const FEEDBACK_FOLLOWS = 0.1;

class DormandPrince implements AdaptiveStepper {
  /** The next step, s (0 if unknown), the error of the last one, and the step that the default feedback is set for, s (0 if unknown). */
  readonly memory = new Float64Array(3);
  rejected = 0;
  stepStart = 0;
  stepEnd = 0;

  readonly #rtol: number;
  readonly #atol: number;
  readonly #maxStep: number;
  readonly #q = new DormandPrinceStages();
  readonly #v = new DormandPrinceStages();
  readonly #integral = new DormandPrinceStages();

  constructor(rtol: number, atol: number, maxStep: number, initialStep: number) {
    this.#rtol = rtol;
    this.#atol = atol;
    this.#maxStep = maxStep;
    this.memory[STEP] = initialStep;
  }

  step(system: IntegratedSystem, dt: number): void {
    const end = system.time + dt;
    for (let fresh = true; system.time < end; fresh = false) this.ownStep(system, end, fresh);
  }

  ownStep(system: IntegratedSystem, end: number, fresh: boolean): void {
    const { memory } = this;
    const start = system.time;
    this.#begin(system, fresh);
    if (memory[STEP] === 0) memory[STEP] = this.#firstStep(system, end - start);
    if (!this.#finite()) {
      // There is no way on from here: what the state becomes shows it to the world.
      this.#moveTo(2, 1, system);
      system.time = end;
      return;
    }
    const proposed = Math.min(memory[STEP]!, this.#maxStep);
    const least = Math.max(LEAST_CUT * proposed, LEAST_PART_OF_TIME * Math.max(Math.abs(start), Math.abs(end)));

    let h = fitted(proposed, end - start);
    let wasRejected = false;
    for (;;) {
      const error = this.#attempt(system, start, h);
      if (error <= 1) {
        const next = h * growth(error, memory[LAST_ERROR]!);
        if (wasRejected) memory[STEP] = Math.min(next, h);
        // A step that only had to end in time says nothing against the proposed one.
        else memory[STEP] = h < proposed ? Math.max(next, proposed) : next;
        memory[LAST_ERROR] = error;
        memory[USUAL_STEP] = Math.max(memory[USUAL_STEP]! - FEEDBACK_FOLLOWS * h, memory[STEP]);
        break;
      }
      this.rejected++;
      wasRejected = true;
      this.#clearRates();
      h *= cut(error);
      if (!(h > least)) this.#giveUp(system, start, h);
    }
    this.stepStart = start;
    this.stepEnd = h < end - start ? start + h : end;
    system.time = this.stepEnd;
  }

  settle(system: IntegratedSystem): void {
    this.#q.end(system.q);
    this.#v.end(system.v);
    this.#integral.end(system.integral);
  }

  interpolate(system: IntegratedSystem, t: number): void {
    const h = this.stepEnd - this.stepStart;
    system.time = t;
    if (t === this.stepEnd) {
      this.#q.goForward(system.q);
      this.#v.goForward(system.v);
      this.#integral.goForward(system.integral);
    } else {
      const theta = (t - this.stepStart) / h;
      this.#q.interpolate(theta, h, system.q);
      this.#v.interpolate(theta, h, system.v);
      this.#integral.interpolate(theta, h, system.integral);
    }
  }

  /** The state that the step starts from, and its first stage: anew, or the last one of the step before. */
  #begin(system: IntegratedSystem, fresh: boolean): void {
    // Every part has to be sized.
    const resized =
      Number(this.#q.resize(system.q.length)) +
      Number(this.#v.resize(system.v.length)) +
      Number(this.#integral.resize(system.integral.length));
    this.#q.begin(system.q);
    this.#v.begin(system.v);
    this.#integral.begin(system.integral);
    const usual = this.memory[USUAL_STEP]!;
    system.beginStep(usual > 0 ? usual : Infinity);
    if (fresh || resized > 0 || system.samplesFeedback || system.time !== this.stepEnd) {
      system.evaluate();
      this.#keepRates(1, system);
    } else {
      this.#q.reuseLastRate();
      this.#v.reuseLastRate();
      this.#integral.reuseLastRate();
    }
    this.#clearRates();
  }

  /** One attempt at a step of length `h`: its error, relative to what is allowed. Not finite where a stage is not. */
  #attempt(system: IntegratedSystem, start: number, h: number): number {
    for (let s = 2; s <= 7; s++) {
      this.#moveTo(s, h, system);
      system.time = start + STAGE_TIMES[s - 1]! * h;
      system.evaluate();
      this.#keepRates(s, system);
    }
    const error = Math.max(
      this.#q.error(h, system.q, this.#atol, this.#rtol),
      this.#v.error(h, system.v, this.#atol, this.#rtol),
    );
    return error / SHARE;
  }

  /**
   * A first step whose explicit Euler step is a small part of the solution, and which a method of order 5 would take with an error of 1 %
   * (Hairer, Nørsett, Wanner, section II.4, "Starting step size").
   */
  #firstStep(system: IntegratedSystem, span: number): number {
    const start = system.time;
    const size = this.#scaled(0);
    const rate = this.#scaled(1);
    const trial = Math.min(size < 1e-5 || rate < 1e-5 ? 1e-6 : (0.01 * size) / rate, span);
    this.#moveTo(2, 5 * trial, system);
    system.time = start + trial;
    system.evaluate();
    this.#keepRates(2, system);
    const change = this.#scaled(2) / trial;
    const steepest = Math.max(rate, change);
    const h = steepest <= 1e-15 ? Math.max(1e-6, 1e-3 * trial) : (0.01 / steepest) ** 0.2;
    this.#clearRates();
    system.time = start;
    const first = Math.min(100 * trial, h);
    return first > 0 ? first : trial;
  }

  #scaled(order: 0 | 1 | 2): number {
    return Math.max(this.#q.scaled(order, this.#atol, this.#rtol), this.#v.scaled(order, this.#atol, this.#rtol));
  }

  #finite(): boolean {
    return this.#scaled(1) < Infinity;
  }

  #moveTo(s: number, h: number, system: IntegratedSystem): void {
    this.#q.moveTo(s, h, system.q);
    this.#v.moveTo(s, h, system.v);
    this.#integral.moveTo(s, h, system.integral);
  }

  #keepRates(s: number, system: IntegratedSystem): void {
    this.#q.keepRate(s, system.coordinateRates);
    this.#v.keepRate(s, system.accelerations);
    this.#integral.keepRate(s, system.integralRates);
  }

  #clearRates(): void {
    this.#q.clearRates();
    this.#v.clearRates();
    this.#integral.clearRates();
  }

  #giveUp(system: IntegratedSystem, start: number, h: number): never {
    throw new HolonomicRuntimeError(
      'E_STEP_UNDERFLOW',
      `At t = ${Number(start.toPrecision(6))} s the step of dormandPrince fell below ${h.toExponential(1)} s, and its error is still too ` +
        `large. It is largest for ${system.describeVelocity(this.#v.worst)}.`,
      'Look for a singular configuration, a force that jumps, or tolerances below rounding errors.',
    );
  }
}

/** A step of `proposed` or less that leaves no small rest of `remaining`. */
function fitted(proposed: number, remaining: number): number {
  if (remaining <= STRETCH * proposed) return remaining;
  return remaining < 2 * proposed ? remaining / 2 : proposed;
}

/**
 * Dormand and Prince's method of order 5 with an error estimate of order 4 and steps of its own choice, six evaluations each and one for the
 * first stage where the last of the step before cannot be used: after anything from outside may have acted, and with the default feedback. The
 * error of every coordinate and velocity is kept below half of `atol + rtol · size` per step; `world.run()` with `samples` or `events` reads the solution
 * between steps from its continuous extension of order 4.
 *
 * The gains of the default feedback are set for the length of the steps, but follow to shorter ones slowly: what drift comes from long steps
 * would be fed back with a jolt by gains for a short one.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE, E_NEGATIVE, E_NOT_POSITIVE; a step throws E_STEP_UNDERFLOW where no step is short enough.
 *
 * Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, sections II.4 to II.6.
 */
export function dormandPrince(options: DormandPrinceOptions = {}): Integrator {
  checkOptions(options, 'Options of dormandPrince', OPTION_NAMES);
  const rtol = checkNotNegative(options.rtol ?? 1e-6, "Option 'rtol' of dormandPrince");
  const atol = checkPositive(options.atol ?? 1e-9, "Option 'atol' of dormandPrince");
  const { maxStep, initialStep } = options;
  const longest = maxStep === undefined ? Infinity : checkPositive(maxStep, "Option 'maxStep' of dormandPrince");
  const first = initialStep === undefined ? 0 : checkPositive(initialStep, "Option 'initialStep' of dormandPrince");
  return { name: 'dormandPrince', create: () => new DormandPrince(rtol, atol, longest, first) };
}
