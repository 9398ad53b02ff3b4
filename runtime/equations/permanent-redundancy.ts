/**
 * Rows that depend on others wherever `C = 0`, but not off that surface, as in overconstrained
 * mechanisms that move. The integration errors of a step lead off it. The rows' singular values then
 * grow with the distance, and nothing at such a state tells them from rows that are independent and
 * nearly singular. So they are found on the surface (see stabilize/surface-rank.ts), and stay.
 */
export interface RedundantRows {
  /**
   * One row of each dependency, ascending, such that the others are as independent as may be. Which
   * ones serve best changes with the state; solvers replace them. Their number stays.
   */
  readonly rows: Int32Array;
}

/** No such rows. */
export const NO_REDUNDANCY: RedundantRows = { rows: new Int32Array(0) };
