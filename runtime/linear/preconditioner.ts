import type { MatrixSource } from '../equations/matrix-source.js';

/** An approximation `M ≈ A` that is positive definite for every `A`. */
export interface Preconditioner {
  /** Number of entries of its factors below the diagonal, and of operations to find them. */
  readonly fill: number;
  readonly flops: number;
  /** Updates the factors to the present values of the matrix. Allocates nothing. */
  update(): void;
  /** `z = M⁻¹ r`. */
  apply(r: Float64Array, z: Float64Array): void;
}

/** Makes a preconditioner for a matrix, once per structure. */
export type PreconditionerFactory = (matrix: MatrixSource) => Preconditioner;

/** Relative pivot below which a pivot counts as rounding and the row as dependent on others. */
export const NEGLIGIBLE_PIVOT = 1e-10;
