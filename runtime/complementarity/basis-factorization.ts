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
 * The pattern is that of all rows and is analysed once. A column of `E` that is zero takes its
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
  readonly #factorization: GuardedFactorization;
  /** Index of each row's diagonal entry in the values of the factorization. */
  readonly #diagonal: Int32Array;
  readonly #z: Float64Array;

  constructor(matrix: GroupedMatrix, groups: RowGroups) {
    const { pattern } = matrix;
    this.#matrix = matrix;
    this.basis = new Float64Array(BASIS * groups.count);
    this.shift = new Float64Array(groups.size);
    this.#z = new Float64Array(groups.size);
    this.#factorization = createFactorization(pattern, analyse(pattern));
    this.#diagonal = Int32Array.from(this.shift, (_, j) => this.#factorization.position[pattern.start[j]!]!);
  }

  /** Factorizes with the present basis and shift. */
  factorize(): void {
    const { values, position } = this.#factorization;
    this.#matrix.writeInBasis(this.basis, values, position);
    for (let j = 0; j < this.shift.length; j++) values[this.#diagonal[j]!]! += this.shift[j]!;
    this.#z.fill(0);
    this.#factorization.factorize(this.#z, this.#z, SHIFTED);
    this.factorizations++;
  }

  /** `x = (Eᵀ A E + D)⁻¹ b`. Returns false where that is not finite. `x` may be `b`. */
  solve(b: Float64Array, x: Float64Array): boolean {
    const { order } = this.#factorization;
    const z = this.#z;
    for (let k = 0; k < z.length; k++) z[k] = b[order[k]!]!;
    this.#factorization.solveLower(z);
    this.#factorization.solveUpper(z, x);
    this.substitutions++;
    return areFinite(x);
  }
}
