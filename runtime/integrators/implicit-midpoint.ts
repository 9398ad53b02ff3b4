import { printAs } from '../base/printing.js';
import { copy } from '../base/vector.js';
import type { Newton } from '../implicit/newton.js';
import { ImplicitStepper, readImplicitOptions, type ImplicitOptions } from './implicit-stepper.js';
import type { IntegratedSystem, Integrator } from './integrator.js';

class ImplicitMidpoint extends ImplicitStepper {
  readonly order = 2;
  readonly unconstrained = true;

  protected memoryLength(): number {
    return 0;
  }

  protected take(system: IntegratedSystem, newton: Newton, h: number): boolean {
    const { b, c } = this;
    const { motion } = newton;
    copy(system.q, 0, b, 0, b.length);
    motion.toBodyAxes(c);
    system.time += h / 2;
    if (!newton.solve({ k: h / 2, b, c })) return false;
    // From the middle as far on as it lies from the beginning: c becomes 2 v − c.
    motion.toBodyAxes(b);
    for (let i = 0; i < c.length; i++) c[i] = 2 * b[i]! - c[i]!;
    system.move(h / 2);
    motion.fromBodyAxes(c);
    return true;
  }
}

/**
 * The implicit midpoint rule for energies and bodies: forces and velocities are those halfway through the step,
 *
 *     M (v⁺ − v) = dt (Q − Bᵀ ∇V),   q⁺ = q ⊕ dt (v + v⁺)/2   at (q ⊕ q⁺)/2, (v + v⁺)/2, t + dt/2
 *
 * Second order and the same backwards in time: energy does not drift, and linear oscillators keep theirs to
 * rounding, however long the step; one of rate `ω` turns at `2/dt atan(ω dt/2)`. So nothing is damped that a step
 * does not resolve: for smooth motion, as of planets and of strings (Hairer, Lubich & Wanner, Geometric Numerical
 * Integration, sections II.1 and IX.8). It takes no constraints: they would hold halfway through steps alone. With the
 * options and errors of `implicitEuler`; worlds throw E_INTEGRATOR for constraints and for shapes.
 */
export function implicitMidpoint(options: ImplicitOptions = {}): Integrator {
  const given = readImplicitOptions(options, 'implicitMidpoint');
  return printAs(
    { name: 'implicitMidpoint', create: () => new ImplicitMidpoint(given) },
    'implicitMidpoint',
    () => given,
  );
}
