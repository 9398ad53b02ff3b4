/**
 * Blocks of `B W Bᵀ` between pairs of connectors on the same body. Pair `k` couples the connectors
 * at slots `p[k]` and `q[k]`. Its block of `size(p) × size(q)`, row-major, begins at
 * `values[start[k]]`. For isotropic stores the block is one number, the inverse mass.
 */
export interface MobilityBlocks {
  readonly count: number;
  readonly p: Int32Array;
  readonly q: Int32Array;
  readonly start: Int32Array;
  readonly values: Float64Array;
}
