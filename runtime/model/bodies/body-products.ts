import type { BodyType } from './body-type.js';
import { rigidBody2DType } from './generated/rigid-body-2d.js';
import { rigidBody3DType } from './generated/rigid-body-3d.js';
import { PLANAR, SPATIAL } from './rigid-products.js';

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

/** Returns the products for bodies of a type with `n` velocities. */
export function bodyProducts(type: BodyType, n: number): BodyProducts {
  if (type === rigidBody2DType) return PLANAR;
  return type === rigidBody3DType ? SPATIAL : general(n);
}

function general(n: number): BodyProducts {
  const half = new Float64Array(n);
  /** `z = L⁻ᵀ z` with the factor from `l` on, in {@link half}. */
  const solveUpper = (L: Float64Array, l: number): void => {
    for (let i = n - 1; i >= 0; i--) {
      const row = l + i * n;
      const entry = half[i]! * L[row + i]!;
      half[i] = entry;
      for (let j = 0; j < i; j++) half[j]! -= L[row + j]! * entry;
    }
  };
  const solveLower = (
    L: Float64Array,
    l: number,
    x: Float64Array,
    from: number,
    out: Float64Array,
    to: number,
  ): void => {
    for (let i = 0, row = l; i < n; i++, row += n) {
      let sum = x[from + i]!;
      for (let j = 0; j < i; j++) sum -= L[row + j]! * out[to + j]!;
      out[to + i] = sum * L[row + i]!;
    }
  };
  return {
    solveRows: (L, bodyOf, R, S) => {
      for (let e = 0, row = 0; e < bodyOf.length; e++, row += n) solveLower(L, bodyOf[e]! * n * n, R, row, S, row);
    },
    multiply: (R, bodyOf, x, start, y, offset) => {
      for (let e = 0, row = 0; e < bodyOf.length; e++, row += n) {
        const at = start + bodyOf[e]! * n;
        let sum = 0;
        for (let j = 0; j < n; j++) sum += R[row + j]! * x[at + j]!;
        y[offset + e] = sum;
      }
    },
    collect: (S, bodyOf, f, offset, u) => {
      for (let e = 0, row = 0; e < bodyOf.length; e++, row += n) {
        const at = bodyOf[e]! * n;
        const fe = f[offset + e]!;
        for (let j = 0; j < n; j++) u[at + j]! += S[row + j]! * fe;
      }
    },
    addSolvedUpper: (L, count, u, x, start) => {
      for (let k = 0, at = 0; k < count; k++, at += n) {
        for (let i = 0; i < n; i++) half[i] = u[at + i]!;
        solveUpper(L, at * n);
        for (let i = 0; i < n; i++) x[start + at + i]! += half[i]!;
      }
    },
    applyInverse: (L, count, x, out, start) => {
      for (let k = 0, at = 0; k < count; k++, at += n) {
        solveLower(L, at * n, x, start + at, half, 0);
        solveUpper(L, at * n);
        for (let i = 0; i < n; i++) out[start + at + i] = half[i]!;
      }
    },
  };
}
