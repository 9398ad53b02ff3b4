import { addScaled } from '../base/vector.js';
import type { IntegratedSystem, Integrator, Stepper } from './integrator.js';

/** Stepper of {@link velocityStep}. */
export class VelocityStepper implements Stepper {
  readonly implicitForces = true;
  /** The energy that constraints have taken out of the motion and not yet returned, J. */
  readonly memory = new Float64Array(1);

  step(system: IntegratedSystem, dt: number): void {
    system.evaluateForces(true);
    system.beginVelocityStep(dt);
    addScaled(system.integral, dt, system.integralRates);

    addScaled(system.v, dt, system.accelerations);
    system.time += dt;
    system.constrainAndMove(dt, this.memory);
  }
}

/**
 * Semi-implicit Euler with the constraint imposed on the new velocity instead of the acceleration:
 *
 *     v* = v + dt W Q,   A μ₁ = −Cdot(v*),   A μ₂ = −r C
 *     v⁺ = v* + W Bᵀ Jᵀ (μ₁ + s μ₂),   q⁺ = q ⊕ dt (v* + W Bᵀ Jᵀ (μ₁ + μ₂))
 *
 * (Moreau 1988; Anitescu & Potra 1997), with prescribed motions and times of formulas at the end of
 * the step. It is of first order, with one factorization per step. Unlike accelerations, admissible
 * velocities stay finite where `A` becomes singular: networks fold flat, arms stretch and toggles
 * pass their dead centres. It loses energy, mostly little. `s ≤ 1` is the part of the feedback of
 * errors that the energy taken out by the constraints can pay for (see {@link affordablePart}). So
 * constraints never add energy, and errors shrink all the same. Stiff forces are taken at the end of
 * the step, linearly implicitly; see {@link ImplicitForces}. The force of a constraint is
 * `(μ₁ + s μ₂) / dt`, its mean over the step.
 */
export function velocityStep(): Integrator {
  return { name: 'velocityStep', create: () => new VelocityStepper() };
}
