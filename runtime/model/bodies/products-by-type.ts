import type { BodyProducts } from './body-products.js';
import type { BodyType } from './body-type.js';
import { rigidBody2DType } from './generated/rigid-body-2d.js';
import { rigidBody3DType } from './generated/rigid-body-3d.js';
import { PLANAR, SPATIAL } from './rigid-products.js';

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
