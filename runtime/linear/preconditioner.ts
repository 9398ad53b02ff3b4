import type { MatrixSource } from '../equations/matrix-source.js';

/** An approximation `M ≈ A`, positive definite whatever `A` is. */
export interface Preconditioner {
  /** Entries below the diagonal of its factors, and operations to find them. */
  readonly fill: number;
  readonly flops: number;
  /** Takes up the present values of the matrix. Allocates nothing. */
  update(): void;
  /** `z = M⁻¹ r`. */
  apply(r: Float64Array, z: Float64Array): void;
}

/** Makes a preconditioner for a matrix: once per structure. */
export type PreconditionerFactory = (matrix: MatrixSource) => Preconditioner;

/** Pivots below this part of the diagonal entry are rounding: the row depends on others. */
export const NEGLIGIBLE_PIVOT = 1e-10;
