import type { AnyWorld } from '../world/internals.js';
import { RestState } from './rest-state.js';
import { Balance, inertiaOf } from './statics.js';

/** Result of {@link stiffness}. */
export interface Stiffness {
  /**
   * `K`, symmetric: the second derivatives of the potential energy less `Σ λ_r C_r` over the velocities of
   * the world, in the order of `world.velocities`. For an orientation in space they are those along rotations from
   * the present one.
   */
  readonly matrix: readonly Float64Array[];
  /** Numbers of independent displacements within the constraints that take energy, none to second order, and release some. */
  readonly inertia: { readonly positive: number; readonly zero: number; readonly negative: number };
  /** Returns `K v`. */
  readonly multiply: (v: ArrayLike<number>) => Float64Array;
}

/**
 * Returns the stiffness of a world at its present configuration as if at rest: that of its forces,
 * energies and soft constraints, and the geometric stiffness `−Σ λ_r ∇²C_r` of its constraints, with
 * the multipliers that balance the forces best. Nothing is moved.
 *
 * Throws E_ANALYSIS, E_NO_STIFFNESS, E_PRESTRESS, E_WORLD and E_STEPPING.
 */
export function stiffness(world: AnyWorld): Stiffness {
  const rest = new RestState(world, 'stiffness');
  try {
    return rest.internals.structure.during('calculating', () => {
      const balance = new Balance(rest);
      balance.checkPrestress();
      const { K, eigen } = balance.stiffness();
      const n = Math.sqrt(K.length);
      const matrix = Array.from({ length: n }, (_, i) => K.slice(i * n, (i + 1) * n));
      return {
        matrix,
        inertia: inertiaOf(eigen),
        multiply: (v) => Float64Array.from(matrix, (row) => row.reduce((sum, entry, j) => sum + entry * v[j]!, 0)),
      };
    });
  } finally {
    rest.end();
  }
}
