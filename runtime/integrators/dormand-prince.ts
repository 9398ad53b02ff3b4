import { checkNotNegative, checkPositive, readOptions } from '../base/check.js';
import { showTime } from '../base/text.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { ATOL, DormandPrinceStages, LARGEST, LENGTH, RTOL } from './dormand-prince-stages.js';
import { STAGE_TIMES } from './dormand-prince-tableau.js';
import type { AdaptiveStepper, IntegratedSystem, Integrator } from './integrator.js';
import { ERROR, FACTOR, findCut, findGrowth, LAST_ERROR } from './step-size-control.js';

/** Options of {@link dormandPrince}. */
export interface DormandPrinceOptions {
  /**
   * Allowed error per step in each coordinate and velocity, relative to its size. 1e-6 if left out;
   * may be 0.
   */
  readonly rtol?: number;
  /**
   * Allowed error per step in addition, in the unit of the coordinate or velocity. 1e-9 if left
   * out.
   */
  readonly atol?: number;
  /** Longest step, s. No limit if left out. */
  readonly maxStep?: number;
  /** First step to try, s. Found from the first and second derivative if left out. */
  readonly initialStep?: number;
}

const OPTION_NAMES: readonly (keyof DormandPrinceOptions)[] = ['rtol', 'atol', 'maxStep', 'initialStep'];

/** Indices in the memory. */
const STEP = 0;
const MEMORY_OF_ERROR = 1;
const USUAL_STEP = 2;
/**
 * Further indices in the numbers of a step: its start, its latest end, and the ends of the last
 * accepted step.
 */
const START = 4;
const LATEST = 5;
const LAST_START = 6;
const LAST_END = 7;

/**
 * Length of a step, relative to the first one that was tried or to the rounding of time, below
 * which the method fails.
 */
const LEAST_CUT = 1e-12;
const LEAST_PART_OF_TIME = 16 * Number.EPSILON;
/** Factor by which a step may be longer, so that rounding makes no extra step. */
const STRETCH = 1.01;
/**
 * Share of the tolerance that a step may use. Errors of later steps come on top of it, and they
 * grow with the motion.
 */
const SHARE = 0.5;
/**
 * Rate at which the step of the default feedback follows shorter steps, as a part of the time that
 * passes.
 */
const FEEDBACK_FOLLOWS = 0.1;

class DormandPrince implements AdaptiveStepper {
  /**
   * The next step, s (0 if unknown), the error of the last one, and the step that the default
   * feedback is set for, s (0 if unknown).
   */
  readonly memory = new Float64Array(3);
  rejected = 0;

  readonly #maxStep: number;
  /** Numbers that the parts of a step pass to each other, and its times, s. */
  readonly #numbers = new Float64Array(8);
  readonly #control = new Float64Array(3);
  readonly #q = new DormandPrinceStages(this.#numbers);
  readonly #v = new DormandPrinceStages(this.#numbers);
  readonly #integral = new DormandPrinceStages(this.#numbers);

  constructor(rtol: number, atol: number, maxStep: number, initialStep: number) {
    this.#numbers[RTOL] = rtol;
    this.#numbers[ATOL] = atol;
    this.#maxStep = maxStep;
    this.memory[STEP] = initialStep;
  }

  canRecall(memory: Float64Array): boolean {
    return memory.every((entry) => entry >= 0);
  }

  get stepStart(): number {
    return this.#numbers[LAST_START]!;
  }

  get stepEnd(): number {
    return this.#numbers[LAST_END]!;
  }

  step(system: IntegratedSystem, dt: number): void {
    const numbers = this.#numbers;
    numbers[LATEST] = system.time + dt;
    for (let fresh = true; system.time < numbers[LATEST]; fresh = false) this.#step(system, fresh);
  }

  ownStep(system: IntegratedSystem, end: number, fresh: boolean): void {
    this.#numbers[LATEST] = end;
    this.#step(system, fresh);
  }

  /** Takes one step that ends at {@link LATEST} at the latest. */
  #step(system: IntegratedSystem, fresh: boolean): void {
    const { memory } = this;
    const numbers = this.#numbers;
    const control = this.#control;
    const start = system.time;
    const end = numbers[LATEST]!;
    numbers[START] = start;
    this.#begin(system, fresh);
    if (memory[STEP] === 0) memory[STEP] = this.#firstStep(system, end - start);
    this.#measure(1);
    if (!(numbers[LARGEST]! < Infinity)) {
      // The rates are not finite. Make the state not finite, too, so that the world reports it.
      numbers[LENGTH] = 1;
      this.#moveTo(2, system);
      system.time = end;
      return;
    }
    const proposed = Math.min(memory[STEP]!, this.#maxStep);
    const least = Math.max(LEAST_CUT * proposed, LEAST_PART_OF_TIME * Math.max(Math.abs(start), Math.abs(end)));

    const remaining = end - start;
    // The length is kept in the array: a local variable that changes in the loop would be allocated
    // on the heap at every step.
    numbers[LENGTH] = proposed;
    // Choose the length such that no small remainder is left.
    if (remaining <= STRETCH * proposed) numbers[LENGTH] = remaining;
    else if (remaining < 2 * proposed) numbers[LENGTH] = remaining / 2;
    let wasRejected = false;
    for (;;) {
      this.#attempt(system);
      control[ERROR] = numbers[LARGEST]! / SHARE;
      if (control[ERROR] <= 1) break;
      this.rejected++;
      wasRejected = true;
      this.#clearRates();
      findCut(control);
      numbers[LENGTH] *= control[FACTOR]!;
      if (!(numbers[LENGTH] > least)) this.#fail(system);
    }
    this.#grow(wasRejected);
    numbers[LAST_START] = start;
    if (numbers[LENGTH] < end - start) numbers[LAST_END] = start + numbers[LENGTH];
    else numbers[LAST_END] = end;
    system.time = numbers[LAST_END]!;
  }

  /**
   * Finds the next step after an accepted one, and the step that the default feedback is set for.
   */
  #grow(wasRejected: boolean): void {
    const { memory } = this;
    const control = this.#control;
    const h = this.#numbers[LENGTH]!;
    const proposed = Math.min(memory[STEP]!, this.#maxStep);
    control[LAST_ERROR] = memory[MEMORY_OF_ERROR]!;
    findGrowth(control);
    const next = h * control[FACTOR]!;
    if (wasRejected) memory[STEP] = Math.min(next, h);
    // A step that was cut short to end in time does not speak against the proposed one.
    else if (h < proposed) memory[STEP] = Math.max(next, proposed);
    else memory[STEP] = next;
    memory[MEMORY_OF_ERROR] = control[ERROR]!;
    memory[USUAL_STEP] = Math.max(memory[USUAL_STEP]! - FEEDBACK_FOLLOWS * h, memory[STEP]);
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

  extrapolate(system: IntegratedSystem, t: number): void {
    const time = t - this.stepStart;
    system.time = t;
    this.#q.extrapolate(time, system.q);
    this.#v.extrapolate(time, system.v);
    this.#integral.extrapolate(time, system.integral);
  }

  /**
   * Sets the state that the step starts from and its first stage, evaluated or taken from the last
   * stage of the step before.
   */
  #begin(system: IntegratedSystem, fresh: boolean): void {
    // Every part must be resized, so no short-circuit.
    const resized =
      Number(this.#q.resize(system.q.length)) +
      Number(this.#v.resize(system.v.length)) +
      Number(this.#integral.resize(system.integral.length));
    this.#q.begin(system.q);
    this.#v.begin(system.v);
    this.#integral.begin(system.integral);
    const { memory } = this;
    system.usual = memory[USUAL_STEP]! > 0 ? memory[USUAL_STEP]! : Infinity;
    system.beginStep();
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

  /**
   * Attempts a step, and writes down its error, relative to the tolerances. The error is not finite
   * where a stage is not.
   */
  #attempt(system: IntegratedSystem): void {
    const numbers = this.#numbers;
    for (let s = 2; s <= 7; s++) {
      this.#moveTo(s, system);
      system.time = numbers[START]! + STAGE_TIMES[s - 1]! * numbers[LENGTH]!;
      system.evaluate();
      this.#keepRates(s, system);
    }
    numbers[LARGEST] = 0;
    this.#q.raiseToError(system.q);
    this.#v.raiseToError(system.v);
  }

  /**
   * Finds a first step whose explicit Euler step is a small part of the solution, and which a
   * method of order 5 would take with an error of 1 % (Hairer, Nørsett, Wanner, section II.4,
   * "Starting step size").
   */
  #firstStep(system: IntegratedSystem, span: number): number {
    const start = system.time;
    const numbers = this.#numbers;
    this.#measure(0);
    const size = numbers[LARGEST]!;
    this.#measure(1);
    const rate = numbers[LARGEST]!;
    const trial = Math.min(size < 1e-5 || rate < 1e-5 ? 1e-6 : (0.01 * size) / rate, span);
    numbers[LENGTH] = 5 * trial;
    this.#moveTo(2, system);
    system.time = start + trial;
    system.evaluate();
    this.#keepRates(2, system);
    this.#measure(2);
    const change = numbers[LARGEST]! / trial;
    const steepest = Math.max(rate, change);
    const h = steepest <= 1e-15 ? Math.max(1e-6, 1e-3 * trial) : (0.01 / steepest) ** 0.2;
    this.#clearRates();
    system.time = start;
    const first = Math.min(100 * trial, h);
    return first > 0 ? first : trial;
  }

  /**
   * Writes down the largest size, relative to the tolerances, of the state (`order` 0), of its
   * rates (1), or of their change (2).
   */
  #measure(order: 0 | 1 | 2): void {
    this.#numbers[LARGEST] = 0;
    this.#q.raiseToSize(order);
    this.#v.raiseToSize(order);
  }

  #moveTo(s: number, system: IntegratedSystem): void {
    this.#q.moveTo(s, system.q);
    this.#v.moveTo(s, system.v);
    this.#integral.moveTo(s, system.integral);
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

  #fail(system: IntegratedSystem): never {
    const start = this.#numbers[START]!;
    const h = this.#numbers[LENGTH]!;
    throw new HolonomicRuntimeError(
      'E_STEP_UNDERFLOW',
      `At t = ${showTime(start)} the step of dormandPrince fell below ${h.toExponential(1)} s, and its error is still too ` +
        `large. It is largest for ${system.describeVelocity(this.#v.worst)}.`,
      'Look for a singular configuration, a force that jumps, or tolerances below rounding errors.',
    );
  }
}

/**
 * Dormand and Prince's method of order 5 with an error estimate of order 4, which chooses its own
 * steps. Each step takes six evaluations, and one more for the first stage where the last stage of
 * the step before cannot be reused: after possible changes from outside, and with the default
 * feedback. The error of every coordinate and velocity is kept below half of `atol + rtol · size`
 * per step. `world.run()` with `samples` or `events` reads the solution between steps from its
 * continuous extension of order 4.
 *
 * The gains of the default feedback are set for the length of the steps, but follow shorter ones
 * slowly. Drift from long steps would cause a jolt if it were fed back by the gains of a short
 * step.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE, E_NEGATIVE, E_NOT_POSITIVE. A step
 * throws E_STEP_UNDERFLOW where no step is short enough.
 *
 * Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, sections II.4 to
 * II.6.
 */
export function dormandPrince(options: DormandPrinceOptions = {}): Integrator {
  const given = readOptions(options, 'Options of dormandPrince', OPTION_NAMES);
  const { rtol = 1e-6, atol = 1e-9, maxStep, initialStep } = given;
  checkNotNegative(rtol, "Option 'rtol' of dormandPrince");
  checkPositive(atol, "Option 'atol' of dormandPrince");
  const longest = maxStep === undefined ? Infinity : checkPositive(maxStep, "Option 'maxStep' of dormandPrince");
  const first = initialStep === undefined ? 0 : checkPositive(initialStep, "Option 'initialStep' of dormandPrince");
  return { name: 'dormandPrince', create: () => new DormandPrince(rtol, atol, longest, first) };
}
