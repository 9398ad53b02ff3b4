import { printAs } from '../base/printing.js';
import { addScaled } from '../base/vector.js';
import type { IntegratedSystem, Integrator, Stepper } from './integrator.js';
import { VelocityStepper } from './velocity-stepper.js';

class SemiImplicitEuler implements Stepper {
  readonly accelerationLevel = true;
  readonly order = 1;
  readonly #velocityStepper = new VelocityStepper();
  /** True where bodies have a free rotation of their own. */
  #turns = false;

  get memory(): Float64Array | undefined {
    return this.#turns ? this.#velocityStepper.memory : undefined;
  }

  resize(system: IntegratedSystem): void {
    this.#turns = system.rotations.length > 0;
    if (this.#turns) this.#velocityStepper.resize(system);
  }

  acceptCorrection(system: IntegratedSystem): void {
    if (this.#turns) this.#velocityStepper.acceptCorrection(system);
  }

  step(system: IntegratedSystem, dt: number): void {
    if (this.#turns && system.rotations.some((rotation) => rotation.isHeldWhileTurning(dt))) {
      this.#velocityStepper.step(system, dt);
      return;
    }
    const { rotations, v } = system;
    if (this.#turns) this.#velocityStepper.forget();
    system.evaluate();
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
}

/**
 * Semi-implicit (symplectic) Euler: `v += dt v̇`, then `q += dt q̇` with the new `v`. First order,
 * one evaluation per step. Energy errors stay bounded for conservative forces.
 *
 * Rigid bodies in space turn freely between torques, by a symmetric splitting that keeps the angular
 * momentum. Steps in which a constraint holds a body against its gyroscopic torque are taken as
 * {@link velocityStep} takes them.
 */
export function semiImplicitEuler(): Integrator {
  return printAs({ name: 'semiImplicitEuler', create: () => new SemiImplicitEuler() }, 'semiImplicitEuler');
}
