import { showTime } from '../base/text.js';
import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { MovedHandle } from '../model/handle.js';
import type { StepWatch } from '../recovery/step-watch.js';
import { withStiffForce } from '../recovery/stiff-force.js';
import { ofDormandPrince, type WorldWarning } from '../recovery/warnings.js';
import { energyOf } from '../stabilize/feedback-energy.js';
import { energyOfRounding, type EnergyNow } from './gained-energy.js';
import { isFirstLook, type WatchedStep } from './watch.js';

/** A change of velocity counts up to this multiple of the one found before. */
const STEADY = 2;
/** Change of velocity by uneven accelerations in a step, relative to the largest momentum. */
const LARGEST_BEND = 0.08;
/** Part of the largest kinetic energy that implicit springs may damp in a step, again and again. */
const LARGEST_DAMPING = 5e-3;
/** Looks whose mean is compared with it. */
const LOOKS = 4;
/** Looks in which a drive may begin: a motion as `tᵖ` doubles its energy in each of its first `3 p` steps. */
const LOOKS_OF_A_START = 12;
/** Relative difference of steps that count as equally long. */
const EQUAL = 1e-3;

/** The energy, or NaN where a force cannot tell its own, which is no fault of the step. */
export function energyOrNaN(energyNow: EnergyNow): number {
  try {
    return energyNow().total;
  } catch {
    return NaN;
  }
}

/**
 * Detects motions that steps do not resolve: where accelerations change much from one step to the next, again and
 * again, and where stiff forces at the end of steps damp much of the motion. So it is where steps explode by forces
 * that are too stiff.
 */
export class UnresolvedMotion {
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #watch: StepWatch;
  readonly #energyNow: EnergyNow;
  readonly #handles: readonly MovedHandle[];
  #dt = 0;
  #change = new Float64Array(0);
  /** The mean of what looks found about changes of velocity, and what the last one did. */
  #bend = 0;
  #lastBend = 0;
  /** Kinetic energy at the last look, and the looks since which it has doubled each time. */
  #kineticBefore = 0;
  #doublings = 0;
  /** The same of energy that implicit springs and soft constraints damp in a step, and how much it was until a step. */
  #damping = 0;
  #lastDamping = 0;
  #damped = 0;
  #dampedUntil = NaN;

  constructor(
    stepped: SteppedSystem,
    stepper: Stepper,
    watch: StepWatch,
    energyNow: EnergyNow,
    handles: readonly MovedHandle[],
  ) {
    this.#stepped = stepped;
    this.#stepper = stepper;
    this.#watch = watch;
    this.#energyNow = energyNow;
    this.#handles = handles;
  }

  /** Forgets what was found in another structure. */
  restart(): void {
    this.#bend = 0;
    this.#lastBend = 0;
    this.#kineticBefore = 0;
    this.#doublings = 0;
    this.#damping = 0;
    this.#lastDamping = 0;
    this.#dampedUntil = NaN;
  }

  /** Looks at a step that began with the velocities `before`; `largest` is the largest kinetic energy so far. */
  look(step: WatchedStep, before: Float64Array, largest: number, isDriven: boolean): void {
    if (this.#change.length !== before.length) this.#change = new Float64Array(before.length);
    this.#lookAtChange(step, before, largest, isDriven);
    // Where places move by the rates at both ends of steps, stiff forces damp nothing.
    if (this.#stepper.feedsSwings !== true) this.#lookAtDamping(step, largest);
  }

  /** Compares the changes of velocity in two steps of the same length. */
  #lookAtChange({ number, dt }: WatchedStep, before: Float64Array, largestSoFar: number, isDriven: boolean): void {
    const { v, stores } = this.#stepped;
    const change = this.#change;
    // Where a hand stops or goes on, or something is hit, the velocities do so as well.
    if (!this.#handles.every(isSteady) || this.#acts()) this.#dt = NaN;
    else if (isFirstLook(number)) {
      this.#dt = dt;
      for (let i = 0; i < v.length; i++) change[i] = v[i]! - before[i]!;
      return;
    }
    if (!(Math.abs(dt - this.#dt) <= EQUAL * dt)) return;
    for (let i = 0; i < v.length; i++) change[i] = v[i]! - before[i]! - change[i]!;
    // A drive that begins from rest as a power of the time is uneven in its first steps, however short they are.
    const kinetic = energyOf(stores, v);
    this.#doublings = kinetic > 2 * this.#kineticBefore ? this.#doublings + 1 : 0;
    this.#kineticBefore = kinetic;
    if (isDriven && this.#doublings > 0 && this.#doublings <= LOOKS_OF_A_START) return;
    const { force } = this.#stepped.start;
    const changed = Math.sqrt(2 * energyOf(stores, change));
    const largest = largestSoFar + energyOfRounding(this.#stepped, dt, change);
    const size = Math.sqrt(2 * largest) + dt * force;
    const bend = size > 0 ? changed / size : 0;
    this.#bend += (Math.min(bend, STEADY * this.#lastBend) - this.#bend) / LOOKS;
    this.#lastBend = bend;
    if (this.#bend > LARGEST_BEND) this.#warnOfChange(dt);
  }

  #warnOfChange(dt: number): void {
    const { time } = this.#stepped;
    const enough = dt * Math.sqrt((0.1 * LARGEST_BEND) / this.#bend);
    const warning: WorldWarning = {
      code: 'W_ACCURACY',
      message:
        `Until t = ${showTime(time)} steps of ${showTime(dt)} were too long for the motion: from one to the next ` +
        `the change of velocity differs by about ${Math.round(100 * this.#bend)} % of its size. ` +
        `Take steps of ${enough.toPrecision(2)} s${ofDormandPrince(this.#stepped.system)}.`,
      time,
      constraints: [],
    };
    this.#watch.warn(withStiffForce(warning, this.#stepped, dt, this.#stepper));
  }

  /** Compares the energy that implicit springs damp with the energy of the motion. */
  #lookAtDamping({ number, dt }: WatchedStep, largest: number): void {
    if (isFirstLook(number)) return;
    const { damped } = this.#stepped.system.taken;
    const part = (damped - this.#damped) / ((number - this.#dampedUntil) * largest);
    this.#damped = damped;
    this.#dampedUntil = number;
    if (Number.isNaN(part)) return;
    this.#damping += (Math.min(part, STEADY * this.#lastDamping) - this.#damping) / LOOKS;
    this.#lastDamping = part;
    // Of what rests in balance the motion is rounding.
    const isMotion = largest > Number.EPSILON * Math.abs(energyOrNaN(this.#energyNow));
    if (this.#damping > LARGEST_DAMPING && isMotion) this.#warnOfDamping(dt);
  }

  #warnOfDamping(dt: number): void {
    const { time } = this.#stepped;
    this.#watch.warn({
      code: 'W_ACCURACY',
      message:
        `Until t = ${showTime(time)} steps of ${showTime(dt)} were too long for springs or soft constraints that swing: as their ` +
        `forces are those at the end of steps, a step damps ${(100 * this.#damping).toPrecision(1)} % of the energy of the motion. ` +
        'Take shorter steps or another integrator, or give them the damping that they should have.',
      time,
      constraints: [],
    });
  }

  /** True where an inequality acts. */
  #acts(): boolean {
    const { plain, all } = this.#stepped.system;
    const { lambda } = all.rows;
    for (let row = plain.rows.count; row < lambda.length; row++) if (lambda[row] !== 0) return true;
    return false;
  }
}

const isSteady = (handle: MovedHandle): boolean => handle.isSteady;
