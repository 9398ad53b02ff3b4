import { printAs } from '../base/printing.js';
import { checkPositive, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { addScaled } from '../base/vector.js';
import { LARGEST_TURN, ROTATION_MEMORY } from '../model/body-store.js';
import type { IntegratedSystem, Integrator, Stepper } from './integrator.js';

/** Options of {@link velocityStep}. */
export interface VelocityStepOptions {
  /**
   * Weight of the new velocity in the motion of coordinates, `q⁺ = q ⊕ dt (θ v⁺ + (1 − θ) v)`, from
   * 1/2 to 1. 1 if left out. With 1/2 flights under gravity are exact.
   */
  readonly theta?: number;
}

/** Parts of a step at most. */
const MOST_PARTS = 16;

/** Stepper of {@link velocityStep}. */
export class VelocityStepper implements Stepper {
  readonly implicitForces = true;
  readonly firstOrder = true;
  /**
   * The energy that constraints have taken out of the motion and not yet returned, J; and behind it
   * what rotations hand on from step to step.
   */
  memory = new Float64Array(1);
  readonly #theta: number;

  constructor(theta = 1) {
    this.#theta = theta;
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

  step(system: IntegratedSystem, dt: number): void {
    const parts = system.isConstrained ? this.#partsOf(system, dt) : 1;
    const { time } = system;
    for (let part = 1; part <= parts; part++) {
      if (part > 1) system.beginStep();
      this.#take(system, dt / parts);
      if (parts > 1) system.time = time + (part / parts) * dt;
    }
  }

  /** Number of equal parts of a step of `dt` in which no body that may be held turns by more than is resolved. */
  #partsOf({ rotations }: IntegratedSystem, dt: number): number {
    let fastest = 0;
    for (const rotation of rotations) fastest = Math.max(fastest, rotation.fastest());
    return Math.max(1, Math.min(MOST_PARTS, Math.ceil((dt * fastest) / LARGEST_TURN) || 1));
  }

  #take(system: IntegratedSystem, dt: number): void {
    const { rotations } = system;
    this.resize(system);
    let at = 1;
    for (const rotation of rotations) {
      rotation.recall(this.memory, at);
      at += ROTATION_MEMORY * rotation.count;
    }
    system.evaluateForces(true);
    const start = system.beginVelocityStep(dt, this.#theta);
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
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE, E_NOT_POSITIVE.
 */
export function velocityStep(options: VelocityStepOptions = {}): Integrator {
  const { theta = 1 } = readOptions(options, 'Options of velocityStep', ['theta']);
  checkPositive(theta, "Option 'theta' of velocityStep");
  if (theta < 0.5 || theta > 1) {
    throw new HolonomicRuntimeError(
      'E_NUMBER',
      `Option 'theta' of velocityStep is ${theta}.`,
      'Give a number from 1/2 to 1.',
    );
  }
  return printAs({ name: 'velocityStep', create: () => new VelocityStepper(theta) }, 'velocityStep', () => ({ theta }));
}
