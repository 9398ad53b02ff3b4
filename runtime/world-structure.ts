import type { BodyFamily } from './body-family.js';
import { bindingOf, Constraint } from './constraint.js';
import { ConstraintSystem } from './constraint-system.js';
import { HolonomicRuntimeError } from './errors.js';
import type { Force, ForceWorld } from './force.js';
import { bindingOfBody } from './bodies/body-binding.js';
import { Body } from './bodies/body.js';
import type { BodyType } from './bodies/body-type.js';
import { TypedBodyFamily } from './bodies/typed-family.js';
import { createHandle, Handle, PrescribedHandle, type Motion, type PrescribedMotion } from './handle.js';
import { checkBelongs, checkBodyJoins, checkJoins, checkUnused } from './membership.js';
import { Particle, type ParticleOptions } from './particle.js';
import { ParticleFamily } from './particle-family.js';
import { State } from './state.js';

/** What can be removed from a world. */
export type Removable = Constraint | Particle | Body | Handle | PrescribedHandle | Force;

/**
 * What a world is made of: bodies and their state, constraints, handles and forces, and how they come and go. After a change {@link layOut}
 * gives connectors and rows their places.
 */
export class WorldStructure {
  readonly state = new State();
  readonly particles: ParticleFamily;
  readonly families: BodyFamily[];
  /** All bodies that are no particles, in the order in which they were added. */
  readonly bodies: Body[] = [];
  readonly forces: Force[] = [];
  readonly constraints: Constraint[] = [];
  readonly handles: (Handle | PrescribedHandle)[] = [];
  readonly system = new ConstraintSystem();

  /** True during a step, when nothing may come or go. Set by the runtime. */
  stepping = false;

  readonly #world: ForceWorld;
  readonly #serials = new Map<string, number>();
  readonly #typedFamilies = new Map<BodyType, TypedBodyFamily>();
  /** True where bodies or constraints came or went since connectors and rows were laid out. */
  #changed = true;

  /** `world` is what connectors say they belong to. */
  constructor(world: ForceWorld) {
    this.#world = world;
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
    this.#bodiesChanged();
    return particle;
  }

  addBody(body: Body): void {
    const binding = bindingOfBody(body);
    checkBodyJoins(binding, this.#world);
    this.#familyOf(binding.type).add(binding);
    binding.setNumber(this.#nextSerial(binding.kindLabel));
    this.bodies.push(body);
    this.#bodiesChanged();
  }

  addHandle(source: ArrayLike<number> | Motion | PrescribedMotion): Handle | PrescribedHandle {
    this.checkOpen();
    const handle = createHandle(this.#world, `handle #${this.#nextSerial('handle')}`, source);
    this.handles.push(handle);
    return handle;
  }

  addConstraint(constraint: Constraint): void {
    this.checkOpen();
    checkJoins(constraint, this.#world);
    const binding = bindingOf(constraint);
    const number = this.#nextSerial(constraint.type.name);
    if (constraint.name === undefined) binding.label = `${constraint.type.name} #${number}`;
    binding.world = this.#world;
    this.constraints.push(constraint);
    this.#changed = true;
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

  remove(target: Removable): void {
    this.checkOpen();
    if (target instanceof Constraint) this.#removeConstraint(target);
    else if (target instanceof Particle) this.#removeParticle(target);
    else if (target instanceof Body) this.#removeBody(target);
    else if (target instanceof Handle || target instanceof PrescribedHandle) this.#removeHandle(target);
    else if (!deleteFrom(this.forces, target)) checkBelongs('The force', null, this.#world);
  }

  /** Lays out connectors and rows if bodies or constraints came or went, and tells whether they did. */
  layOut(): boolean {
    if (!this.#changed) return false;
    this.#changed = false;
    this.system.rebuild(this.families, this.constraints);
    return true;
  }

  /** Follows bodies that came or went: says where in the state each family is now, and leaves the rest to {@link layOut}. */
  #bodiesChanged(): void {
    let coordinates = 0;
    let velocities = 0;
    for (const family of this.families) {
      family.coordinateOffset = coordinates;
      family.velocityOffset = velocities;
      coordinates += family.coordinateCount;
      velocities += family.velocityCount;
    }
    this.#changed = true;
  }

  #nextSerial(kind: string): number {
    const serial = (this.#serials.get(kind) ?? 0) + 1;
    this.#serials.set(kind, serial);
    return serial;
  }

  #removeConstraint(constraint: Constraint): void {
    const binding = bindingOf(constraint);
    checkBelongs(binding.label, binding.world, this.#world);
    deleteFrom(this.constraints, constraint);
    binding.detach();
    this.#changed = true;
  }

  #removeParticle(particle: Particle): void {
    checkBelongs(particle.label, particle.removed ? null : particle.world, this.#world);
    checkUnused(particle, particle.label, this.constraints);
    this.particles.remove(particle);
    this.#bodiesChanged();
  }

  #removeBody(body: Body): void {
    const binding = bindingOfBody(body);
    const { family } = binding;
    checkBelongs(binding.label, family === null ? null : family.world, this.#world);
    checkUnused(body, binding.label, this.constraints);
    family?.remove(binding);
    deleteFrom(this.bodies, body);
    this.#bodiesChanged();
  }

  #familyOf(type: BodyType): TypedBodyFamily {
    let family = this.#typedFamilies.get(type);
    if (!family) {
      family = new TypedBodyFamily(this.#world, this.state, type);
      this.#typedFamilies.set(type, family);
      this.families.push(family);
      this.#bodiesChanged();
    }
    return family;
  }

  #removeHandle(handle: Handle | PrescribedHandle): void {
    checkBelongs(handle.label, handle.removed ? null : handle.world, this.#world);
    checkUnused(handle, handle.label, this.constraints);
    deleteFrom(this.handles, handle);
    handle.removed = true;
  }
}

function deleteFrom<T>(list: T[], item: T): boolean {
  const index = list.indexOf(item);
  if (index < 0) return false;
  list.splice(index, 1);
  return true;
}
