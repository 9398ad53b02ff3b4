import { show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { BlockJacobi } from '../linear/block-jacobi.js';
import { IncompleteCholesky } from '../linear/incomplete-cholesky.js';
import type { PreconditionerFactory } from '../linear/preconditioner.js';
import { suggestName } from '../base/nearest-name.js';
import { ConjugateResiduals, readLimits, type ConjugateResidualsOptions } from './conjugate-residuals.js';
import { PreconditionedResiduals } from './preconditioned-residuals.js';
import type { MultiplierSolver, Solver } from '../equations/solver.js';

/** Options of {@link conjugateGradient}. */
export interface ConjugateGradientOptions extends ConjugateResidualsOptions {
  /**
   * `'none'` if left out. `'blockJacobi'` brings each constraint's own rows to the unit matrix: what very different masses or units call for, at
   * hardly any cost. `'incompleteCholesky'` factorises `A` without fill, IC(0): many fewer iterations on nets, none but one on chains and trees. With
   * either, multipliers of redundant rows need not be the shortest.
   */
  readonly preconditioner?: 'none' | 'blockJacobi' | 'incompleteCholesky';
}

/** How each preconditioner is made. */
const PRECONDITIONERS: Readonly<Record<string, PreconditionerFactory>> = {
  blockJacobi: (matrix) => new BlockJacobi(matrix),
  incompleteCholesky: (matrix) => new IncompleteCholesky(matrix),
};

/** Conjugate gradients: {@link conjugateResiduals}, preconditioned if that is asked for. */
export function conjugateGradient(options: ConjugateGradientOptions = {}): Solver {
  const {
    preconditioner = 'none',
    tolerance,
    maxIterations,
  } = readLimits(options, 'conjugateGradient', ['preconditioner']);
  const make = PRECONDITIONERS[checkPreconditioner(preconditioner)];
  const plain = (): MultiplierSolver => new ConjugateResiduals(tolerance, maxIterations);
  return {
    name: 'conjugateGradient',

    create: make ? () => new PreconditionedResiduals(make, plain(), tolerance, maxIterations) : plain,
  };
}

function checkPreconditioner(name: unknown): string {
  if (typeof name === 'string' && (name === 'none' || Object.hasOwn(PRECONDITIONERS, name))) return name;
  const names = ['none', ...Object.keys(PRECONDITIONERS)];
  throw new HolonomicRuntimeError(
    'E_OPTION_UNKNOWN',
    `conjugateGradient has no preconditioner ${show(name)}.`,
    suggestName(typeof name === 'string' ? name : '', names),
  );
}
