import { addScaled, copy } from '../base/vector.js';
import { ROTATION_MEMORY } from '../model/body-store.js';
import { MidpointLevel } from '../stabilize/midpoint-level.js';
import type { StabilizedSystem } from '../stabilize/stabilized-system.js';
import type { IntegratedSystem } from './integrator.js';
import { REMEMBERED, VelocityStepper } from './velocity-stepper.js';

const createLevel = (stabilized: StabilizedSystem): MidpointLevel => new MidpointLevel(stabilized);

/**
 * Steps of second order at velocity level; see {@link velocityStep}. Forces and constraints are
 * evaluated halfway through the step. Steps in which rows with bounds act, rows have a compliance, or
 * forces are stiff are steps of {@link VelocityStepper}.
 */
export class MidpointStepper extends VelocityStepper {
  override readonly order = 2;
  /** Accelerations in the last step, behind what else is remembered. */
  #accelerations = new Float64Array(0);
  /** Coordinates and velocities at the beginning of the step. */
  #q = new Float64Array(0);
  #v = new Float64Array(0);

  constructor(theta = 1) {
    super(theta, theta === 1, REMEMBERED);
  }

  override resize(system: IntegratedSystem): void {
    const { q, v, rotations } = system;
    let length = 1;
    for (const { count } of rotations) length += ROTATION_MEMORY * count;
    if (this.#v.length === v.length && this.#q.length === q.length && this.memory.length === length + v.length) return;
    const memory = new Float64Array(length + v.length);
    memory.set(this.memory.subarray(0, Math.min(length, this.memory.length - this.#v.length)));
    this.memory = memory;
    this.#accelerations = memory.subarray(length);
    this.#q = new Float64Array(q.length);
    this.#v = new Float64Array(v.length);
  }

  protected override take(system: IntegratedSystem, dt: number): void {
    this.resize(system);
    const { v } = system;
    copy(v, 0, this.#v, 0, v.length);
    if (system.foreseesMidpoint(dt, this.#accelerations, createLevel) && this.#takeMidpoint(system, dt)) {
      const rates = this.#accelerations;
      for (let i = 0; i < rates.length; i++) rates[i] = (v[i]! - this.#v[i]!) / dt;
      return;
    }
    super.take(system, dt);
    // Impacts say nothing of the next step.
    copy(system.accelerations, 0, this.#accelerations, 0, v.length);
  }

  /** Returns false, with the state as it was, where forces are stiff, bounds are broken, or impulses would add energy. */
  #takeMidpoint(system: IntegratedSystem, dt: number): boolean {
    const { q, v, time, rotations } = system;
    copy(q, 0, this.#q, 0, q.length);
    let at = 1;
    for (const rotation of rotations) {
      rotation.beginMidpoint(this.memory, at);
      at += ROTATION_MEMORY * rotation.count;
    }
    system.move(dt / 2);
    system.time = time + dt / 2;
    // Velocities in the middle of the step.
    if (system.dependsOnVelocity) addScaled(v, dt / 2, this.#accelerations);
    system.evaluateForces(true);
    for (const rotation of rotations) rotation.keep();
    copy(this.#v, 0, v, 0, v.length);
    if (!system.beginMidpointStep(dt)) return this.#goBack(system, time);
    addScaled(v, dt, system.accelerations);
    for (const rotation of rotations) rotation.turnAtMidpoint(dt, this.#v);
    const bank = this.memory[0]!;
    if (!system.constrainAndMove(dt, this.memory)) return this.#goBack(system, time);
    // The last step's accelerations may have foreseen less than there was.
    if (system.boundsAct(0)) {
      this.memory[0] = bank;
      return this.#goBack(system, time);
    }
    if (system.integral.length > 0) addScaled(system.integral, dt, system.integralRates);
    system.time = time + dt;
    at = 1;
    for (const rotation of rotations) {
      rotation.settleFromMidpoint(this.memory, at);
      at += ROTATION_MEMORY * rotation.count;
    }
    return true;
  }

  #goBack(system: IntegratedSystem, time: number): false {
    const { q, v } = system;
    copy(this.#q, 0, q, 0, q.length);
    copy(this.#v, 0, v, 0, v.length);
    system.time = time;
    return false;
  }
}
