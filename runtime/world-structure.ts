import type { Body } from './bodies/body.js';
import type { BodyFamily } from './body-family.js';
import { bindingOf, type Constraint } from './constraint.js';
import { ConstraintSystem } from './constraint-system.js';
import { HolonomicRuntimeError } from './errors.js';
import type { Force, ForceWorld } from './force.js';
import type { Handle } from './handle.js';
import { checkJoins } from './membership.js';
import type { Particle, ParticleOptions } from './particle.js';
import { ParticleFamily } from './particle-family.js';
import { State } from './state.js';

/**
 * What a world is made of: bodies and their state, constraints, handles and forces, and how they come and go. After a change {@link layOut}
 * gives connectors and rows their places. Of bodies and handles it has no code, so that worlds without them do
 * without it: see add-body.ts and add-handle.ts, and remove.ts for how things go.
 */
export class WorldStructure {
  readonly state = new State();
  readonly particles: ParticleFamily;
  readonly families: BodyFamily[];
  /** All bodies that are no particles, in the order in which they were added. */
  readonly bodies: Body[] = [];
  readonly forces: Force[] = [];
  readonly constraints: Constraint[] = [];
  /** Those that are moved from step to step. */
  readonly handles: Handle[] = [];
  readonly system = new ConstraintSystem();

  /** True during a step, when nothing may come or go. Set by the runtime. */
  stepping = false;

  readonly world: ForceWorld;
  readonly #serials = new Map<string, number>();
  /** True where bodies or constraints came or went since connectors and rows were laid out. */
  changed = true;

  /** `world` is what connectors say they belong to. */
  constructor(world: ForceWorld) {
    this.world = world;
    this.particles = new ParticleFamily(world, this.state);
    this.families = [this.particles];
  }

  /** Throws E_STEPPING during a step. */
  checkOpen(): void {
    if (!this.stepping) return;
    throw new HolonomicRuntimeError(
      'E_STEPPING',
      'A step is under way: nothing can be added, removed, restored or stepped now.',
      'Do it between steps, such as in onStep or onEvent.',
    );
  }

  addParticle(options: ParticleOptions): Particle {
    this.checkOpen();
    const particle = this.particles.add(options);
    this.bodiesChanged();
    return particle;
  }

  addConstraint(constraint: Constraint): void {
    this.checkOpen();
    checkJoins(constraint, this.world);
    const binding = bindingOf(constraint);
    const number = this.nextSerial(constraint.type.name);
    if (constraint.name === undefined) binding.label = `${constraint.type.name} #${number}`;
    binding.world = this.world;
    this.constraints.push(constraint);
    this.changed = true;
  }

  addForce(force: Force): void {
    // A caller without types may hand in anything.
    const apply: unknown = (force as Partial<Force>).apply;
    if (typeof apply !== 'function') {
      throw new HolonomicRuntimeError(
        'E_FORCE',
        'A force has no method "apply".',
        'Give gravity(…) or an object { apply(world) { … } }.',
      );
    }
    this.forces.push(force);
  }

  /** Lays out connectors and rows if bodies or constraints came or went, and tells whether they did. */
  layOut(): boolean {
    if (!this.changed) return false;
    this.changed = false;
    this.system.rebuild(this.families, this.constraints);
    return true;
  }

  /** Follows bodies that came or went: says where in the state each family is now, and leaves the rest to {@link layOut}. */
  bodiesChanged(): void {
    let coordinates = 0;
    let velocities = 0;
    for (const family of this.families) {
      family.coordinateOffset = coordinates;
      family.velocityOffset = velocities;
      coordinates += family.coordinateCount;
      velocities += family.velocityCount;
    }
    this.changed = true;
  }

  /** The number of the next of a kind, from 1. */
  nextSerial(kind: string): number {
    const serial = (this.#serials.get(kind) ?? 0) + 1;
    this.#serials.set(kind, serial);
    return serial;
  }
}
