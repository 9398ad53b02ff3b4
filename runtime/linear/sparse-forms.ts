import type { EquationForms } from '../equation-forms.js';
import { SteadyForces } from '../steady-forces.js';
import { MatrixAssembly } from './matrix-assembly.js';
import { PlanarChain } from './planar-chain.js';

/** The forms that sparse solvers ask for: `A` written out, and chains solved in place. */
export const SPARSE_FORMS: EquationForms = {
  matrix: (system, families) => new MatrixAssembly(system, families),
  chain({ batches }, velocities, parts) {
    const [batch, ...others] = batches;
    return batch && others.length === 0 ? PlanarChain.of(batch.blocks, velocities, parts) : undefined;
  },
  steady: (families, forces, velocities) => new SteadyForces(families, forces, velocities),
};
