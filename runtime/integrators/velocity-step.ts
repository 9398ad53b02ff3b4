import { addScaled } from '../base/vector.js';
import type { IntegratedSystem, Integrator, Stepper } from './integrator.js';

/** Stepper of {@link velocityStep}. */
export class VelocityStepper implements Stepper {
  /** `Cdot` at the end of the step. */
  #target = new Float64Array(0);

  step(system: IntegratedSystem, dt: number): void {
    system.evaluateForces();
    const { C, v } = system;
    if (this.#target.length !== C.length) this.#target = new Float64Array(C.length);
    const target = this.#target;
    system.feedBackVelocity(dt, target);
    addScaled(system.integral, dt, system.integralRates);

    addScaled(v, dt, system.accelerations);
    system.time += dt;
    system.constrainVelocity(dt, 1, target);
    system.displace(dt);
  }
}

/**
 * Semi-implicit Euler with the constraint imposed on the new velocity instead of the acceleration:
 *
 *     v* = v + dt W Q,   A μ = −Cdot(v*) − r C,   v⁺ = v* + W Bᵀ Jᵀ μ,   q⁺ = q ⊕ dt v⁺
 *
 * (Moreau 1988; Anitescu & Potra 1997), with prescribed motions and times of formulas at the end of
 * the step. It is of first order, with one solution per step. Unlike accelerations, admissible
 * velocities stay finite where `A` becomes singular: networks fold flat, arms stretch and toggles
 * pass their dead centres. It loses energy, mostly little. The force of a constraint is `μ / dt`,
 * its mean over the step.
 */
export function velocityStep(): Integrator {
  return { name: 'velocityStep', create: () => new VelocityStepper() };
}
