/**
 * What an integrator sees of a world: a state `(q, v, ∫C)` with its rates `(q̇, v̇, C)`. The arrays
 * are the live state and the rates at the last evaluation; they are the same arrays throughout a
 * step.
 */
export interface IntegratedSystem {
  /** Time, s. To be set to that of each evaluation. */
  time: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** Integral of the constraint errors; empty unless the feedback uses it. */
  readonly integral: Float64Array;
  /** `q̇ = N(q) v`. */
  readonly coordinateRates: Float64Array;
  /** `v̇`. */
  readonly accelerations: Float64Array;
  readonly integralRates: Float64Array;
  /** `C` and `Cdot`, one entry per row, at the last evaluation. */
  readonly C: Float64Array;
  readonly Cdot: Float64Array;
  /**
   * `target = −r C`: the `Cdot` by which a step of `dt` feeds back constraint errors at velocity
   * level.
   */
  feedBackVelocity(dt: number, target: Float64Array): void;

  /**
   * True where the feedback acceleration is found once per step and held during it, so that rates
   * jump from one step to the next.
   */
  readonly samplesFeedback: boolean;
  /** All rates at the present state and time. */
  evaluate(): void;
  /** Like {@link evaluate} without `q̇`, for {@link currentRates}. */
  evaluateAccelerations(): void;
  /**
   * `q̇` at the present velocities: {@link coordinateRates}, or the velocities themselves where
   * they are the same, so to be read before they change.
   */
  currentRates(): Float64Array;
  /** `q̇` alone. */
  updateCoordinateRates(): void;
  /**
   * Constraints at the present state and time, and in {@link accelerations} what the applied forces
   * would do without them, `W Q`.
   */
  evaluateForces(): void;
  /**
   * `q ⊕= dt v`: for coordinates that are no vectors (orientations) along the motion that `v`
   * stands for.
   */
  displace(dt: number): void;
  /**
   * Impulses of the constraints: changes `v` at the present state and time by `W Bᵀ Jᵀ μ` such that
   * `Cdot` becomes `target`, 0 if left out. They stand for the time `dt / parts`, so that the
   * multipliers become the forces `μ parts / dt`.
   */
  constrainVelocity(dt: number, parts: number, target?: Float64Array): void;
  /**
   * Finds `v` such that `C = 0` at `q ⊕ dt v` and `dt` later, changing it along the `W Bᵀ Jᵀ` of
   * the present state, where {@link evaluate} must have been called last, and moves there in
   * coordinates and time. Returns false if `max |C| ≤ tolerance` could not be reached.
   */
  constrainDisplacement(dt: number, tolerance: number, maxIterations: number): boolean;
  /** Reports that this step failed: it is taken again at velocity level, from where it began. */
  fail(): void;
  /**
   * Length of the steps around the present one, s, which may be shorter to end at a given time. To
   * be set before {@link beginStep}.
   */
  usual: number;
  /**
   * The next evaluation is the first of a step. An integrator that makes steps of its own within
   * one calls this before each.
   */
  beginStep(): void;
  /**
   * The body that the velocity `i` belongs to and the constraint that loads it most, as the subject
   * of a sentence, for messages.
   */
  describeVelocity(i: number): string;
}

/** An integrator at work for one world: holds its workspace. */
export interface Stepper {
  /**
   * True for methods that impose constraints on accelerations. A step in which that fails, because
   * constraints all but depend on each other, is taken again at velocity level.
   */
  readonly accelerationLevel?: boolean;
  /**
   * Advances state and time by `dt`. Allocates nothing unless the size of the state has changed. If
   * the method fails, it calls {@link IntegratedSystem.fail}.
   */
  step(system: IntegratedSystem, dt: number): void;
  /** Finite numbers that it remembers from step to step, if any: part of a world's snapshot. */
  readonly memory?: Float64Array;
  /**
   * False where finite numbers as many as its {@link memory} cannot be what it remembers. Every
   * memory can if left out.
   */
  canRecall?(memory: Float64Array): boolean;
  /** Steps rejected for a shorter one. */
  readonly rejected?: number;
}

/** A stepper that chooses the lengths of its steps, and knows the solution between their ends. */
export interface AdaptiveStepper extends Stepper {
  readonly memory: Float64Array;
  readonly rejected: number;
  /** Ends of the last step, s. */
  readonly stepStart: number;
  readonly stepEnd: number;
  /**
   * One step of its own choice from the system's time, which ends at `end` at the latest. `fresh`
   * says that the state or the forces may have been changed since the last step, so that nothing of
   * it can be used again.
   */
  ownStep(system: IntegratedSystem, end: number, fresh: boolean): void;
  /** Takes the system's state for that at the end of the last step, however it was mended since. */
  settle(system: IntegratedSystem): void;
  /**
   * Sets state and time of `system` to those at `t`, which lies in the last step; to the bit at its
   * end. Allocates nothing.
   */
  interpolate(system: IntegratedSystem, t: number): void;
}

/** True for steppers with {@link AdaptiveStepper.ownStep}. */
export function isAdaptive(stepper: Stepper): stepper is AdaptiveStepper {
  return 'ownStep' in stepper;
}

/**
 * A choice of integrator and its options. One can serve any number of worlds: each gets its own
 * {@link Stepper} from it.
 */
export interface Integrator {
  readonly name: string;
  create(): Stepper;
}
