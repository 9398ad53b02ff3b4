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
  firstStage(state: Float64Array, rate: Float64Array, reach: number): void {
    copy(rate, 0, this.#sum, 0, state.length);
    moveAlong(state, this.#start, reach, rate);
  }

  /** Adds `weight` times the rate of a stage, and moves `state` to the next stage, `reach` along that rate. */
  stage(state: Float64Array, rate: Float64Array, weight: number, reach: number): void {
    addAndMove(this.#sum, weight, rate, state, this.#start, reach);
  }

  end(state: Float64Array, rate: Float64Array, dt: number): void {
    addScaled(this.#sum, 1, rate);
    moveAlong(state, this.#start, dt / 6, this.#sum);
  }
}

class RungeKutta4 implements Stepper {
  readonly #q = new StagedArray();
  readonly #v = new StagedArray();
  readonly #integral = new StagedArray();

  step(system: IntegratedSystem, dt: number): void {
    const start = system.time;
    this.#q.begin(system.q);
    this.#v.begin(system.v);
    this.#integral.begin(system.integral);

    system.evaluate();
    this.#q.firstStage(system.q, system.coordinateRates, dt / 2);
    this.#v.firstStage(system.v, system.accelerations, dt / 2);
    this.#integral.firstStage(system.integral, system.integralRates, dt / 2);
    system.time = start + dt / 2;
    system.evaluate();
    this.#stage(system, 2, dt / 2);
    system.evaluate();
    this.#stage(system, 2, dt);
    system.time = start + dt;
    system.evaluate();

    this.#q.end(system.q, system.coordinateRates, dt);
    this.#v.end(system.v, system.accelerations, dt);
    this.#integral.end(system.integral, system.integralRates, dt);
  }

  #stage(system: IntegratedSystem, weight: number, reach: number): void {
    this.#q.stage(system.q, system.coordinateRates, weight, reach);
    this.#v.stage(system.v, system.accelerations, weight, reach);
    this.#integral.stage(system.integral, system.integralRates, weight, reach);
  }
}

/** The classical Runge-Kutta method (Kutta 1901): fourth order, four evaluations per step. The default. */
export function rk4(): Integrator {
  return { name: 'rk4', create: () => new RungeKutta4() };
}
