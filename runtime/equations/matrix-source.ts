import type { SymmetricPattern } from './symmetric-pattern.js';

/**
 * A symmetric matrix that can be written out: its pattern, which stays, and its values, which
 * change from evaluation to evaluation.
 */
export interface MatrixSource {
  readonly size: number;
  /** No more entries than this has the pattern: known before it is built. */
  readonly entryBound: number;
  readonly pattern: SymmetricPattern;
  /** For entry `e` of the pattern to be written to place `position[e]`, unless that is −1. */
  writer(position: Int32Array): MatrixWriter;
}

/** Writes the values of a matrix at places agreed upon. */
export interface MatrixWriter {
  /**
   * `values[position[e]] = ` entry `e`, for all of them, except for those that are zero throughout.
   * Allocates nothing.
   */
  write(values: Float64Array): void;
}
