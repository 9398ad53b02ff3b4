import { squared } from '../base/powers.js';
import { showTime } from '../base/text.js';
import { copy } from '../base/vector.js';
import type { Stepper } from '../integrators/integrator.js';
import type { MovedHandle } from '../model/handle.js';
import { isDriven } from '../model/batch.js';
import type { BodyStore } from '../model/body-store.js';
import { RowKind } from '../model/row-table.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { SLOP } from '../stabilize/conditional-rows.js';
import { withStiffForce } from '../recovery/stiff-force.js';
import type { StepWatch } from '../recovery/step-watch.js';
import { ofDormandPrince, type WorldWarning } from '../recovery/warnings.js';
import { energyOfRounding, type EnergyNow } from './gained-energy.js';
import { isFirstLook, stepsPerLook, type Watch, type WatchedStep, type WatchedSteps } from './watch.js';

/**
 * Part of the largest kinetic energy that steps may take out of a motion, and the part after each of
 * which the energy is measured.
 */
const LARGEST_PART = 0.05;
/** The same where projections follow steps: they also take what constraints take rightly that snap tight. */
const LARGEST_PROJECTED = 0.25;
const MARK = 0.01;
/** Looks that must agree with the energy where a drive may give and take any. */
const NEEDED_WHERE_DRIVEN = 4;
/** Part of the largest kinetic energy that still counts as the largest where the sum begins anew. */
const FADING = 0.5;
/**
 * The energy must have changed by this much of what equations have taken, and by no more than the other
 * multiple: else something supplies it again, or takes far more.
 */
const LEAST_SHARE = 0.5;
const MOST_SHARE = 3;
/** A change of velocity counts up to this multiple of the one found before. */
const STEADY = 2;
/** Change of velocity by uneven accelerations in a step, relative to the largest momentum. */
const LARGEST_BEND = 0.08;
/** Part of the largest kinetic energy that implicit springs may damp in a step, again and again. */
const LARGEST_DAMPING = 5e-3;
/** Looks whose mean is compared with it. */
const LOOKS = 4;
/** Looks in which a drive may begin: that of the power `p` doubles its energy in its first `3 p` steps. */
const LOOKS_OF_A_START = 12;
/** Relative difference of steps that count as equally long. */
const EQUAL = 1e-3;

/**
 * Detects motions that steps of first and of second order get wrong.
 *
 * In steps of first order: Ideal equations do no work, prescribed motions apart. What their impulses take out of the motion is
 * known in each step, `−½ μ·(u⁻ + u⁺)`, and is an error of the step. Where the parts of many steps add
 * up to a twentieth of the kinetic energy, and the energy of the world has fallen or risen by as much,
 * the motion is wrong. An impulse that is alone, as of a joint that is made between bodies in motion or
 * of a motor that stops, takes energy rightly, and does not count. The energy that inertial forces add, where
 * masses depend on the coordinates of bodies, is sampled now and then, and counts as well.
 *
 * In steps of both: Where accelerations change much from one step to the next, again
 * and again, the steps do not resolve the motion. So it is where they explode by forces that are too stiff.
 */
export class LowOrder implements Watch {
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #watch: StepWatch;
  readonly #energyNow: EnergyNow;
  readonly #handles: readonly MovedHandle[];
  /** Time and energy since which what is taken adds up; NaN before. */
  #start = NaN;
  #energy = NaN;
  /** What had been taken then, and since then. */
  #before = 0;
  #taken = 0;
  /** What was counted before the present step. */
  #count = 0;
  /** The largest kinetic energy since then, and the part of it at which the energy is measured next. */
  #largest = 0;
  #next = MARK;
  /** Times that the energy has changed by as much. */
  #agreements = 0;
  #isDriven = false;
  #dt = 0;
  #v = new Float64Array(0);
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
  /** Bodies with coordinates of their own, their inertial forces at the beginning of a step, and its coordinates. */
  #parametric: readonly BodyStore[] = [];
  #inertial = new Float64Array(0);
  #q = new Float64Array(0);
  /** What inertial forces have added. */
  #inertialWork = 0;
  /** Numbers of velocities and of equations that are known. */
  #velocities = -1;
  #equations = -1;

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

  structureChanged(): WatchedSteps {
    const { q, v, system, stores, isBounded } = this.#stepped;
    const equations = system.plain.rows.count;
    // Contacts come and go, and their friction takes energy rightly.
    if (v.length !== this.#velocities || equations !== this.#equations) this.restored();
    if (v.length !== this.#velocities) {
      this.#v = new Float64Array(v.length);
      this.#change = new Float64Array(v.length);
    }
    this.#velocities = v.length;
    this.#equations = equations;
    this.#parametric = stores.filter(({ isTimeless }) => !isTimeless);
    this.#inertial = new Float64Array(this.#parametric.length > 0 ? v.length : 0);
    this.#q = new Float64Array(this.#parametric.length > 0 ? q.length : 0);
    return this.#stepper.order !== undefined || (equations > 0 && isBounded) ? 'some' : 'none';
  }

  restored(): void {
    const { system } = this.#stepped;
    this.#isDriven = this.#handles.length > 0 || system.plain.batches.some(isDriven);
    system.taken.restart(this.#isDriven);
    this.#start = NaN;
    this.#inertialWork = 0;
    this.#largest = 0;
    this.#bend = 0;
    this.#lastBend = 0;
    this.#kineticBefore = 0;
    this.#doublings = 0;
    this.#damping = 0;
    this.#lastDamping = 0;
    this.#dampedUntil = NaN;
  }

  beforeStep({ number, start, dt }: WatchedStep): void {
    this.#count = this.#stepped.system.taken.count;
    if (this.#stepper.order !== undefined) copy(this.#stepped.v, 0, this.#v, 0, this.#v.length);
    if (this.#parametric.length > 0) this.#noteInertia();
    if (!isFirstLook(number)) return;
    const { order, feedsSwings } = this.#stepper;
    // What gains energy is not asked for what it has taken.
    const isFirst = !feedsSwings && (order !== 2 || this.#stepped.isBounded || this.#stepped.soft !== undefined);
    if (!isFirst || this.#isLed()) {
      this.#largest = Math.max(this.#largest, this.#kinetic());
      this.#start = NaN;
    } else if (Number.isNaN(this.#start)) this.#begin(start);
    else this.#lookAtEnergy(start, dt);
  }

  afterStep(step: WatchedStep): void {
    if (this.#stepper.order === undefined) return;
    if (this.#stepper.order === 1 && this.#stepper.accelerationLevel === true) this.#countWork(step);
    if (this.#parametric.length > 0) this.#countInertia(step);
    this.#lookAtChange(step);
    // Where places move by the rates at both ends of steps, stiff forces damp nothing.
    if (this.#stepper.feedsSwings !== true) this.#lookAtDamping(step);
  }

  #noteInertia(): void {
    const { q, system } = this.#stepped;
    copy(q, 0, this.#q, 0, q.length);
    this.#inertial.fill(0);
    for (const store of this.#parametric) {
      // Stores learn of another state as they write it down.
      store.writeConnectors(system.all.table);
      store.addInertialForces(this.#inertial);
    }
  }

  /**
   * Counts what inertial forces `Q` of a step add to the energy: in `T(q⁺, v⁺) − T(q, v) = W + e`, where `W` is
   * the work of all other forces, `v̄·(M (v⁺ − v) − h Q)` at the mean velocity `v̄`, `e = T(q⁺, v⁺) − T(q, v⁺) + h v̄·Q`.
   */
  #countInertia({ number, dt }: WatchedStep): void {
    const { q, v } = this.#stepped;
    let error = this.#energyOf();
    const end = q.slice();
    q.set(this.#q);
    error -= this.#energyOf();
    q.set(end);
    for (let i = 0; i < v.length; i++) error += (dt / 2) * (this.#v[i]! + v[i]!) * this.#inertial[i]!;
    this.#inertialWork += error * stepsPerLook(number);
  }

  /** Kinetic energy of bodies with coordinates of their own. */
  #energyOf(): number {
    let sum = 0;
    for (const store of this.#parametric) sum += store.kineticEnergy();
    return sum;
  }

  /**
   * Counts the work of constraint forces over accelerations `v̇`, which are held during a step, for the
   * steps until the next look: `h λ·(Cdot + h/2 J v̇)` with `J v̇ = −gamma − feedback`.
   */
  #countWork({ number, dt }: WatchedStep): void {
    const { system, multipliers } = this.#stepped;
    // A step that was taken at velocity level has counted it.
    if (system.taken.count !== this.#count) return;
    const { lambda, Cdot, gamma } = system.plain.rows;
    const { feedback } = multipliers;
    let work = 0;
    for (let i = 0; i < lambda.length; i++) work += lambda[i]! * (Cdot[i]! - (dt / 2) * (gamma[i]! + feedback[i]!));
    system.taken.add(-dt * work * stepsPerLook(number));
  }

  /** True where a row with a largest force leads something to another place, step by step: its rates do not tell. */
  #isLed(): boolean {
    const { rowTable, all } = this.#stepped.system;
    const { kind, isRate, isSoft } = rowTable;
    const { C } = all.rows;
    for (let row = 0; row < C.length; row++)
      if (kind[row] === RowKind.limited && !isRate[row] && !isSoft[row] && Math.abs(C[row]!) > SLOP) return true;
    return false;
  }

  /** Lets what is taken add up from now on. */
  #begin(time: number): void {
    this.#start = time;
    this.#energy = this.#measure();
    this.#before = this.#stepped.system.taken.sum;
    this.#inertialWork = 0;
    // What swings is compared with its speed, also where it turns back.
    this.#largest = Math.max(this.#kinetic(), FADING * this.#largest);
    this.#next = MARK;
    this.#agreements = 0;
  }

  /** `½ x·M x` of the velocities. */
  #kinetic(): number {
    return this.#squaredLength(this.#stepped.v) / 2;
  }

  /** The energy where velocities are those in the middle of steps: half a step later. */
  #measure(): number {
    const { v, accelerations, usual } = this.#stepped;
    const kinetic = this.#kinetic();
    for (let i = 0; i < v.length; i++) this.#change[i] = v[i]! + (usual / 2) * accelerations[i]!;
    return this.#energyOrNaN() - kinetic + this.#squaredLength(this.#change) / 2;
  }

  /** NaN where a force cannot tell its energy, which is no fault of the step. */
  #energyOrNaN(): number {
    try {
      return this.#energyNow().total;
    } catch {
      return NaN;
    }
  }

  #lookAtEnergy(time: number, dt: number): void {
    this.#taken = this.#stepped.system.taken.sum - this.#before - this.#inertialWork;
    const taken = Math.abs(this.#taken);
    this.#largest = Math.max(this.#largest, this.#kinetic());
    // What forces give from rest in a step.
    const given = squared(dt * this.#stepped.start.force) / 2;
    const part = taken / (this.#largest + given);
    if (!(part > this.#next)) return;
    const change = Math.sign(this.#taken) * (this.#energy - this.#measure());
    const isMatched = change >= LEAST_SHARE * taken && change <= MOST_SHARE * taken;
    // What explodes by its own inertia is not the same in the next steps.
    const most = this.#stepped.system.taken.isProjected ? LARGEST_PROJECTED : LARGEST_PART;
    if (!isMatched && !(this.#isInertial && change > LARGEST_PART * this.#largest)) {
      this.#begin(time);
      return;
    }
    this.#next = MARK * (Math.floor(part / MARK) + 1);
    this.#agreements++;
    if (part > most && this.#agreements >= (this.#isDriven ? NEEDED_WHERE_DRIVEN : 1))
      this.#warnOfEnergy(part, dt, time);
  }

  #warnOfEnergy(part: number, dt: number, time: number): void {
    // Stiff springs hold much more than what hardly moves.
    const share = part > 1 ? 'more than all' : `${Math.round(100 * part)} %`;
    this.#watch.warn({
      code: 'W_ACCURACY',
      message:
        `From t = ${showTime(this.#start)} to t = ${showTime(time)} steps of ${showTime(dt)} have ` +
        `${this.#taken > 0 ? 'taken' : 'added'} ${share} of the energy of the motion, ` +
        `where ${this.#turning()}: they are of first order. ${this.#remedy()}`,
      time,
      constraints: [],
    });
  }

  /** True where most of what is taken is by inertial forces. */
  get #isInertial(): boolean {
    return Math.abs(this.#inertialWork) > Math.abs(this.#taken) / 2;
  }

  #turning(): string {
    if (this.#isInertial) return 'inertia depends on the coordinates of bodies';
    return `constraints turn bodies${this.#stepped.soft ? ' or are soft' : ''}`;
  }

  /** Compares the changes of velocity in two steps of the same length. */
  #lookAtChange({ number, dt }: WatchedStep): void {
    const { v } = this.#stepped;
    const change = this.#change;
    // Where a hand stops or goes on, or something is hit, the velocities do so as well.
    if (!this.#handles.every(isSteady) || this.#acts()) this.#dt = NaN;
    else if (isFirstLook(number)) {
      this.#dt = dt;
      for (let i = 0; i < v.length; i++) change[i] = v[i]! - this.#v[i]!;
      return;
    }
    if (!(Math.abs(dt - this.#dt) <= EQUAL * dt)) return;
    for (let i = 0; i < v.length; i++) change[i] = v[i]! - this.#v[i]! - change[i]!;
    // A drive that begins from rest as a power of the time is uneven in its first steps, however short they are.
    const kinetic = this.#kinetic();
    this.#doublings = kinetic > 2 * this.#kineticBefore ? this.#doublings + 1 : 0;
    this.#kineticBefore = kinetic;
    if (this.#isDriven && this.#doublings > 0 && this.#doublings <= LOOKS_OF_A_START) return;
    const { force } = this.#stepped.start;
    const changed = Math.sqrt(this.#squaredLength(change));
    const largest = this.#largest + energyOfRounding(this.#stepped, dt, change);
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

  /** Compares the energy that implicit springs damp with that of the motion. */
  #lookAtDamping({ number, dt }: WatchedStep): void {
    if (isFirstLook(number)) return;
    const { damped } = this.#stepped.system.taken;
    const part = (damped - this.#damped) / ((number - this.#dampedUntil) * this.#largest);
    this.#damped = damped;
    this.#dampedUntil = number;
    if (Number.isNaN(part)) return;
    this.#damping += (Math.min(part, STEADY * this.#lastDamping) - this.#damping) / LOOKS;
    this.#lastDamping = part;
    // Of what rests in balance the motion is rounding.
    const isMotion = this.#largest > Number.EPSILON * Math.abs(this.#energyOrNaN());
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

  #remedy(): string {
    const { system, soft, isBounded } = this.#stepped;
    if (this.#stepper.order !== 1 && isBounded) {
      const others = ofDormandPrince(system, ' than dormandPrince()');
      return `Bounds act, so that other integrators${others} are too: take shorter steps${ofDormandPrince(system, ', or use it')}.`;
    }
    const second = soft ? '' : `velocityStep({ order: 2 })${ofDormandPrince(system, ',', ' or')} `;
    return `Take shorter steps, or use ${second}rk4()${ofDormandPrince(system, ' or dormandPrince()')}.`;
  }

  /** True where an inequality acts. */
  #acts(): boolean {
    const { plain, all } = this.#stepped.system;
    const { lambda } = all.rows;
    for (let row = plain.rows.count; row < lambda.length; row++) if (lambda[row] !== 0) return true;
    return false;
  }

  /** `x·M x`. */
  #squaredLength(x: Float64Array): number {
    let sum = 0;
    for (const store of this.#stepped.stores) sum += store.squaredLength(x);
    return sum;
  }
}

const isSteady = (handle: MovedHandle): boolean => handle.isSteady;
