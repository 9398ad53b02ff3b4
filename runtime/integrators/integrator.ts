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
  /** All rates at the present state and time. */
  evaluate(): void;
  /** `q̇` alone. */
  updateCoordinateRates(): void;
}

/** An integrator at work for one world: holds its workspace. */
export interface Stepper {
  /** Advances state and time by `dt`. Allocates nothing unless the size of the state has changed. */
  step(system: IntegratedSystem, dt: number): void;
}

/** A choice of integrator and its options. One can serve any number of worlds: each gets its own {@link Stepper} from it. */
export interface Integrator {
  readonly name: string;
  create(): Stepper;
}
