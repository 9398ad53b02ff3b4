import type { Body } from '../model/bodies/body.js';
import type { BodyStore } from '../model/body-store.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { ConstraintSystem } from '../model/constraint-system.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { checkForce, type Force, type ForceWorld } from '../model/force.js';
import type { Handle } from '../model/handle.js';
import { checkConstraint, checkJoins } from './membership.js';
import type { Particle, ParticleOptions } from '../model/particle.js';
import { ParticleStore } from '../model/particle-store.js';
import { State } from '../model/state.js';

/**
 * What a world is doing. While it is `resting`, between steps, anything may change. While it is
 * `showing` states within a step to samples and events, they may look at it. While it is
 * `calculating` it asks forces and motions, and what they may ask of it must not start a
 * calculation.
 */
export type Activity = 'resting' | 'showing' | 'calculating';

/**
 * What a world is made of: bodies and their state, constraints, handles and forces, and how they
 * come and go. After a change {@link layOut} gives connectors and rows their places. Of bodies and
 * handles it has no code, so that worlds without them do without it: see add-body.ts and
 * add-handle.ts, and remove.ts for how things go.
 */
export class WorldStructure {
  readonly state = new State();
  readonly particles: ParticleStore;
  readonly stores: BodyStore[];
  /** All bodies that are no particles, in the order in which they were added. */
  readonly bodies: Body[] = [];
  readonly forces: Force[] = [];
  readonly constraints: Constraint[] = [];
  /** Those that are moved from step to step. */
  readonly handles: Handle[] = [];
  readonly system = new ConstraintSystem();

  /** Set by the runtime. */
  activity: Activity = 'resting';

  readonly world: ForceWorld;
  #measuring = false;
  readonly #serials = new Map<string, number>();
  /** True where bodies or constraints came or went since connectors and rows were laid out. */
  changed = true;

  /** `world` is what connectors say they belong to. */
  constructor(world: ForceWorld) {
    this.world = world;
    this.particles = new ParticleStore(world, this.state);
    this.stores = [this.particles];
  }

  /** Throws E_STEPPING unless anything may change. */
  checkOpen(): void {
    if (this.activity !== 'resting') throw busy('added, removed, restored, assembled or stepped');
  }

  /** Throws E_STEPPING while a calculation is under way. */
  checkIdle(): void {
    if (this.activity === 'calculating') throw busy('evaluated or saved');
  }

  /**
   * What `act` returns, which asks forces for their energy. Throws E_STEPPING where one of them
   * asks for that of the world.
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

  /** What `act` returns, which is a part of `activity`. */
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
    const binding = bindingOf(constraint);
    const number = this.nextSerial(constraint.type.name);
    if (constraint.name === undefined) binding.label = `${constraint.type.name} #${number}`;
    binding.world = this.world;
    this.constraints.push(constraint);
    this.changed = true;
  }

  addForce(force: Force): void {
    this.checkOpen();
    checkForce(force);
    this.forces.push(force);
  }

  /**
   * Lays out connectors and rows if bodies or constraints came or went, and tells whether they did.
   */
  layOut(): boolean {
    if (!this.changed) return false;
    this.changed = false;
    this.system.rebuild(this.stores, this.constraints);
    return true;
  }

  /**
   * Follows bodies that came or went: says where in the state each store is now, and leaves the
   * rest to {@link layOut}.
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

  /** The number that the next of a kind gets, from 1. */
  serialAhead(kind: string): number {
    return (this.#serials.get(kind) ?? 0) + 1;
  }

  /** The number of one more of a kind. */
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
