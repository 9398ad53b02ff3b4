import { addScaled } from '../base/vector.js';
import { LARGEST_TURN, ROTATION_MEMORY } from '../model/body-store.js';
import type { IntegratedSystem, Stepper } from './integrator.js';

/** Parts of a step at most. */
const MOST_PARTS = 16;
/**
 * Part of the energy that constraints have taken, and that feedback may return, which is left after a step; errors fade
 * in five steps. Were it all left, what a chain loses as it whips would be returned in one blow seconds later.
 */
export const REMEMBERED = 0.97;

/** Stepper of {@link velocityStep}. */
export class VelocityStepper implements Stepper {
  readonly implicitForces = true;
  readonly order: 1 | 2 = 1;
  readonly feedsSwings: boolean;
  /**
   * The energy that constraints have taken out of the motion and not yet returned, J; and behind it
   * what rotations hand on from step to step.
   */
  memory = new Float64Array(1);
  readonly #theta: number;
  readonly #fliesExactly: boolean;
  readonly #remembered: number;

  constructor(theta = 1, fliesExactly = false, remembered = 1) {
    this.#theta = theta;
    this.feedsSwings = theta < 1;
    this.#fliesExactly = fliesExactly;
    this.#remembered = remembered;
  }

  /** Forgets what it hands on from step to step. */
  forget(): void {
    this.memory.fill(0);
  }

  /** Sizes the memory for the bodies of `system`. */
  resize({ rotations }: IntegratedSystem): void {
    let length = 1;
    for (const { count } of rotations) length += ROTATION_MEMORY * count;
    if (this.memory.length === length) return;
    // What belongs to other bodies now does not fit their velocities, and is not recalled.
    const memory = new Float64Array(length);
    memory.set(this.memory.subarray(0, Math.min(length, this.memory.length)));
    this.memory = memory;
  }

  acceptCorrection({ rotations }: IntegratedSystem): void {
    let at = 1;
    for (const rotation of rotations) {
      rotation.accept(this.memory, at);
      at += ROTATION_MEMORY * rotation.count;
    }
  }

  /** Takes a step in equal parts, in which no body that may be held or touched turns by more than is resolved. */
  step(system: IntegratedSystem, dt: number): void {
    this.memory[0]! *= this.#remembered;
    const turn = system.isConstrained ? dt * system.fastestTurn() : 0;
    // One where velocities are no numbers.
    const parts = Math.max(1, Math.min(MOST_PARTS, Math.ceil(turn / LARGEST_TURN) || 1));
    if (parts === 1) {
      this.take(system, dt);
      return;
    }
    const { time } = system;
    this.resize(system);
    for (let part = 1; part <= parts; part++) {
      if (part > 1) system.beginStep(true);
      system.takePart(this, dt / parts, () => {
        this.take(system, dt / parts);
      });
      system.time = time + (part / parts) * dt;
    }
  }

  /** Takes a step in which no body that may be held turns by more than is resolved. */
  protected take(system: IntegratedSystem, dt: number): void {
    const { rotations } = system;
    this.resize(system);
    let at = 1;
    for (const rotation of rotations) {
      rotation.recall(this.memory, at);
      at += ROTATION_MEMORY * rotation.count;
    }
    system.evaluateForces(true);
    const start = system.beginVelocityStep(dt, this.#theta, this.#fliesExactly);
    if (system.integral.length > 0) addScaled(system.integral, dt, system.integralRates);

    addScaled(system.v, dt, system.accelerations);
    for (const rotation of rotations) rotation.turn(dt, start, system.isConstrained);
    system.time += dt;
    system.constrainAndMove(dt, this.memory);
    at = 1;
    for (const rotation of rotations) {
      rotation.settle(this.memory, at);
      at += ROTATION_MEMORY * rotation.count;
    }
  }
}
