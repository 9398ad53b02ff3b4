import type { ParameterDescription } from '../../../runtime/model/constraint-type.js';

/** The components of a parameter that is left out. */
export const defaultsOf = ({ default: value = 0, size }: ParameterDescription): number[] =>
  typeof value === 'number' ? new Array<number>(size).fill(value) : [...value];
