import { printAs } from '../base/printing.js';
import { copy } from '../base/vector.js';
import type { Newton } from '../implicit/newton.js';
import { ImplicitStepper, readImplicitOptions, type ImplicitOptions } from './implicit-stepper.js';
import type { IntegratedSystem, Integrator } from './integrator.js';

class ImplicitEuler extends ImplicitStepper {
  readonly order = 1;

  protected memoryLength(): number {
    return 0;
  }

  protected take(system: IntegratedSystem, newton: Newton, h: number): boolean {
    const { b, c } = this;
    copy(system.q, 0, b, 0, b.length);
    newton.motion.toBodyAxes(c);
    system.time += h;
    return newton.solve({ k: h, b, c });
  }
}

/**
 * The implicit Euler method for energies, constraints and bodies: forces, multipliers and velocities are those
 * at the end of the step,
 *
 *     M⁺ (v⁺ − v) = dt (Q⁺ − B⁺ᵀ ∇V⁺ + B⁺ᵀ J⁺ᵀ λ⁺),   q⁺ = q ⊕ dt v⁺,   0 = C(q⁺)
 *
 * Energies may be as stiff as they like: their second derivatives and the curvature of constraints enter
 * Newton's method, with soft constraints and stiff forces, see {@link Force.stiffRows}. Forces without known
 * stiffness are evaluated at each iterate, so that those too stiff for an explicit step do not converge.
 * First order: oscillations that a step does not resolve are damped, and slow ones a little. For statics,
 * cloth and soft bodies in real time. Constraints hold at the end of each step. It takes equations alone: no
 * limits, motors with a largest force, contacts.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE, E_NOT_POSITIVE; a step throws E_STEP_UNDERFLOW where
 * it does not converge in 64 parts either. Worlds throw E_INTEGRATOR for constraints with bounds and for shapes.
 */
export function implicitEuler(options: ImplicitOptions = {}): Integrator {
  const given = readImplicitOptions(options, 'implicitEuler');
  return printAs({ name: 'implicitEuler', create: () => new ImplicitEuler(given) }, 'implicitEuler', () => given);
}
