import { moveAndKeep, moveToSum, startAlong } from '../base/vector.js';
import type { IntegratedSystem, Integrator, Stepper } from './integrator.js';

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

  end(y: Float64Array, rate: Float64Array, factors: Float64Array): void {
    moveToSum(y, this.#start, this.#k1, this.#k2, this.#k3, rate, factors);
  }
}

class RungeKutta4 implements Stepper {
  readonly accelerationLevel = true;
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
    factors[1] = dt / 2;
    this.#q.firstStage(q, system.currentRates(), factors);
    this.#v.firstStage(v, system.accelerations, factors);
    if (integrates) this.#integral.firstStage(integral, system.integralRates, factors);
    system.time = start + dt / 2;

    system.evaluateAccelerations();
    this.#q.secondStage(q, system.currentRates(), factors);
    this.#v.secondStage(v, system.accelerations, factors);
    if (integrates) this.#integral.secondStage(integral, system.integralRates, factors);

    system.evaluateAccelerations();
    factors[1] = dt;
    this.#q.thirdStage(q, system.currentRates(), factors);
    this.#v.thirdStage(v, system.accelerations, factors);
    if (integrates) this.#integral.thirdStage(integral, system.integralRates, factors);
    system.time = start + dt;

    system.evaluateAccelerations();
    factors[1] = dt / 6;
    this.#q.end(q, system.currentRates(), factors);
    this.#v.end(v, system.accelerations, factors);
    if (integrates) this.#integral.end(integral, system.integralRates, factors);
  }
}

/**
 * The classical Runge-Kutta method (Kutta 1901): fourth order, four evaluations per step. The
 * default.
 */
export function rk4(): Integrator {
  return { name: 'rk4', create: () => new RungeKutta4() };
}
