import type { OperationCount } from '../lower/count.js';
import type { AnySpaceDerivation } from './derive.js';

/** What one evaluation costs: of a body, that of its mass matrix and forces. */
export const kernelOperations = (derivation: AnySpaceDerivation): OperationCount =>
  derivation.kind === 'body' ? derivation.operations.dynamics : derivation.operations.kernel;
