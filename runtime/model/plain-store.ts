import type { BodyStore } from './body-store.js';

/**
 * Returns the only store of a world whose bodies are their own connectors, such as a world of
 * particles alone. Coordinates, velocities and the first entries of vectors over the connectors
 * then have the same indices. Returns undefined for other worlds.
 */
export function plainStore(stores: readonly BodyStore[]): BodyStore | undefined {
  const [store, ...others] = stores.filter(({ velocityCount }) => velocityCount > 0);
  if (!store?.isotropic || others.length > 0) return undefined;
  const { slotOffset, coordinateOffset, velocityOffset } = store;
  return slotOffset === 0 && coordinateOffset === 0 && velocityOffset === 0 ? store : undefined;
}
