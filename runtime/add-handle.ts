import type { BareWorld } from './bare-world.js';
import { createHandle, Handle, type Motion, type PrescribedHandle, type PrescribedMotion } from './handle.js';
import { deleteFrom, placeCarrier } from './remove.js';
import { partsOf } from './world-parts.js';

/** Adds a point whose motion is prescribed to a world of any kind, and returns it: {@link World.handle} as a function. Throws as that does. */
export function addHandle(world: BareWorld, initial: ArrayLike<number>): Handle;
export function addHandle(world: BareWorld, motion: Motion | PrescribedMotion): PrescribedHandle;
export function addHandle(
  world: BareWorld,
  source: ArrayLike<number> | Motion | PrescribedMotion,
): Handle | PrescribedHandle;
export function addHandle(
  world: BareWorld,
  source: ArrayLike<number> | Motion | PrescribedMotion,
): Handle | PrescribedHandle {
  const { structure } = partsOf(world);
  structure.checkOpen();
  const handle = createHandle(world, `handle #${structure.serialAhead('handle')}`, source);
  structure.nextSerial('handle');
  if (handle instanceof Handle) structure.handles.push(handle);
  placeCarrier(handle, world, () => {
    if (handle instanceof Handle) deleteFrom(structure.handles, handle);
    handle.removed = true;
  });
  return handle;
}
