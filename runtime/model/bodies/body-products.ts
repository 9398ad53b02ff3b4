/**
 * Products over the bodies of a store, `n` velocities each. `L` holds the factors `L Lᵀ = M` of the
 * mass matrices, `n × n` each, with the inverse of the diagonal on the diagonal. Rows of `n` entries
 * belong to the entries of the connector table from `offset` on; `bodyOf[e]` is the body of row `e`.
 * Vectors over the velocities begin at `start`.
 */
export interface BodyProducts {
  /** `S_e = L⁻¹ R_e` for each row. */
  readonly solveRows: (L: Float64Array, bodyOf: Int32Array, R: Float64Array, S: Float64Array) => void;
  /** `y_e = R_e · x` for each row, with the part of `x` that belongs to its body. */
  readonly multiply: (
    R: Float64Array,
    bodyOf: Int32Array,
    x: Float64Array,
    start: number,
    y: Float64Array,
    offset: number,
  ) => void;
  /** `u += Σ S_e f_e`, each row to the part of its body. */
  readonly collect: (S: Float64Array, bodyOf: Int32Array, f: Float64Array, offset: number, u: Float64Array) => void;
  /** `x += L⁻ᵀ u` for each of `count` bodies, with `u` from 0 on. */
  readonly addSolvedUpper: (L: Float64Array, count: number, u: Float64Array, x: Float64Array, start: number) => void;
  /** `out = L⁻ᵀ L⁻¹ x` for each of `count` bodies. */
  readonly applyInverse: (L: Float64Array, count: number, x: Float64Array, out: Float64Array, start: number) => void;
}
