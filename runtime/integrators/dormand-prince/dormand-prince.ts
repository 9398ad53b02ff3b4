import { printAs } from '../../base/printing.js';
import type { EquationsOfMotion } from '../../equations/equations-of-motion.js';
import { FEEDBACK_FOLLOWS } from '../../equations/feedback.js';
import { driftOfRates, EventDrivenRows, type Tolerances } from '../../contact-modes/event-driven-rows.js';
import { AttemptLimit } from './attempt-limit.js';
import { readDormandPrinceOptions, type DormandPrinceLimits, type DormandPrinceOptions } from './options.js';
import { DormandPrinceState } from './state.js';
import { STAGE_TIMES } from './tableau.js';
import { StepCut } from './step-cut.js';
import type { AdaptiveStepper, IntegratedSystem, Integrator } from '../integrator.js';
import { firstStep } from './first-step.js';
import { cut, growth } from './step-size-control.js';
import { StepNumbers } from './step-numbers.js';

/** Indices in the memory. */
const STEP = 0;
const MEMORY_OF_ERROR = 1;
const USUAL_STEP = 2;
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
 * Squared sine of the angle between each row and the others above which stages may be off the
 * constraints.
 */
const SAFE_PIVOT = 1e-3;
/**
 * Largest distance of a state from the constraints, relative to the tolerances, that errors of
 * earlier steps explain.
 */
const FARTHEST = 1e3;
/** Longest steps, s, in which larger distances are taken back, and the distance, relative to tolerances, that is left. */
const RETURN_STEP = 1 / 60;
const RETURNED = 10;
/** Error of a step with a stage that cannot be projected. */
const OFF_CONSTRAINTS = 4;
/** Least factor by which a step with stages on the constraints is shortened. */
const LEAST_CONSTRAINED_CUT = 0.6;

class DormandPrince implements AdaptiveStepper {
  /**
   * The next step, s (0 if unknown), the error of the last one, and the step that the default
   * feedback is set for, s (0 if unknown).
   */
  readonly memory = new Float64Array(3);
  rejected = 0;

  readonly #tolerances: Tolerances;
  readonly #rowsOf: (motion: EquationsOfMotion) => EventDrivenRows;
  readonly #maxStep: number;
  readonly #numbers: StepNumbers;
  readonly #state: DormandPrinceState;
  readonly #cut: StepCut;
  readonly #attempts: AttemptLimit;
  /** True while stages are evaluated on the constraints. */
  #constrained = false;
  /** True while a run is further from the constraints than its errors explain, as after a change of a parameter. */
  #returns = false;
  /** True once the start of the present step was found too far from the constraints for that. */
  #isFar = false;
  /** Least pivot at the last stage; see {@link IntegratedSystem.measureDependence}. */
  #pivot = 1;
  /** The same at the first stage. */
  #startPivot = 1;

  constructor({ rtol, atol, maxStep, initialStep, impacts }: DormandPrinceLimits) {
    this.#tolerances = { rtol, atol };
    this.#numbers = new StepNumbers(this.#tolerances);
    this.#state = new DormandPrinceState(this.#numbers);
    this.#cut = new StepCut(this.#state);
    this.#attempts = new AttemptLimit(this.#numbers);
    this.#rowsOf = (motion) => new EventDrivenRows(motion, impacts);
    this.#maxStep = maxStep;
    this.memory[STEP] = initialStep;
  }

  canRecall(memory: Float64Array): boolean {
    return memory.every((entry) => entry >= 0);
  }

  get stepStart(): number {
    return this.#numbers.lastStart;
  }

  get stepEnd(): number {
    return this.#numbers.lastEnd;
  }

  step(system: IntegratedSystem, dt: number): void {
    const numbers = this.#numbers;
    numbers.longest = system.usual;
    numbers.latest = system.time + dt;
    this.#attempts.beginStep(system);
    for (let fresh = true; system.time < numbers.latest; fresh = false) this.#step(system, fresh);
  }

  look(system: IntegratedSystem): void {
    system.eventDriven(this.#rowsOf)?.look(this.#tolerances);
  }

  beginRun(system: IntegratedSystem, until: number): void {
    this.#attempts.beginRun(system, until);
  }

  ownStep(system: IntegratedSystem, end: number, fresh: boolean): void {
    this.#numbers.latest = end;
    this.#numbers.longest = Infinity;
    this.#step(system, fresh);
  }

  /** Takes one step that ends at {@link StepNumbers.latest} at the latest. */
  #step(system: IntegratedSystem, fresh: boolean): void {
    const { memory } = this;
    const numbers = this.#numbers;
    const start = system.time;
    const end = numbers.latest;
    numbers.start = start;
    const rows = system.eventDriven(this.#rowsOf);
    this.#cut.rows = rows;
    // The feedback of steps as long as these would take seconds.
    if (fresh || this.#returns) this.#returns = this.#hasToReturn(system);
    if (fresh) {
      system.constrainRates(driftOfRates(this.#tolerances, system.v));
      rows?.begin(this.#tolerances);
    }
    rows?.show(false);
    this.#begin(system, fresh || this.#cut.isCut);
    this.#cut.begin();
    if (memory[STEP] === 0) memory[STEP] = firstStep(system, this.#state, numbers, end - start);
    this.#state.measure(1);
    if (!(numbers.largest < Infinity)) {
      // The rates are not finite. Make the state not finite, too, so that the world reports it.
      numbers.h = 1;
      this.#state.moveTo(2, system);
      system.time = end;
      return;
    }
    const proposed = Math.min(memory[STEP]!, this.#maxStep, this.#returns ? RETURN_STEP : Infinity);
    const least = Math.max(LEAST_CUT * proposed, LEAST_PART_OF_TIME * Math.max(Math.abs(start), Math.abs(end)));

    const remaining = end - start;
    // The length is no local variable: one that changes in the loop would be allocated on the heap.
    numbers.h = proposed;
    // Choose the length such that no small remainder is left.
    if (remaining <= STRETCH * proposed) numbers.h = remaining;
    else if (remaining < 2 * proposed) numbers.h = remaining / 2;
    let wasRejected = false;
    for (;;) {
      this.#attempts.count(system, this.#state.worstVelocity);
      this.#attempt(system);
      if (numbers.largest <= SHARE) break;
      this.rejected++;
      wasRejected = true;
      this.#state.clearRates();
      // A stage close to a dead centre may be the cause, and any other length the remedy.
      const factor = cut(numbers.largest / SHARE);
      numbers.h *= this.#constrained ? Math.max(factor, LEAST_CONSTRAINED_CUT) : factor;
      if (numbers.h > least) continue;
      rows?.checkSlips();
      this.#attempts.fail(system, this.#state.worstVelocity);
    }
    this.#grow(wasRejected);
    this.#constrained &&= this.#pivot < SAFE_PIVOT;
    numbers.lastStart = start;
    if (numbers.h < end - start) numbers.lastEnd = start + numbers.h;
    else numbers.lastEnd = end;
    numbers.solutionEnd = numbers.lastEnd;
    if (rows) numbers.lastEnd = this.#cut.cut(rows, system, start, numbers.lastEnd);
    system.time = numbers.lastEnd;
    // Modes that end where they begin: take the step with those that follow.
    if (this.#cut.isCut && numbers.lastEnd - start <= LEAST_PART_OF_TIME * Math.abs(start)) this.#step(system, false);
  }

  /**
   * Finds the next step after an accepted one, and the step that the default feedback is set for.
   */
  #grow(wasRejected: boolean): void {
    const { memory } = this;
    const { h, largest } = this.#numbers;
    const proposed = Math.min(memory[STEP]!, this.#maxStep);
    const error = largest / SHARE;
    const next = h * growth(error, memory[MEMORY_OF_ERROR]!);
    if (wasRejected) memory[STEP] = Math.min(next, h);
    // A step that was cut short to end in time does not speak against the proposed one.
    else if (h < proposed) memory[STEP] = Math.max(next, proposed);
    else memory[STEP] = next;
    memory[MEMORY_OF_ERROR] = error;
    memory[USUAL_STEP] = Math.max(memory[USUAL_STEP]! - FEEDBACK_FOLLOWS * h, memory[STEP]);
  }

  /** True where a run has constraints to return to. Steps of the world are short enough for that. */
  #hasToReturn(system: IntegratedSystem): boolean {
    const { rtol, atol } = this.#tolerances;
    const most = (this.#returns ? RETURNED : FARTHEST) * (atol + rtol);
    return this.#numbers.longest === Infinity && system.largestError() > most;
  }

  settle(system: IntegratedSystem): void {
    if (this.#cut.isCut) this.#cut.keep(system);
    else this.#state.end(system);
  }

  interpolate(system: IntegratedSystem, t: number): void {
    const h = this.#numbers.solutionEnd - this.stepStart;
    const isEnd = t === this.stepEnd;
    system.time = t;
    this.#cut.rows?.show(!isEnd);
    if (isEnd && this.#cut.isCut) this.#cut.goForward(system);
    else if (isEnd) this.#state.goForward(system);
    else this.#state.interpolate((t - this.stepStart) / h, h, system);
  }

  extrapolate(system: IntegratedSystem, t: number): void {
    system.time = t;
    this.#cut.rows?.show(true);
    this.#state.extrapolate(t - this.stepStart, system);
  }

  /**
   * Sets the state that the step starts from and its first stage, evaluated or taken from the last
   * stage of the step before.
   */
  #begin(system: IntegratedSystem, fresh: boolean): void {
    const state = this.#state;
    const resized = state.resize(system);
    state.begin(system);
    this.#constrained &&= !fresh;
    this.#isFar = false;
    const { memory } = this;
    const longest = this.#numbers.longest;
    if (this.#returns) memory[USUAL_STEP] = RETURN_STEP;
    system.usual = longest < Infinity || memory[USUAL_STEP] === 0 ? longest : memory[USUAL_STEP]!;
    system.beginStep();
    if (fresh || resized || system.decidesAtStart || system.time !== this.stepEnd) {
      system.evaluate();
      state.keepRates(1, system);
      this.#pivot = system.measureDependence(false);
    } else {
      state.reuseLastRates();
    }
    this.#startPivot = this.#pivot;
    this.#state.clearRates();
  }

  /**
   * Attempts a step, and writes down its error, relative to the tolerances. The error is not finite
   * where a stage is not.
   *
   * Stages lie off the constraints by `O(h²)`. That does no harm unless rows nearly depend on each
   * other, as at a dead centre: accelerations there are wrong by `O(h²)` over the sine of the angle
   * between rows, and the step would shrink without end on its way there. Then the rates `f` are
   * replaced by `f ∘ P`, with the projection `P` onto the constraints. These are smooth, as the
   * motion is, and are the same on the constraints, so that the method keeps its order.
   */
  #attempt(system: IntegratedSystem): void {
    const numbers = this.#numbers;
    const state = this.#state;
    for (let s = 2; s <= 7; s++) {
      state.moveTo(s, system);
      system.time = numbers.start + STAGE_TIMES[s - 1]! * numbers.h;
      if (this.#constrained && !system.constrain()) {
        numbers.largest = OFF_CONSTRAINTS;
        return;
      }
      system.evaluate();
      state.keepRates(s, system);
      this.#pivot = system.measureDependence(s === 7);
      if (this.#pivot < SAFE_PIVOT && !this.#constrained && this.#startOnConstraints(s, system)) s = 1;
    }
    state.measureError(system);
    if (this.#constrained && numbers.largest > SHARE) this.#measureOnConstraints(system);
  }

  /**
   * Moves the start of the step onto the constraints, and evaluates the first stage there. Returns
   * false, with `system` at the stage `s`, where the start is further from the constraints than
   * errors of the integration explain.
   */
  #startOnConstraints(s: number, system: IntegratedSystem): boolean {
    if (this.#isFar) return false;
    const numbers = this.#numbers;
    const state = this.#state;
    const { time } = system;
    system.time = numbers.start;
    state.goBack(system);
    this.#constrained = system.constrain();
    state.end(system);
    state.goBack(system);
    state.measureDifference(system, this.#startPivot);
    this.#constrained &&= numbers.largest <= FARTHEST;
    if (this.#constrained) {
      state.goForward(system);
      state.begin(system);
      system.evaluate();
      state.keepRates(1, system);
    } else {
      this.#isFar = true;
      system.time = time;
      state.moveTo(s, system);
    }
    return this.#constrained;
  }

  /**
   * Writes down the difference between the solutions of orders 5 and 4 after projection of both:
   * errors that the constraints remove do not count.
   */
  #measureOnConstraints(system: IntegratedSystem): void {
    const state = this.#state;
    if (!(this.#numbers.largest < Infinity)) return;
    state.end(system);
    state.goToEmbedded(system);
    if (system.constrain()) state.measureDifference(system, this.#pivot);
    state.goForward(system);
    system.evaluate();
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
 * throws E_STEP_UNDERFLOW where no step is short enough, where world.step() takes 20,000 of them
 * without coming to its end, and where a run takes as many without getting 1/240 s further, or a
 * thousandth of a shorter run. It throws E_PAINLEVE where that is due to friction against a slip.
 *
 * Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, sections II.4 to
 * II.6.
 */
export function dormandPrince(options: DormandPrinceOptions = {}): Integrator {
  const limits = readDormandPrinceOptions(options);
  return printAs({ name: 'dormandPrince', create: () => new DormandPrince(limits) }, 'dormandPrince', () => ({
    rtol: limits.rtol,
    atol: limits.atol,
    ...options,
  }));
}
