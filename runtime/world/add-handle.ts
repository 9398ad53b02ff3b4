import { MovedHandle } from '../model/handle.js';
import { createHandle, type AnyHandle, type HandleSource } from '../model/prescribed-handle.js';
import { deleteFrom, placeCarrier } from './remove.js';
import type { WorldStructure } from './structure.js';

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
