import { isInstance, reading, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { bindingOfBody } from '../model/bodies/body-binding.js';
import type { Body } from '../model/bodies/body.js';
import type { BodyType } from '../model/bodies/body-type.js';
import { createBody } from '../model/bodies/create-body.js';
import type { ParametricBody } from '../model/bodies/parametric-body.js';
import type { RigidBody2DOptions } from '../model/bodies/rigid-body-2d.js';
import type { RigidBody3DOptions } from '../model/bodies/rigid-body-3d.js';
import { TypedBodyStore } from '../model/bodies/typed-store.js';
import { bindingOf, isConstraint, type Constraint } from '../model/constraint.js';
import { inputWidth } from '../model/constraint-binding.js';
import { ConstraintRows } from '../model/constraint-rows.js';
import type { Force } from '../model/force.js';
import { Ground } from '../model/ground.js';
import { MovedHandle } from '../model/handle.js';
import { parameterWidth } from '../model/parameters.js';
import { isParticle, type Particle } from '../model/particle.js';
import { ParticleStore } from '../model/particle-store.js';
import { createHandle, type AnyHandle, type HandleSource } from '../model/prescribed-handle.js';
import { State } from '../model/state.js';
import { checkBelongs, checkBodyJoins, checkUnused } from './membership.js';
import type { WorldStructure } from './structure.js';

/** An object that can be removed from a world. */
export type Removable = Constraint | Particle | Body | AnyHandle | Force;

/** An object that carries connectors and is neither a particle nor the ground. */
type Carrier = Body | AnyHandle;

/** The world that each carrier is in, and a function that removes it. */
const places = new WeakMap<object, { readonly world: object; readonly remove: () => void }>();

/** Registers how to remove a body or a handle that has been added to `world`. */
function placeCarrier(carrier: Carrier, world: object, remove: () => void): void {
  places.set(carrier, { world, remove });
}

/** Adds a rigid or parametric body, and returns it; see {@link World.addBody}. */
export function addBody(
  structure: WorldStructure,
  source: RigidBody2DOptions | RigidBody3DOptions | ParametricBody,
): Body {
  const body = createBody(source, structure.world.space);
  joinBody(structure, body);
  return body;
}

/** Adds `body` to the store of its type. Throws E_BODY, E_BODY_SPACE, E_ADDED_TWICE, E_STEPPING. */
export function joinBody(structure: WorldStructure, body: Body): void {
  structure.checkOpen();
  const binding = bindingOfBody(body);
  checkBodyJoins(binding, structure.world);
  const store = storeOf(structure, binding.type);
  store.add(binding);
  binding.setNumber(structure.nextSerial(binding.kindLabel));
  structure.bodies.push(body);
  placeCarrier(body, structure.world, () => {
    store.remove(binding);
    deleteFrom(structure.bodies, body);
    structure.bodiesChanged();
  });
  structure.bodiesChanged();
}

function storeOf(structure: WorldStructure, type: BodyType): TypedBodyStore {
  const { stores, world, state } = structure;
  for (const store of stores) if (store instanceof TypedBodyStore && store.type === type) return store;
  const store = new TypedBodyStore(world, state, type);
  stores.push(store);
  structure.bodiesChanged();
  return store;
}

/** Adds a point or a number whose motion is prescribed, and returns it; see {@link World.handle}. */
export function addHandle(structure: WorldStructure, source: HandleSource): AnyHandle {
  const { world } = structure;
  structure.checkOpen();
  const handle = createHandle(world, `handle #${structure.serialAhead('handle')}`, source);
  structure.nextSerial('handle');
  if (handle instanceof MovedHandle) structure.handles.push(handle);
  placeCarrier(handle, world, () => {
    if (handle instanceof MovedHandle) deleteFrom<MovedHandle>(structure.handles, handle);
    handle.removed = true;
  });
  return handle;
}

/** Removes an object from a world. Throws E_IN_USE, E_NOT_IN_WORLD, E_STEPPING. */
export function remove(structure: WorldStructure, target: Removable): void {
  structure.checkOpen();
  if (isConstraint(target)) removeConstraint(structure, target);
  else if (isParticle(target)) removeParticle(structure, target);
  else if (deleteFrom<Removable>(structure.forces, target)) structure.forceChanged(target as Force);
  else removeCarrier(structure, target);
}

/** Removes a constraint. Throws E_NOT_IN_WORLD. */
export function removeConstraint(structure: WorldStructure, constraint: Constraint): void {
  const binding = bindingOf(constraint);
  const { type, label, world, rows, row, inputStart } = binding;
  checkBelongs(label, world, structure.world);
  deleteFrom(structure.constraints, constraint);
  // Give it rows and parameters of its own, and no multipliers.
  const own = new ConstraintRows(type.rows);
  binding.moveTo(own, 0, new Float64Array(parameterWidth(type)), 0, new Float64Array(inputWidth(type)), 0);
  binding.impulses.fill(0);
  own.lambda.fill(0);
  own.warmStart.fill(0);
  own.integral.fill(0);
  binding.world = null;
  binding.listener = undefined;
  structure.rowsChanged(!structure.changed && structure.system.vacate(type, rows, row, inputStart));
}

function removeParticle(structure: WorldStructure, particle: Particle): void {
  checkBelongs(particle.label, particle.removed ? null : particle.world, structure.world);
  checkUnused(particle, particle.label, structure.constraints);
  const { particles: store, state, world } = structure;
  const { particles, mass, inverseMass, coordinateOffset, velocityOffset, coordinateCount } = store;
  const d = world.space;
  const { index } = particle;
  const start = d * index;
  // It keeps its last values in a store of its own.
  new ParticleStore(world, new State(d)).take(particle, particle.mass, particle.position, particle.velocity);
  particle.removed = true;
  state.remove(coordinateOffset + start, d, velocityOffset + start, d);
  mass.copyWithin(start, start + d, coordinateCount);
  inverseMass.copyWithin(start, start + d, coordinateCount);
  particles.splice(index, 1);
  for (let i = index; i < particles.length; i++) particles[i]!.index = i;
  structure.bodiesChanged();
}

function removeCarrier({ world, constraints }: WorldStructure, target: Removable): void {
  if (isInstance(target, Ground))
    throw new HolonomicRuntimeError(
      'E_NOT_IN_WORLD',
      'The ground is a part of every world, and stays.',
      'Shapes on it stay, too; remove what is joined to it.',
    );
  const place = places.get(target);
  const label = labelOf(target);
  checkBelongs(label, place?.world ?? null, world);
  checkUnused(target, label, constraints);
  places.delete(target);
  place?.remove();
}

/** Names an object that is no constraint and no particle of the runtime in messages. */
function labelOf(target: unknown): string {
  if (typeof target !== 'object' || target === null) return `The object to remove, ${show(target)},`;
  return reading('What is to be removed', 'E_NOT_IN_WORLD', () => {
    if ('label' in target && typeof target.label === 'string') return target.label;
    return 'apply' in target ? 'The force' : 'What is to be removed is no body, constraint, force or handle, and';
  });
}

/** Deletes `item` from `list`. Returns true if it was there. */
function deleteFrom<T>(list: T[], item: T): boolean {
  const index = list.indexOf(item);
  if (index < 0) return false;
  list.splice(index, 1);
  return true;
}
