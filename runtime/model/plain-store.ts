import type { BodyFamily } from './body-store.js';

/**
 * The one family of a world whose bodies are their own connectors, such as one of particles alone: coordinates, velocities and the first entries of what is over the
 * connectors are in the same places there. Undefined in other worlds.
 */
export function plainFamily(families: readonly BodyFamily[]): BodyFamily | undefined {
  const [family, ...others] = families.filter(({ velocityCount }) => velocityCount > 0);
  if (!family?.isotropic || others.length > 0) return undefined;
  const { slotOffset, coordinateOffset, velocityOffset } = family;
  return slotOffset === 0 && coordinateOffset === 0 && velocityOffset === 0 ? family : undefined;
}
