import { checkBodyJoins } from './membership.js';
import { deleteFrom, placeCarrier } from './remove.js';
import type { WorldStructure } from './structure.js';
import { bindingOfBody } from '../model/bodies/body-binding.js';
import type { Body } from '../model/bodies/body.js';
import type { BodyType } from '../model/bodies/body-type.js';
import { createBody } from '../model/bodies/create-body.js';
import type { ParametricBody } from '../model/bodies/parametric-body.js';
import type { RigidBody2DOptions } from '../model/bodies/rigid-body-2d.js';
import type { RigidBody3DOptions } from '../model/bodies/rigid-body-3d.js';
import { TypedBodyStore } from '../model/bodies/typed-store.js';

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
