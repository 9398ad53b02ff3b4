import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { DEFAULT_RATE_TIMES_STEP } from '../equations/feedback.js';
import type { BoundedRows } from './bounds.js';
import { ImplicitForces } from './implicit-forces.js';
import type { MidpointLevel } from './midpoint-level.js';
import type { StabilizedSystem } from './stabilized-system.js';
import { VelocityLevel } from './velocity-level.js';

/**
 * Finds, for one structure, which kind of step at velocity level the present one is: of equations alone, with
 * other rows or stiff forces besides, or by the midpoint. See the methods of the same names of
 * {@link IntegratedSystem}. Each kind is made when it is first needed.
 */
export class VelocityLevels {
  readonly #motion: EquationsOfMotion;
  readonly #stabilized: StabilizedSystem;
  readonly #bounded: BoundedRows;
  #equations: VelocityLevel | undefined;
  /** Stiff forces, if the world has any, and the steps with their rows. */
  #implicitForces: ImplicitForces | undefined;
  #allRows: VelocityLevel | undefined;
  #midpoint: MidpointLevel | undefined;
  /** The kind of the present step. */
  #present: VelocityLevel | undefined;

  constructor(motion: EquationsOfMotion, stabilized: StabilizedSystem, bounded: BoundedRows) {
    this.#motion = motion;
    this.#stabilized = stabilized;
    this.#bounded = bounded;
  }

  /** Steps with equations alone. */
  get equations(): VelocityLevel {
    return (this.#equations ??= new VelocityLevel(this.#stabilized));
  }

  /**
   * Feeds back errors with the rate `r`, 1/s. By default it is `0.2 / dt`, which multiplies
   * errors by 0.8 per step. Given gains describe a spring and a damper along the constraint. An
   * implicit step turns these into `r = ks / (kd + dt ks)`, stable for any step (Catto 2011, "Soft
   * Constraints", Game Developers Conference). `ki` plays no part. In worlds with bounds, rows have a
   * compliance of `regularization · A_ii` at least. Unless it `feedsBack`, errors stay.
   */
  begin(dt: number, theta: number, fliesExactly: boolean, regularization: number, feedsBack: boolean): Float64Array {
    const rate = feedsBack ? this.#feedbackRate(dt) : 0;
    const level = this.#beginWithForces(dt, rate, theta, regularization, feedsBack) ?? this.equations;
    this.#present = level;
    return level.begin(dt, rate, theta, fliesExactly, this.#motion.accelerations);
  }

  foreseesMidpoint(
    dt: number,
    accelerations: Float64Array,
    create: (stabilized: StabilizedSystem) => MidpointLevel,
  ): boolean {
    const level = (this.#midpoint ??= create(this.#stabilized));
    return level.foresees(dt, accelerations, this.#bounded);
  }

  beginMidpoint(dt: number): boolean {
    const rate = this.#feedbackRate(dt);
    if (this.#beginWithForces(dt, rate, 1, 0, true) && this.#implicitForces?.isStiff === true) return false;
    const { system, stores, state } = this.#motion;
    system.plain.updateRates(stores, state.v);
    this.#present = this.#midpoint;
    this.#midpoint?.beginMidpoint(rate);
    return true;
  }

  constrainAndMove(dt: number, bank: Float64Array): boolean {
    return this.#present?.constrainAndMove(dt, bank) === true;
  }

  /** Rate of the feedback of errors in a step of `dt`, 1/s. */
  #feedbackRate(dt: number): number {
    const { sampled, ks, kd } = this.#motion.feedback;
    if (sampled) return DEFAULT_RATE_TIMES_STEP / dt;
    return ks === 0 ? 0 : ks / (kd + dt * ks);
  }

  /** Returns steps with all rows, where `dt` makes others than those of equations necessary. */
  #beginWithForces(
    dt: number,
    rate: number,
    theta: number,
    regularization: number,
    feedsBack: boolean,
  ): VelocityLevel | undefined {
    if (this.#motion.system.isPlain) return undefined;
    const forces = (this.#implicitForces ??= new ImplicitForces(this.#motion, this.#stabilized));
    this.#allRows ??=
      this.#bounded.bounds?.level(forces.stabilized, forces) ?? new VelocityLevel(forces.stabilized, forces);
    return forces.begin(dt, rate, theta, regularization, feedsBack) ? this.#allRows : undefined;
  }
}
