import { printAs } from '../base/printing.js';
import { checkPositive, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { Integrator } from './integrator.js';
import { MidpointStepper } from './midpoint-stepper.js';
import { REMEMBERED, VelocityStepper } from './velocity-stepper.js';

/** Options of {@link velocityStep}. */
export interface VelocityStepOptions {
  /**
   * Weight of the new velocity in the motion of coordinates, `q⁺ = q ⊕ dt (θ v⁺ + (1 − θ) v)`, from
   * 1/2 to 1. 1 if left out. With 1/2 flights under gravity are exact.
   */
  readonly theta?: number;
  /**
   * Order of the error in the step: 1 if left out. With 2, smooth motion is followed more exactly, at
   * somewhat more cost. Steps in which inequalities, friction, largest forces, rows with a compliance or
   * stiff forces act stay of first order.
   */
  readonly order?: 1 | 2;
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
 * errors that the energy taken out by the constraints can pay for. So
 * constraints never add energy, and errors shrink all the same. Stiff forces are taken at the end of
 * the step, linearly implicitly. The force of a constraint is
 * `(μ₁ + s μ₂) / dt`, its mean over the step.
 *
 * With `theta` below 1 it is Moreau and Jean's method (Jean 1999, "The non-smooth contact dynamics
 * method"): coordinates move by a mean of the old and the new velocity. An inequality acts where
 * `C + dt/2 Cdot ≤ 0` at the beginning: its rate is then at least `−e` times that before.
 * It may be violated by a part of a step, which is not fed back; projection removes it.
 *
 * With `order` 2, forces and constraints are evaluated at the midpoint `q_M = q ⊕ dt/2 v`, halfway
 * through the step in time, with velocities that the last step's accelerations foresee there. There
 * the constraints reverse their rates, `A μ₁ = −Cdot(v*) − Cdot(v)`, which does no work, and
 * `q⁺ = q_M ⊕ dt/2 (v* + W Bᵀ Jᵀ (μ₁ + μ₂))`. It is of second order, still with one factorization,
 * and loses no energy to first order. Steps in which rows with bounds act, rows have a compliance
 * or forces are stiff stay of first order.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE, E_NOT_POSITIVE.
 */
export function velocityStep(options: VelocityStepOptions = {}): Integrator {
  const { theta = 1, order = 1 } = readOptions(options, 'Options of velocityStep', ['theta', 'order']);
  checkPositive(theta, "Option 'theta' of velocityStep");
  if (theta < 0.5 || theta > 1) {
    throw new HolonomicRuntimeError(
      'E_NUMBER',
      `Option 'theta' of velocityStep is ${theta}.`,
      'Give a number from 1/2 to 1.',
    );
  }
  checkPositive(order, "Option 'order' of velocityStep");
  if ((order as number) !== 1 && (order as number) !== 2) {
    throw new HolonomicRuntimeError('E_NUMBER', `Option 'order' of velocityStep is ${String(order)}.`, 'Give 1 or 2.');
  }
  const create = () => (order === 1 ? new VelocityStepper(theta, false, REMEMBERED) : new MidpointStepper(theta));
  return printAs({ name: 'velocityStep', create }, 'velocityStep', () => (order === 1 ? { theta } : { theta, order }));
}
