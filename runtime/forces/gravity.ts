import { printAs } from '../base/printing.js';
import { checkVector, isVector } from '../base/check.js';
import { norm } from '../base/vector.js';
import type { Force, ForceWorld } from '../model/force.js';

const EXAMPLE = 'Give an array with one number per dimension, such as gravity([0, -9.81]).';

/**
 * Weight `m g` on every body, with the potential energy `−Σ m g·x`. `g` is the acceleration of free
 * fall, m/s², one entry per dimension. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE here, and
 * E_DIMENSION on first use if `g` does not fit the world's space.
 */
export function gravity(g: ArrayLike<number>): Force {
  const acceleration = checkVector(g, isVector(g, 3) ? 3 : 2, 'Gravity', EXAMPLE);
  const force = {
    steady: true,
    fall: norm(acceleration),
    apply(world: ForceWorld): void {
      world.applyGravity(acceleration);
    },
    energy: (world: ForceWorld): number => world.gravityEnergy(acceleration),
  };
  return printAs(force, 'gravity', () => ({ g: acceleration }));
}
