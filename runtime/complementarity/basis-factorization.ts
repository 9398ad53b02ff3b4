import { areFinite } from '../base/vector.js';
import { analyse } from '../linear/elimination.js';
import { createFactorization } from '../linear/factorization.js';
import type { GuardedFactorization } from '../linear/guarded-factorization.js';
import { BASIS, type GroupedMatrix } from './grouped-matrix.js';
import type { RowGroups } from './row-groups.js';

/** Tolerance of pivots: matrices here have full rank by their shift. */
const SHIFTED = 0;

/**
 * `Eᵀ A E + D = L D Lᵀ` with a block-diagonal basis `E` and a diagonal `D`, both free to change.
 * The pattern covers all rows and is analysed once, when first needed. A column of `E` that is zero takes its
 * unknown out of the matrix: its `D` must be positive, and its unknown stays apart from all others.
 */
export class BasisFactorization {
  /** `E_g`, three by three and row by row, of each group. */
  readonly basis: Float64Array;
  /** `D`. */
  readonly shift: Float64Array;
  /** Number of factorizations and of back-substitutions so far. */
  factorizations = 0;
  substitutions = 0;
  readonly #matrix: GroupedMatrix;
  #analysed: { readonly factorization: GuardedFactorization; readonly diagonal: Int32Array } | undefined;
  readonly #z: Float64Array;

  constructor(matrix: GroupedMatrix, groups: RowGroups) {
    this.#matrix = matrix;
    this.basis = new Float64Array(BASIS * groups.count);
    this.shift = new Float64Array(groups.size);
    this.#z = new Float64Array(groups.size);
  }

  /** The factorization, and the index of each row's diagonal entry in its values. */
  #analyse(): { readonly factorization: GuardedFactorization; readonly diagonal: Int32Array } {
    if (this.#analysed) return this.#analysed;
    const { pattern } = this.#matrix;
    const factorization = createFactorization(pattern, analyse(pattern));
    const diagonal = Int32Array.from(this.shift, (_, j) => factorization.position[pattern.start[j]!]!);
    return (this.#analysed = { factorization, diagonal });
  }

  /** Factorizes with the present basis and shift. */
  factorize(): void {
    const { factorization, diagonal } = this.#analyse();
    const { values, position } = factorization;
    this.#matrix.writeInBasis(this.basis, values, position);
    for (let j = 0; j < this.shift.length; j++) values[diagonal[j]!]! += this.shift[j]!;
    this.#z.fill(0);
    factorization.factorize(this.#z, this.#z, SHIFTED);
    this.factorizations++;
  }

  /** `x = (Eᵀ A E + D)⁻¹ b`. Returns false where that is not finite. `x` may be `b`. */
  solve(b: Float64Array, x: Float64Array): boolean {
    const { factorization } = this.#analyse();
    const { order } = factorization;
    const z = this.#z;
    for (let k = 0; k < z.length; k++) z[k] = b[order[k]!]!;
    factorization.solveLower(z);
    factorization.solveUpper(z, x);
    this.substitutions++;
    return areFinite(x);
  }
}
