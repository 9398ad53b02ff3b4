import { printAs } from '../base/printing.js';
import { checkPositive, readOptions } from '../base/check.js';
import { addScaled, copy, moveAlong } from '../base/vector.js';
import type { IntegratedSystem, Integrator, Stepper } from './integrator.js';

/** Options of {@link rattle}. */
export interface RattleOptions {
  /**
   * Largest `|C|` at the end of each step, in the units of the constraints. 1e-15 if left out.
   * Errors of rounding are accepted in any case.
   */
  readonly tolerance?: number;
  /**
   * Newton iterations per step. A step that needs more is taken at velocity level instead. 30 if
   * left out.
   */
  readonly maxIterations?: number;
}

class Rattle implements Stepper {
  readonly order = 2;
  readonly endsOnConstraints = true;
  readonly #tolerance: number;
  readonly #maxIterations: number;
  /** Velocities `v` in the middle of the step. */
  #middle = new Float64Array(0);
  /** Factors for vector.ts; the second is half a step. */
  readonly #factors = new Float64Array(2);

  constructor(tolerance: number, maxIterations: number) {
    this.#tolerance = tolerance;
    this.#maxIterations = maxIterations;
  }

  step(system: IntegratedSystem, dt: number): void {
    const { v, rotations } = system;
    if (this.#middle.length !== v.length) this.#middle = new Float64Array(v.length);
    const middle = this.#middle;
    const factors = this.#factors;
    factors[1] = dt / 2;

    // v½ = v + dt/2 W (Q + Bᵀ Jᵀ λ) with λ such that C(q ⊕ dt v½) = 0. The multipliers of the
    // accelerations are an estimate of λ.
    system.evaluate();
    system.addImpulses(dt / 2);
    for (const { flight } of rotations) {
      flight.begin();
      flight.removeGyroscopic(system.accelerations);
    }
    addScaled(system.integral, dt, system.integralRates);
    moveAlong(v, v, system.accelerations, factors);
    if (!system.constrainDisplacement(dt, this.#tolerance, this.#maxIterations)) {
      system.fail();
      return;
    }
    for (const { flight } of rotations) flight.end();

    // Forces that depend on velocity use that at the end of the step, estimated with the
    // acceleration at its beginning.
    copy(v, 0, middle, 0, v.length);
    moveAlong(v, v, system.accelerations, factors);
    system.evaluateForces();
    for (const { flight } of rotations) flight.removeGyroscopic(system.accelerations);
    system.addSoftImpulses(dt / 2);
    copy(middle, 0, v, 0, v.length);
    moveAlong(v, v, system.accelerations, factors);
    system.constrainVelocity(dt, 2);
  }
}

/**
 * RATTLE (Andersen 1983, "RATTLE: A velocity version of the SHAKE algorithm for molecular dynamics
 * calculations"; Hairer, Lubich & Wanner, Geometric Numerical Integration, section VII.1.4):
 *
 *     v½ = v + dt/2 W (Q + Bᵀ Jᵀ λ),   q⁺ = q ⊕ dt v½,          0 = C(q⁺)
 *     v⁺ = v½ + dt/2 W⁺ (Q⁺ + B⁺ᵀ J⁺ᵀ μ),                       0 = Cdot(q⁺, v⁺)
 *
 * with the free rotation of rigid bodies in space, by a symplectic splitting, as their `q ⊕ dt v½`:
 * `v½` is `W L` where it begins, and where it ends.
 *
 * It is of second order. For bodies with a constant mass matrix and forces that do not depend on
 * velocity it is symplectic and symmetric: energy errors stay bounded over very long times. After
 * every step, constraints hold to the tolerance in their values, and to rounding in their rates.
 * The equations for `λ` are solved by Newton iterations with the factorization of `A` at the
 * beginning of the step. There is no feedback. The force of a constraint is that of `μ`, at the end
 * of the step and first-order accurate; `world.evaluate()` gives the exact one.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NOT_POSITIVE.
 */
export function rattle(options: RattleOptions = {}): Integrator {
  const { tolerance = 1e-15, maxIterations = 30 } = readOptions(options, 'Options of rattle', [
    'tolerance',
    'maxIterations',
  ]);
  checkPositive(tolerance, "Option 'tolerance' of rattle");
  checkPositive(maxIterations, "Option 'maxIterations' of rattle");
  return printAs({ name: 'rattle', create: () => new Rattle(tolerance, maxIterations) }, 'rattle', () => ({
    tolerance,
    maxIterations,
  }));
}
