import { printAs } from '../base/printing.js';
import { moveAndKeep, moveToSum, startAlong } from '../base/vector.js';
import type { ErrorEstimate, IntegratedSystem, Integrator, Stepper } from './integrator.js';

/**
 * One part of the state `y` in the stages of a step: its start, and the rates of the first three
 * stages.
 */
class StagedArray {
  #start = new Float64Array(0);
  #k1 = new Float64Array(0);
  #k2 = new Float64Array(0);
  #k3 = new Float64Array(0);

  /**
   * Moves from the first stage to the second. The second of `factors` is the distance along the
   * rate, s.
   */
  firstStage(y: Float64Array, rate: Float64Array, factors: Float64Array): void {
    if (this.#start.length !== y.length) {
      this.#start = new Float64Array(y.length);
      this.#k1 = new Float64Array(y.length);
      this.#k2 = new Float64Array(y.length);
      this.#k3 = new Float64Array(y.length);
    }
    startAlong(y, this.#start, rate, this.#k1, factors);
  }

  secondStage(y: Float64Array, rate: Float64Array, factors: Float64Array): void {
    moveAndKeep(y, this.#start, rate, this.#k2, factors);
  }

  thirdStage(y: Float64Array, rate: Float64Array, factors: Float64Array): void {
    moveAndKeep(y, this.#start, rate, this.#k3, factors);
  }

  /** `out = h/3 (k₂ − k₃)`. */
  compareStages(h: number, out: Float64Array): void {
    const k2 = this.#k2;
    const k3 = this.#k3;
    for (let i = 0; i < out.length; i++) out[i] = (h / 3) * (k2[i]! - k3[i]!);
  }

  /** `out = h/6 (k₁ − k₂ − k₃ + k₄)`, with the rate `k₄` of the last stage. */
  bend(h: number, k4: Float64Array, out: Float64Array): void {
    const k1 = this.#k1;
    const k2 = this.#k2;
    const k3 = this.#k3;
    for (let i = 0; i < out.length; i++) out[i] = (h / 6) * (k1[i]! - k2[i]! - k3[i]! + k4[i]!);
  }

  /** `out = (y₄ − y)/6`, with the state `y₄ = y₀ + h k₃` of the last stage, and `y` at the end of the step. */
  compareEnds(h: number, y: Float64Array, out: Float64Array): void {
    const start = this.#start;
    const k3 = this.#k3;
    for (let i = 0; i < out.length; i++) out[i] = (start[i]! + h * k3[i]! - y[i]!) / 6;
  }

  end(y: Float64Array, rate: Float64Array, factors: Float64Array): void {
    moveToSum(y, this.#start, this.#k1, this.#k2, this.#k3, rate, factors);
  }
}

class RungeKutta4 implements Stepper, ErrorEstimate {
  readonly accelerationLevel = true;
  readonly error = this;
  readonly #q = new StagedArray();
  readonly #v = new StagedArray();
  readonly #integral = new StagedArray();
  /** Factors for vector.ts; the second is the distance along the rates to the next stage, s. */
  readonly #factors = new Float64Array(2);

  step(system: IntegratedSystem, dt: number): void {
    const start = system.time;
    const factors = this.#factors;
    const { q, v, integral } = system;
    const integrates = integral.length > 0;

    system.evaluateAccelerations();
    system.addImpulses(dt / 6);
    factors[1] = dt / 2;
    this.#q.firstStage(q, system.currentRates(), factors);
    this.#v.firstStage(v, system.accelerations, factors);
    if (integrates) this.#integral.firstStage(integral, system.integralRates, factors);
    system.time = start + dt / 2;

    system.evaluateAccelerations();
    system.addImpulses(dt / 3);
    this.#q.secondStage(q, system.currentRates(), factors);
    this.#v.secondStage(v, system.accelerations, factors);
    if (integrates) this.#integral.secondStage(integral, system.integralRates, factors);

    system.evaluateAccelerations();
    system.addImpulses(dt / 3);
    factors[1] = dt;
    this.#q.thirdStage(q, system.currentRates(), factors);
    this.#v.thirdStage(v, system.accelerations, factors);
    if (integrates) this.#integral.thirdStage(integral, system.integralRates, factors);
    system.time = start + dt;

    system.evaluateAccelerations();
    system.addImpulses(dt / 6);
    factors[1] = dt / 6;
    this.#q.end(q, system.currentRates(), factors);
    this.#v.end(v, system.accelerations, factors);
    if (integrates) this.#integral.end(integral, system.integralRates, factors);
  }

  estimateFromStages(dt: number, out: Float64Array): void {
    this.#v.compareStages(dt, out);
  }

  estimateUnevenness({ accelerations }: IntegratedSystem, dt: number, out: Float64Array): void {
    this.#v.bend(dt, accelerations, out);
  }

  /**
   * `h/6 (k₄ − k₅)` with the acceleration `k₅` at the end of the step: the difference from the
   * solution of order 3 in which `k₅` stands for `k₄`.
   */
  estimateAtEnd(system: IntegratedSystem, dt: number, out: Float64Array): void {
    const { accelerations } = system;
    for (let i = 0; i < out.length; i++) out[i] = (dt / 6) * accelerations[i]!;
    system.evaluateAccelerations();
    for (let i = 0; i < out.length; i++) out[i]! -= (dt / 6) * accelerations[i]!;
  }

  /** The same of coordinates: `1/6 (v₄ − v₅)`. */
  estimatePlaces({ v }: IntegratedSystem, dt: number, out: Float64Array): void {
    this.#v.compareEnds(dt, v, out);
  }
}

/**
 * The classical Runge-Kutta method (Kutta 1901): fourth order, four evaluations per step. The
 * default.
 */
export function rk4(): Integrator {
  return printAs({ name: 'rk4', create: () => new RungeKutta4() }, 'rk4');
}
