import { createHandle, Handle, type Motion, type PrescribedHandle, type PrescribedMotion } from '../model/handle.js';
import { deleteFrom, placeCarrier } from './remove.js';
import type { WorldStructure } from './structure.js';

/** Adds a point whose motion is prescribed, and returns it; see {@link World.handle}. */
export function addHandle(
  structure: WorldStructure,
  source: ArrayLike<number> | Motion | PrescribedMotion,
): Handle | PrescribedHandle {
  const { world } = structure;
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
