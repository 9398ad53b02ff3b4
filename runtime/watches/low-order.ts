import { squared } from '../base/powers.js';
import { showTime } from '../base/text.js';
import { addScaled, copy } from '../base/vector.js';
import type { Stepper } from '../integrators/integrator.js';
import type { MovedHandle } from '../model/handle.js';
import { isDriven } from '../model/batch.js';
import type { BodyStore } from '../model/body-store.js';
import { RowKind } from '../model/row-table.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { SLOP } from '../stabilize/conditional-rows.js';
import type { StepWatch } from '../recovery/step-watch.js';
import { ofDormandPrince } from '../recovery/warnings.js';
import { energyOf } from '../stabilize/feedback-energy.js';
import type { EnergyNow } from './gained-energy.js';
import { energyOrNaN, UnresolvedMotion } from './unresolved-motion.js';
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
/** Multiples of the velocities, the present ones last, and the weights of the forces there whose sum is quadratic in them. */
const PARITY = [
  [0, -1],
  [-1, 1 / 2],
  [1, 1 / 2],
] as const;

/**
 * Detects motions that steps of first order get wrong, and asks {@link UnresolvedMotion} about those of second order,
 * too. Ideal equations do no work, prescribed motions apart; nor do ropes and stops without friction, once they
 * act. What their impulses take out of the motion is known in each step, `−½ μ·(u⁻ + u⁺)`, and is an error of the
 * step. Where the parts of many steps add up to a twentieth of the kinetic energy, and the energy of the world
 * has fallen or risen by as much, the motion is wrong. An impulse that is alone, as of a joint that is made
 * between bodies in motion or of a motor that stops, takes energy rightly, and does not count. The energy that
 * inertial forces add, where masses depend on the coordinates of bodies, is sampled now and then, and counts as
 * well.
 */
export class LowOrder implements Watch {
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #watch: StepWatch;
  readonly #energyNow: EnergyNow;
  readonly #handles: readonly MovedHandle[];
  readonly #unresolved: UnresolvedMotion;
  /** Time and energy since which what is taken adds up; NaN before. */
  #start = NaN;
  #energy = NaN;
  /** What had been taken then, and since then. */
  #before = 0;
  #taken = 0;
  /** What stiff springs had damped then. */
  #damped = 0;
  /** What was counted before the present step. */
  #count = 0;
  /** The largest kinetic energy since then, and the part of it at which the energy is measured next. */
  #largest = 0;
  #next = MARK;
  /** Times that the energy has changed by as much. */
  #agreements = 0;
  #isDriven = false;
  #v = new Float64Array(0);
  #change = new Float64Array(0);
  /** Bodies with coordinates of their own, their inertial forces at the beginning of a step, and its coordinates. */
  #parametric: readonly BodyStore[] = [];
  #inertial = new Float64Array(0);
  #q = new Float64Array(0);
  #isLedByTime = false;
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
    this.#unresolved = new UnresolvedMotion(stepped, stepper, watch, energyNow, handles);
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
    this.#isLedByTime = false;
    this.#inertial = new Float64Array(this.#parametric.length > 0 ? v.length : 0);
    this.#q = new Float64Array(this.#parametric.length > 0 ? q.length : 0);
    // Stiff forces, whose rows are the last ones, are taken implicitly there.
    return this.#stepper.order !== undefined || isBounded ? 'some' : 'none';
  }

  restored(): void {
    const { system } = this.#stepped;
    this.#isDriven = this.#handles.length > 0 || system.plain.batches.some(isDriven);
    system.taken.restart(this.#isDriven);
    this.#start = NaN;
    this.#inertialWork = 0;
    this.#largest = 0;
    this.#unresolved.restart();
  }

  beforeStep({ number, start, dt, isSettled }: WatchedStep): void {
    this.#count = this.#stepped.system.taken.count;
    if (this.#stepper.order !== undefined) {
      copy(this.#stepped.v, 0, this.#v, 0, this.#v.length);
      if (this.#parametric.length > 0) this.#noteInertia();
    }
    if (!isFirstLook(number)) return;
    // What has no impulses but those that keep energy is not asked for what they have taken.
    const takes = !this.#stepper.endsOnConstraints || this.#stepped.isBounded || this.#stepped.soft !== undefined;
    if (!takes || !isSettled || this.#isLed()) {
      this.#largest = Math.max(this.#largest, energyOf(this.#stepped.stores, this.#stepped.v));
      this.#start = NaN;
    } else if (Number.isNaN(this.#start)) this.#begin(start, dt);
    else this.#lookAtEnergy(start, dt);
  }

  afterStep(step: WatchedStep): void {
    if (this.#stepper.order === undefined) return;
    if (this.#stepper.order === 1 && this.#stepper.accelerationLevel === true) this.#countWork(step);
    if (this.#parametric.length > 0) this.#countInertia(step);
    if (step.isSettled) this.#unresolved.look(step, this.#v, this.#largest, this.#isDriven);
  }

  /**
   * Notes the inertial forces alone: potentials that bodies have give the same force at all velocities, and
   * dissipation the opposite one at opposite velocities.
   */
  #noteInertia(): void {
    const { q, v, system } = this.#stepped;
    copy(q, 0, this.#q, 0, q.length);
    this.#inertial.fill(0);
    for (const [sign, weight] of PARITY) {
      for (let i = 0; i < v.length; i++) v[i] = sign * this.#v[i]!;
      this.#change.fill(0);
      for (const store of this.#parametric) {
        // Stores learn of another state as they write it down.
        store.writeConnectors(system.all.table);
        store.addInertialForces(this.#change);
      }
      addScaled(this.#inertial, weight, this.#change);
      // What moves at rest is led by the time, which does work.
      if (sign === 0 && this.#energyOf() > 0) this.#isLedByTime = true;
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
    if (!this.#isLedByTime) return;
    this.#parametric = [];
    this.#inertialWork = 0;
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
  #begin(time: number, dt: number): void {
    this.#start = time;
    this.#energy = this.#measure(dt);
    this.#before = this.#stepped.system.taken.sum;
    this.#damped = this.#stepped.system.taken.damped;
    this.#stepped.system.taken.swing = 0;
    this.#inertialWork = 0;
    // What swings is compared with its speed, also where it turns back.
    this.#largest = Math.max(energyOf(this.#stepped.stores, this.#stepped.v), FADING * this.#largest);
    this.#next = MARK;
    this.#agreements = 0;
  }

  /**
   * The energy where velocities are those in the middle of steps: half a step later, which is `dt` long where it
   * is the first.
   */
  #measure(dt: number): number {
    const { v, accelerations, system } = this.#stepped;
    const length = system.taken.length || dt;
    const kinetic = energyOf(this.#stepped.stores, this.#stepped.v);
    for (let i = 0; i < v.length; i++) this.#change[i] = v[i]! + (length / 2) * accelerations[i]!;
    return energyOrNaN(this.#energyNow) - kinetic + energyOf(this.#stepped.stores, this.#change);
  }

  #lookAtEnergy(time: number, dt: number): void {
    this.#taken = this.#stepped.system.taken.sum - this.#before - this.#inertialWork;
    const taken = Math.abs(this.#taken);
    this.#largest = Math.max(this.#largest, energyOf(this.#stepped.stores, this.#stepped.v));
    // What forces give from rest in a step.
    const given = squared(dt * this.#stepped.start.force) / 2;
    const part = (taken - this.#stepped.system.taken.swing) / (this.#largest + given);
    if (!(part > this.#next)) return;
    const change = Math.sign(this.#taken) * (this.#energy - this.#measure(dt));
    const isMatched = change >= LEAST_SHARE * taken && change <= MOST_SHARE * taken;
    // What explodes by its own inertia is not the same in the next steps.
    const most = this.#stepped.system.taken.isProjected ? LARGEST_PROJECTED : LARGEST_PART;
    // Where bounds act, another watch judges what is added: what is pushed out of a bound is lifted, and that is
    // no error.
    const isElsewhere = this.#taken < 0 && this.#acts();
    if (isElsewhere || (!isMatched && !(this.#isInertial && change > LARGEST_PART * this.#largest))) {
      this.#begin(time, dt);
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
        `where ${this.#turning()}${this.#isSecond ? '' : ': they are of first order'}. ${this.#remedy()}`,
      time,
      constraints: [],
    });
  }

  /** True where most of what is taken is by inertial forces. */
  get #isInertial(): boolean {
    return Math.abs(this.#inertialWork) > Math.abs(this.#taken) / 2;
  }

  /** True where most of what is taken is by stiff springs. */
  get #isDamped(): boolean {
    return !this.#stepped.soft && this.#stepped.system.taken.damped - this.#damped > Math.abs(this.#taken) / 2;
  }

  /** True for steps of second order, but for those in which equations would add energy. */
  get #isSecond(): boolean {
    const { soft, isBounded } = this.#stepped;
    return this.#stepper.order === 2 && !soft && !isBounded && !this.#isDamped;
  }

  #turning(): string {
    if (this.#isDamped) return 'springs swing, with the forces at the end of steps';
    if (this.#isInertial) return 'inertia depends on the coordinates of bodies';
    return `constraints turn bodies${this.#stepped.soft ? ' or are soft' : ''}`;
  }

  /** True where rows behind the equations have forces, and some have bounds. */
  #acts(): boolean {
    const { plain, all } = this.#stepped.system;
    return this.#stepped.isBounded && all.rows.lambda.subarray(plain.rows.count).some((force) => force !== 0);
  }

  #remedy(): string {
    const { system, soft, isBounded } = this.#stepped;
    // Explicit steps explode where springs are stiff.
    if (this.#isDamped) return 'Take shorter steps.';
    if (this.#acts() || (isBounded && this.#stepper.order !== 1)) {
      const others = ofDormandPrince(system, ' than dormandPrince()');
      return `Bounds act, so that other integrators${others} are too: take shorter steps${ofDormandPrince(system, ', or use it')}.`;
    }
    const second = soft || this.#isSecond ? '' : `velocityStep({ order: 2 })${ofDormandPrince(system, ',', ' or')} `;
    return `Take shorter steps, or use ${second}rk4()${ofDormandPrince(system, ' or dormandPrince()')}.`;
  }
}
