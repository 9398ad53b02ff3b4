import { DEPENDENT } from './guarded-factorization.js';
import type { Multiplication } from './probed-matrix.js';

/**
 * Finds the least `d_k / a_kk` of `A = L D Lᵀ` among the rows that do not depend on those before;
 * see {@link GuardedFactorization}. It uses products with `A` alone, and `size³ / 6`
 * multiplications. `columns` is a workspace, empty at first.
 */
export function leastPivot(matrix: Multiplication, columns: Float64Array[]): number {
  const { size } = matrix;
  if (columns.length !== size + 1) {
    columns.length = 0;
    while (columns.length <= size) columns.push(new Float64Array(size));
  }
  const unit = columns[size]!;
  let least = 1;
  for (let k = 0; k < size; k++) {
    // Column k of L D: a_k − Σ_{j<k} (L D)_j l_kj.
    const column = columns[k]!;
    unit[k] = 1;
    matrix.multiply(unit, column);
    unit[k] = 0;
    const akk = column[k]!;
    for (let j = 0; j < k; j++) {
      const other = columns[j]!;
      const l = other[k]! / other[j]!;
      for (let i = k; i < size; i++) column[i]! -= l * other[i]!;
    }
    const pivot = column[k]! / akk;
    if (pivot > DEPENDENT) least = Math.min(least, pivot);
    // Then all l_ik are zero.
    else column[k] = Infinity;
  }
  return least;
}
