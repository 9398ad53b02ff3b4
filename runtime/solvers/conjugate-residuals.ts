import { printAs } from '../base/printing.js';
import type { Solver } from '../equations/solver.js';
import { ConjugateDirections, readLimits, type ConjugateDirectionsOptions } from './conjugate-directions.js';

/**
 * Conjugate residuals (Stiefel 1955; Saad, Iterative Methods for Sparse Linear Systems, algorithm
 * 6.20), with one product with `A = J W Jᵀ` an iteration. Redundant rows do no harm. Where rows
 * contradict each other, it converges to a least-squares solution; plain conjugate gradients on
 * `½ λᵀAλ − bᵀλ` have no minimum then. See {@link ConjugateDirectionsOptions}.
 */
export function conjugateResiduals(options: ConjugateDirectionsOptions = {}): Solver {
  const limits = readLimits(options, 'conjugateResiduals');
  return printAs(
    { name: 'conjugateResiduals', create: () => new ConjugateDirections('residuals', limits) },
    'conjugateResiduals',
    () => options,
  );
}
