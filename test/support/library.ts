import * as library from 'holonomic/library';
import type { ConstraintType } from '../../runtime/constraint-type.js';

/** The description and kernels of every emitted class of the library. */
export const LIBRARY_TYPES: readonly ConstraintType[] = Object.values(library).flatMap((entry) =>
  'type' in entry ? [entry.type] : [],
);
