import type { SymmetricPattern } from './symmetric-pattern.js';

/**
 * A symmetric matrix that can be written out. Its pattern stays, its values change from evaluation
 * to evaluation.
 */
export interface MatrixSource {
  readonly size: number;
  /** Upper bound on the number of entries of the pattern, known before it is built. */
  readonly entryBound: number;
  readonly pattern: SymmetricPattern;
  /** What each block of rows belongs to, a constraint, so that it is known again in another structure. */
  readonly owners?: readonly object[] | undefined;
  /** Makes a writer that writes entry `e` of the pattern to `position[e]`, unless that is −1. */
  writer(position: Int32Array): MatrixWriter;
}

/** Writes the values of a matrix to given positions. */
export interface MatrixWriter {
  /**
   * `values[position[e]] = ` entry `e`, for all entries except those that are always zero.
   * Allocates nothing.
   */
  write(values: Float64Array): void;
}

/** Makes a writer of the diagonal of `matrix`: entry `j` goes to place `j`. */
export function diagonalWriter(matrix: MatrixSource): MatrixWriter {
  const { size, start, row } = matrix.pattern;
  const position = new Int32Array(row.length).fill(-1);
  for (let j = 0; j < size; j++) position[start[j]!] = j;
  return matrix.writer(position);
}
