import { squared } from '../base/powers.js';
import { printAs } from '../base/printing.js';
import { addScaled } from '../base/vector.js';
import { ROTATION_MEMORY } from '../model/body-store.js';
import type { IntegratedSystem, Integrator, Stepper } from './integrator.js';
import { VelocityStepper } from './velocity-stepper.js';

/** Part of the largest kinetic energy so far that constraints may add to the motion, beside as much as they have taken. */
const LARGEST_PART = 0.004;

/** Steps at velocity level, with one more number in memory: the largest kinetic energy so far. */
class InterposedStepper extends VelocityStepper {
  override resize(system: IntegratedSystem): void {
    const length = 2 + ROTATION_MEMORY * system.rotations.reduce((sum, { count }) => sum + count, 0);
    if (this.memory.length === length) return;
    const memory = new Float64Array(length);
    memory[0] = this.memory[0]!;
    memory[length - 1] = this.largest;
    this.memory = memory;
  }

  get largest(): number {
    return this.memory.length > 1 ? this.memory.at(-1)! : 0;
  }

  set largest(energy: number) {
    this.memory[this.memory.length - 1] = energy;
  }
}

class SemiImplicitEuler implements Stepper {
  readonly accelerationLevel = true;
  readonly order = 1;
  readonly #velocityStepper = new InterposedStepper();
  /** True where bodies have a free rotation of their own. */
  #turns = false;

  get memory(): Float64Array {
    return this.#velocityStepper.memory;
  }

  resize(system: IntegratedSystem): void {
    this.#turns = system.rotations.length > 0;
    this.#velocityStepper.resize(system);
  }

  acceptCorrection(system: IntegratedSystem): void {
    if (this.#turns) this.#velocityStepper.acceptCorrection(system);
  }

  step(system: IntegratedSystem, dt: number): void {
    const stepper = this.#velocityStepper;
    const isHeld = this.#turns && system.rotations.some((rotation) => rotation.isHeldWhileTurning(dt));
    if (isHeld) {
      stepper.step(system, dt);
      return;
    }
    const { rotations, v } = system;
    system.evaluate();
    if (system.isConstrained && !this.#canAfford(system, dt)) {
      system.beginStep();
      stepper.step(system, dt);
      return;
    }
    if (this.#turns) stepper.memory.fill(0, 1, stepper.memory.length - 1);
    system.addImpulses(dt);
    addScaled(system.integral, dt, system.integralRates);
    for (const rotation of rotations) rotation.recall();
    addScaled(v, dt, system.accelerations);
    for (const rotation of rotations) rotation.turn(dt);
    if (this.#turns) system.move(dt);
    else {
      system.updateCoordinateRates();
      addScaled(system.q, dt, system.coordinateRates);
    }
    for (const rotation of rotations) rotation.settle();
    system.time += dt;
  }

  /** Takes what constraints add to the motion in the step from what they may. Returns false, with nothing taken, if that is too much. */
  #canAfford(system: IntegratedSystem, dt: number): boolean {
    const stepper = this.#velocityStepper;
    const { memory } = stepper;
    const largest = Math.max(stepper.largest, squared(system.start.momentum) / 2);
    stepper.largest = largest;
    const left = memory[0]! - system.constraintWork(dt);
    if (left < -LARGEST_PART * largest) return false;
    memory[0] = Math.min(LARGEST_PART * largest, left);
    return true;
  }
}

/**
 * Semi-implicit (symplectic) Euler: `v += dt v̇`, then `q += dt q̇` with the new `v`. First order,
 * one evaluation per step. Energy errors stay bounded for conservative forces.
 *
 * Rigid bodies in space turn freely between torques, by a symmetric splitting that keeps the angular
 * momentum. Steps in which a constraint holds a body against its gyroscopic torque are taken as
 * {@link velocityStep} takes them. So are those in which constraints would add more than a few thousandths to the largest
 * kinetic energy so far: accelerations at the beginning of a step lead bodies
 * outwards from their arcs.
 */
export function semiImplicitEuler(): Integrator {
  return printAs({ name: 'semiImplicitEuler', create: () => new SemiImplicitEuler() }, 'semiImplicitEuler');
}
