import { bindingOf } from '../model/constraint.js';
import { bindingOfBody } from '../model/bodies/body-binding.js';
import { shownMass } from '../base/mass.js';
import type { Snapshot } from './snapshot.js';
import type { WorldStructure } from './structure.js';

/*
 * The inputs of a world: all numbers that an application may set between two steps, in one list.
 * These are the state, masses, parameters of bodies and of constraints, and where handles are and
 * are to go.
 */

/** Returns the inputs of a world, in `into` if they have room there and fill it. */
export function readInputs(
  { state, particles, bodies, constraints, handles }: WorldStructure,
  into: Float64Array,
): Float64Array {
  let length = 2 * handles.reduce((sum, { size }) => sum + size, 0) + particles.particles.length;
  length += state.q.length + state.v.length;
  for (const body of bodies) length += bindingOfBody(body).p.length;
  for (const one of constraints) length += bindingOf(one).parameterWidth;
  const inputs = into.length === length ? into : new Float64Array(length);

  inputs.set(state.q);
  inputs.set(state.v, state.q.length);
  let at = state.q.length + state.v.length;
  for (const { mass } of particles.particles) inputs[at++] = mass;
  for (const body of bodies) {
    const { p, massCount } = bindingOfBody(body);
    for (let i = 0; i < p.length; i++) inputs[at++] = i < massCount ? shownMass(p[i]!) : p[i]!;
  }
  for (const one of constraints) {
    const { values, offset, parameterWidth } = bindingOf(one);
    for (let i = 0; i < parameterWidth; i++) inputs[at++] = values[offset + i]!;
  }
  for (const handle of handles) {
    const { position, target } = handle.save();
    inputs.set(position, at);
    inputs.set(target, at + handle.size);
    at += 2 * handle.size;
  }
  return inputs;
}

/** Returns the inputs that differ, each as its place in the list and its value. */
export function changedInputs(before: Float64Array, after: Float64Array): number[] {
  const changes: number[] = [];
  for (let i = 0; i < after.length; i++) if (!Object.is(after[i], before[i])) changes.push(i, after[i]!);
  return changes;
}

/** Writes changed inputs into a snapshot. Returns false, with some of them written, if it has no such place. */
export function writeInputs(snapshot: Snapshot, changes: readonly number[]): boolean {
  const { q, v, masses, bodies, constraints, handles } = snapshot;
  const arrays = [
    ...[q, v, masses],
    ...bodies.map(({ params }) => params),
    ...constraints.map(({ params }) => params),
    ...handles.flatMap(({ position, target }) => [position, target]),
  ];
  let [k, start] = [0, 0];
  for (let c = 0; c < changes.length; c += 2) {
    const place = changes[c]!;
    while (k < arrays.length && place >= start + arrays[k]!.length) start += arrays[k++]!.length;
    const array = arrays[k];
    if (array === undefined || !(place >= start && Number.isInteger(place))) return false;
    array[place - start] = changes[c + 1]!;
  }
  return true;
}
