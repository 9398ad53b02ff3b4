import type { ConstraintSpec } from './constraint-spec.js';

/** The entries of `C`. */
export const formulaList = ({ C }: Pick<ConstraintSpec, 'C'>): readonly string[] => (typeof C === 'string' ? [C] : C);

/** Path of entry `i` of `C` inside the spec. */
export const formulaField = ({ C }: Pick<ConstraintSpec, 'C'>, i: number): string =>
  typeof C === 'string' ? 'C' : `C[${i}]`;
