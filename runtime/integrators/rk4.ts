import { addAndMove, addScaled, copy, moveAlong } from '../vector.js';
import type { IntegratedSystem, Integrator, Stepper } from './integrator.js';

/** One part of the state through the stages of a step. */
class StagedArray {
  #start = new Float64Array(0);
  #sum = new Float64Array(0);

  begin(state: Float64Array): void {
    if (this.#start.length !== state.length) {
      this.#start = new Float64Array(state.length);
      this.#sum = new Float64Array(state.length);
    }
    copy(state, 0, this.#start, 0, state.length);
  }

  /** Like {@link stage}, for the first one. */
  firstStage(state: Float64Array, rate: Float64Array, factors: Float64Array): void {
    copy(rate, 0, this.#sum, 0, state.length);
    moveAlong(state, this.#start, rate, factors);
  }

  /** Adds the weighted rate of a stage, and moves `state` along that rate to the next stage; `factors` are weight and reach. */
  stage(state: Float64Array, rate: Float64Array, factors: Float64Array): void {
    addAndMove(this.#sum, rate, state, this.#start, factors);
  }

  end(state: Float64Array, rate: Float64Array, factors: Float64Array): void {
    addScaled(this.#sum, 1, rate);
    moveAlong(state, this.#start, this.#sum, factors);
  }
}

class RungeKutta4 implements Stepper {
  readonly accelerationLevel = true;
  readonly #q = new StagedArray();
  readonly #v = new StagedArray();
  readonly #integral = new StagedArray();
  /** Weight of a stage's rates, and how far along them the next stage is. */
  readonly #factors = new Float64Array(2);

  step(system: IntegratedSystem, dt: number): void {
    const start = system.time;
    const factors = this.#factors;
    this.#q.begin(system.q);
    this.#v.begin(system.v);
    this.#integral.begin(system.integral);

    system.evaluate();
    factors[1] = dt / 2;
    this.#q.firstStage(system.q, system.coordinateRates, factors);
    this.#v.firstStage(system.v, system.accelerations, factors);
    this.#integral.firstStage(system.integral, system.integralRates, factors);
    system.time = start + dt / 2;
    system.evaluate();
    factors[0] = 2;
    this.#stage(system);
    system.evaluate();
    factors[1] = dt;
    this.#stage(system);
    system.time = start + dt;
    system.evaluate();

    factors[1] = dt / 6;
    this.#q.end(system.q, system.coordinateRates, factors);
    this.#v.end(system.v, system.accelerations, factors);
    this.#integral.end(system.integral, system.integralRates, factors);
  }

  #stage(system: IntegratedSystem): void {
    this.#q.stage(system.q, system.coordinateRates, this.#factors);
    this.#v.stage(system.v, system.accelerations, this.#factors);
    this.#integral.stage(system.integral, system.integralRates, this.#factors);
  }
}

/** The classical Runge-Kutta method (Kutta 1901): fourth order, four evaluations per step. The default. */
export function rk4(): Integrator {
  return { name: 'rk4', create: () => new RungeKutta4() };
}
