import type { BodyStore } from './body-store.js';

/**
 * The one store of a world whose bodies are their own connectors, such as one of particles alone: coordinates, velocities and the first entries of what is over the
 * connectors are in the same places there. Undefined in other worlds.
 */
export function plainStore(stores: readonly BodyStore[]): BodyStore | undefined {
  const [store, ...others] = stores.filter(({ velocityCount }) => velocityCount > 0);
  if (!store?.isotropic || others.length > 0) return undefined;
  const { slotOffset, coordinateOffset, velocityOffset } = store;
  return slotOffset === 0 && coordinateOffset === 0 && velocityOffset === 0 ? store : undefined;
}
