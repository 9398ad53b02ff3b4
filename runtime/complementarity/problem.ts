import type { MatrixSource } from '../equations/matrix-source.js';
import type { RowFactors } from '../equations/row-factors.js';

/**
 * The problem of one step at velocity level: find `λ`, N s, such that
 *
 *     u = (A + Σ) λ − b,   lower ≤ λ ≤ upper,
 *     u_i = 0 where lower < λ_i < upper,   u_i ≥ 0 where λ_i = lower,   u_i ≤ 0 where λ_i = upper
 *
 * with `A = J W Jᵀ` and a compliance `Σ_ii ≥ 0` per row. `u` is the velocity that is left in each
 * row, m/s or rad/s, so `b` is minus the velocity in the row without `λ`, and minus its bias. Bounds
 * of an equality are −∞ and ∞, of a unilateral row 0 and ∞, of a motor its largest
 * impulse with both signs.
 *
 * In a contact with friction, `λ` lies in a cone and opposes the slip (Coulomb's law):
 *
 *     u_N ≥ 0,   λ_N ≥ 0,   u_N λ_N = 0,   |λ_T| ≤ μ λ_N,   |u_T| λ_T = −μ λ_N u_T
 */
export interface ComplementarityProblem {
  readonly size: number;
  /**
   * `A + Σ`, with the pattern of all rows that may ever be active. The object stays the same as long
   * as the structure does, and so do `lower`, `upper` and `contacts`, whose entries may change.
   */
  readonly matrix: MatrixSource;
  /** `A` by its factor and `Σ`, for solutions within a tolerance; left out where there are none. */
  readonly factors?: RowFactors;
  readonly compliance?: Float64Array | undefined;
  /** `b`. */
  readonly rightHandSide: Float64Array;
  /** Estimate of `λ` to start from; the solver replaces it by the solution. */
  readonly multipliers: Float64Array;
  /** Bounds of each row's multiplier. Those of a contact's rows are not read. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly contacts: FrictionContacts;
  /** Residual that suffices where exactness is dear, m/s; rounding if left out. May change. */
  tolerance?: number;
}

/** Contacts with dry friction. Rows of a contact are consecutive: normal, tangent, second tangent. */
export interface FrictionContacts {
  /** Row of each contact's normal. */
  readonly normal: Int32Array;
  /** Number of tangent rows of each contact: one in the plane, two in space. */
  readonly tangents: 1 | 2;
  /** Coefficient of friction `μ ≥ 0` of each contact. */
  readonly coefficient: Float64Array;
}

/** Contacts of a problem without friction. */
export const NO_CONTACTS: FrictionContacts = {
  normal: new Int32Array(0),
  tangents: 2,
  coefficient: new Float64Array(0),
};
