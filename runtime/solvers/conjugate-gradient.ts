import { printAs } from '../base/printing.js';
import type { Solver } from '../equations/solver.js';
import { ConjugateDirections, readLimits, type ConjugateDirectionsOptions } from './conjugate-directions.js';

/**
 * Conjugate gradients on `‖b − A λ‖²`, as Witkin describes them for constrained dynamics ("An
 * Introduction to Physically Based Modeling: Constrained Dynamics", SIGGRAPH course notes; CGLS in
 * Björck, Numerical Methods for Least Squares Problems, section 7.4). It takes two products with
 * `A = J W Jᵀ` an iteration, and finds a least-squares solution for all rows, redundant or
 * contradictory. The number of iterations is about the number of distinct eigenvalues of `A`, or
 * proportional to its condition number. {@link conjugateResiduals} take one product each, and the
 * root of that number. See {@link ConjugateDirectionsOptions}.
 */
export function conjugateGradient(options: ConjugateDirectionsOptions = {}): Solver {
  const limits = readLimits(options, 'conjugateGradient');
  return printAs(
    { name: 'conjugateGradient', create: () => new ConjugateDirections('gradients', limits) },
    'conjugateGradient',
    () => options,
  );
}
