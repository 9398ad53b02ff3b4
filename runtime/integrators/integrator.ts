/**
 * What an integrator sees of a world: a state `(q, v, ∫C)` with its rates `(q̇, v̇, C)`. The arrays are the live state and the rates at the last
 * evaluation; they are the same arrays throughout a step.
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
  /** `target = −r C`: the `Cdot` by which a step of `dt` feeds back constraint errors at velocity level. */
  feedBackVelocity(dt: number, target: Float64Array): void;

  /** All rates at the present state and time. */
  evaluate(): void;
  /** `q̇` alone. */
  updateCoordinateRates(): void;
  /** Constraints at the present state and time, and in {@link accelerations} what the applied forces would do without them, `W Q`. */
  evaluateForces(): void;
  /** `q ⊕= dt v`: for coordinates that are no vectors (orientations) along the motion that `v` stands for. */
  displace(dt: number): void;
  /**
   * Impulses of the constraints: changes `v` at the present state and time by `W Bᵀ Jᵀ μ` such that `Cdot` becomes `target`, 0 if left out. They
   * stand for the time `dt / parts`, so that the multipliers become the forces `μ parts / dt`.
   */
  constrainVelocity(dt: number, parts: number, target?: Float64Array): void;
  /**
   * Finds `v` such that `C = 0` at `q ⊕ dt v` and `dt` later, changing it along the `W Bᵀ Jᵀ` of the present state, where {@link evaluate} must have been
   * called last, and moves there in coordinates and time. Returns false if `max |C| ≤ tolerance` could not be reached.
   */
  constrainDisplacement(dt: number, tolerance: number, maxIterations: number): boolean;
  /** Says that this step failed: it is taken again at velocity level, from where it began. */
  giveUp(): void;
}

/** An integrator at work for one world: holds its workspace. */
export interface Stepper {
  /**
   * True for methods that impose constraints on accelerations. A step in which that fails, because constraints all but depend on each other, is
   * taken again at velocity level.
   */
  readonly accelerationLevel?: boolean;
  /**
   * Advances state and time by `dt`. Allocates nothing unless the size of the state has changed. If the method fails, it calls
   * {@link IntegratedSystem.giveUp}.
   */
  step(system: IntegratedSystem, dt: number): void;
}

/** A choice of integrator and its options. One can serve any number of worlds: each gets its own {@link Stepper} from it. */
export interface Integrator {
  readonly name: string;
  create(): Stepper;
}
