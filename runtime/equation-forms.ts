import type { BodyFamily } from './body-family.js';
import type { ConstraintSystem } from './constraint-system.js';
import type { Force } from './force.js';
import type { ChainParts } from './linear/planar-chain.js';
import type { MatrixSource } from './linear/matrix-source.js';
import type { ChainProblem } from './solvers/solver.js';
import type { SteadyForces } from './steady-forces.js';

/** Ways to bring the equations into forms that need code of their own: what a problem has besides products with `A`. */
export interface EquationForms {
  /** Makes {@link MultiplierProblem.matrix}. */
  readonly matrix?: (system: ConstraintSystem, families: readonly BodyFamily[]) => MatrixSource;
  /** Makes {@link MultiplierProblem.chain}, if the equations are those of chains. `velocities` is the length of the world's `v`. */
  readonly chain?: (system: ConstraintSystem, velocities: number, parts: ChainParts) => ChainProblem | undefined;
  /** Makes what remembers `W Q` where it stays the same: of no use but for speed. */
  readonly steady?: (families: readonly BodyFamily[], forces: readonly Force[], velocities: number) => SteadyForces;
}
