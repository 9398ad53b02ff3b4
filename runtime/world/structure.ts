import type { Body } from '../model/bodies/body.js';
import type { BodyStore } from '../model/body-store.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import type { ParameterListener } from '../model/constraint-binding.js';
import { ConstraintSystem } from '../model/constraint-system.js';
import { checkNumber, checkVector, isVector } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { noForceNow } from '../model/applied-force.js';
import { checkForce, checkPresent, type Force, type ForceWorld } from '../model/force.js';
import type { MovedHandle } from '../model/handle.js';
import { checkConstraint, checkJoins, checkRows, eventFault, type IntegratorAbilities } from './membership.js';
import type { Particle, ParticleOptions } from '../model/particle.js';
import { ParticleStore } from '../model/particle-store.js';
import { State } from '../model/state.js';
import { stiffConstraints } from '../model/stiff-row.js';

/**
 * Activity of a world. While it is `resting`, between steps, anything may change. While it is
 * `showing` states within a step to samples and events, these may read it. While it is
 * `calculating`, it calls forces and motions, and these must not start a calculation.
 */
export type Activity = 'resting' | 'showing' | 'calculating';

/**
 * The contents of a world: bodies and their state, constraints, handles and forces, and how they
 * are added and removed. After a change, {@link layOut} gives connectors and rows their places.
 */
export class WorldStructure {
  readonly state = new State();
  readonly particles: ParticleStore;
  readonly stores: BodyStore[];
  /** All bodies except particles, in the order in which they were added. */
  readonly bodies: Body[] = [];
  readonly forces: Force[] = [];
  readonly constraints: Constraint[] = [];
  /** Contacts of shapes, which come and go. */
  contacts: readonly Constraint[] = [];
  /** Handles that are moved from step to step. */
  readonly handles: MovedHandle[] = [];
  readonly system = new ConstraintSystem();

  /** Hears of parameters of constraints. Set by the runtime. */
  parameterListener: ParameterListener | undefined;

  /** Set by the runtime. */
  activity: Activity = 'resting';

  readonly world: ForceWorld;
  #measuring = false;
  readonly #serials = new Map<string, number>();
  /**
   * True where bodies or constraints were added or removed since connectors and rows were laid out.
   */
  changed = true;
  /** True where constraints have left their rows since then, or have come into such rows. */
  #edited = false;
  /** True where contacts of shapes were replaced since then. */
  #contactsChanged = false;

  /** True where the integrator takes stiff forces implicitly. Set by the runtime. */
  implicitForces = false;
  /** What the integrator can take. Set by the runtime. */
  integrator: IntegratorAbilities = {
    name: 'rk4',
    isAdaptive: false,
    takesSoftRows: false,
    equationsOnly: false,
    unconstrained: false,
  };

  /** Makes an empty structure. `world` is the world that its connectors belong to. */
  constructor(world: ForceWorld) {
    this.world = world;
    this.particles = new ParticleStore(world, this.state);
    this.stores = [this.particles];
  }

  /** Throws E_STEPPING unless anything may change. */
  checkOpen(): void {
    if (this.activity !== 'resting') throw busy('added, removed, restored, assembled or stepped');
  }

  /** Throws E_STEPPING during a calculation. */
  checkIdle(): void {
    if (this.activity === 'calculating') throw busy('evaluated or saved');
  }

  /**
   * Returns the result of `act`, which calls forces for their energy. Throws E_STEPPING where one
   * of these reads the energy of the world.
   */
  measuring<T>(act: () => T): T {
    if (this.#measuring) throw busy('measured');
    this.#measuring = true;
    try {
      return act();
    } finally {
      this.#measuring = false;
    }
  }

  /** Returns the result of `act`, during which the world's activity is `activity`. */
  during<T>(activity: Activity, act: () => T): T {
    const before = this.activity;
    this.activity = activity;
    try {
      return act();
    } finally {
      this.activity = before;
    }
  }

  addParticle(options: ParticleOptions): Particle {
    this.checkOpen();
    const particle = this.particles.add(options);
    this.bodiesChanged();
    return particle;
  }

  addConstraint(constraint: Constraint): void {
    this.checkOpen();
    checkConstraint(constraint);
    checkJoins(constraint, this.world);
    checkRows(constraint, this.integrator);
    if (eventFault(constraint)) this.system.refusesEvents = true;
    const binding = bindingOf(constraint);
    const number = this.nextSerial(constraint.type.name);
    if (constraint.name === undefined) binding.label = `${constraint.type.name} #${number}`;
    binding.world = this.world;
    binding.listener = this.parameterListener;
    this.constraints.push(constraint);
    this.rowsChanged(!this.changed && this.system.occupy(constraint));
  }

  /**
   * Takes note that a constraint was added or removed. `inPlace` is true where the rows of others are
   * as they were.
   */
  rowsChanged(inPlace: boolean): void {
    if (inPlace && !this.integrator.isAdaptive) this.#edited = true;
    else this.changed = true;
  }

  /** True where rows were edited in place, and nothing else has changed; false from then on. */
  takeEdits(): boolean {
    const edited = this.#edited && !this.changed && !this.#contactsChanged;
    this.#edited = false;
    return edited;
  }

  addForce(force: Force): void {
    this.checkOpen();
    checkForce(force);
    checkPresent(force);
    this.forces.push(force);
    this.forceChanged(force);
  }

  /** See {@link ForceWorld}, as the next two. */
  applyGravity(g: ArrayLike<number>): void {
    this.#checkApplying('gravity');
    const { space } = this.world;
    if (!isVector(g, space)) checkVector(g, space, 'Gravity');
    for (const store of this.stores) if (store.forces) store.addGravity(g, store.forces);
  }

  applyDrag(c: number): void {
    this.#checkApplying('drag');
    if (typeof c !== 'number') checkNumber(c, 'The coefficient of drag');
    for (const store of this.stores) if (store.forces) store.addDrag(c, store.forces);
  }

  gravityEnergy(g: ArrayLike<number>): number {
    const { space } = this.world;
    let isSound = isVector(g, space);
    for (let i = 0; isSound && i < space; i++) isSound = Number.isFinite(g[i]);
    if (!isSound) checkVector(g, space, 'Gravity');
    let energy = 0;
    for (const store of this.stores) energy += store.gravityEnergy(g);
    return energy;
  }

  #checkApplying(what: string): void {
    if (this.particles.forces === null) throw noForceNow(`a world as ${what}`, false);
  }

  /** Lays out rows anew after a force with stiff rows was added or removed. */
  forceChanged({ stiffRows = [] }: Force): void {
    if (this.#takesStiffRows && (typeof stiffRows === 'function' || stiffRows.length > 0)) this.changed = true;
  }

  /**
   * Lays out connectors and rows if bodies or constraints were added or removed, and returns true
   * if so.
   */
  layOut(): boolean {
    if (!this.changed && !this.#contactsChanged) return false;
    // Contacts come and go: warnings are not given again for that.
    if (this.changed) this.system.structure++;
    this.changed = this.#contactsChanged = false;
    const stiff = this.#takesStiffRows ? stiffConstraints(this.forces, this.world) : [];
    this.system.rebuild(this.stores, [...this.constraints, ...this.contacts], stiff);
    return true;
  }

  /** True where steps take stiff forces implicitly: all of them, or those in which bounds may act. */
  get #takesStiffRows(): boolean {
    if (this.implicitForces || this.integrator.isAdaptive) return this.implicitForces;
    return this.contacts.length > 0 || this.constraints.some((one) => bindingOf(one).isBounded);
  }

  /** Replaces the contacts of shapes. */
  setContacts(contacts: readonly Constraint[]): void {
    for (const contact of contacts) bindingOf(contact).world = this.world;
    this.contacts = contacts;
    this.#contactsChanged = true;
  }

  /**
   * Updates the offsets of the stores in the state after bodies were added or removed.
   * {@link layOut} does the rest.
   */
  bodiesChanged(): void {
    let coordinates = 0;
    let velocities = 0;
    for (const store of this.stores) {
      store.coordinateOffset = coordinates;
      store.velocityOffset = velocities;
      coordinates += store.coordinateCount;
      velocities += store.velocityCount;
    }
    this.changed = true;
  }

  /** Returns the number that the next of a kind gets, from 1. */
  serialAhead(kind: string): number {
    return (this.#serials.get(kind) ?? 0) + 1;
  }

  /** Returns the number of another one of a kind, and counts it. */
  nextSerial(kind: string): number {
    const serial = this.serialAhead(kind);
    this.#serials.set(kind, serial);
    return serial;
  }
}

function busy(what: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_STEPPING',
    `A step or an evaluation is under way: nothing can be ${what} now.`,
    'Do it between steps, such as in onStep or onEvent.',
  );
}
