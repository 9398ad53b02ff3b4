import type { BodyProducts } from './body-products.js';

/*
 * The products of rigid bodies, without loops over velocities. The factor of a planar body is
 * diagonal, that of a spatial body has only the 3 × 3 block of the rotation off the diagonal.
 */

export const PLANAR: BodyProducts = {
  solveRows: (L, bodyOf, R, S) => {
    for (let e = 0, row = 0; e < bodyOf.length; e++, row += 3) {
      const l = 9 * bodyOf[e]!;
      S[row] = R[row]! * L[l]!;
      S[row + 1] = R[row + 1]! * L[l + 4]!;
      S[row + 2] = R[row + 2]! * L[l + 8]!;
    }
  },
  multiply: (R, bodyOf, x, start, y, offset) => {
    for (let e = 0, row = 0; e < bodyOf.length; e++, row += 3) {
      const at = start + 3 * bodyOf[e]!;
      y[offset + e] = R[row]! * x[at]! + R[row + 1]! * x[at + 1]! + R[row + 2]! * x[at + 2]!;
    }
  },
  collect: (S, bodyOf, f, offset, u) => {
    for (let e = 0, row = 0; e < bodyOf.length; e++, row += 3) {
      const at = 3 * bodyOf[e]!;
      const fe = f[offset + e]!;
      u[at]! += S[row]! * fe;
      u[at + 1]! += S[row + 1]! * fe;
      u[at + 2]! += S[row + 2]! * fe;
    }
  },
  addSolvedUpper: (L, count, u, x, start) => {
    for (let k = 0, at = 0, l = 0, to = start; k < count; k++, at += 3, l += 9, to += 3) {
      x[to]! += u[at]! * L[l]!;
      x[to + 1]! += u[at + 1]! * L[l + 4]!;
      x[to + 2]! += u[at + 2]! * L[l + 8]!;
    }
  },
  applyInverse: (L, count, x, out, start) => {
    for (let k = 0, at = start, l = 0; k < count; k++, at += 3, l += 9) {
      out[at] = x[at]! * L[l]! * L[l]!;
      out[at + 1] = x[at + 1]! * L[l + 4]! * L[l + 4]!;
      out[at + 2] = x[at + 2]! * L[l + 8]! * L[l + 8]!;
    }
  },
};

export const SPATIAL: BodyProducts = {
  solveRows: (L, bodyOf, R, S) => {
    for (let e = 0, row = 0; e < bodyOf.length; e++, row += 6) {
      const l = 36 * bodyOf[e]!;
      S[row] = R[row]! * L[l]!;
      S[row + 1] = R[row + 1]! * L[l + 7]!;
      S[row + 2] = R[row + 2]! * L[l + 14]!;
      const s3 = R[row + 3]! * L[l + 21]!;
      const s4 = (R[row + 4]! - L[l + 27]! * s3) * L[l + 28]!;
      S[row + 3] = s3;
      S[row + 4] = s4;
      S[row + 5] = (R[row + 5]! - L[l + 33]! * s3 - L[l + 34]! * s4) * L[l + 35]!;
    }
  },
  multiply: (R, bodyOf, x, start, y, offset) => {
    for (let e = 0, row = 0; e < bodyOf.length; e++, row += 6) {
      const at = start + 6 * bodyOf[e]!;
      const moved = R[row]! * x[at]! + R[row + 1]! * x[at + 1]! + R[row + 2]! * x[at + 2]!;
      y[offset + e] = moved + R[row + 3]! * x[at + 3]! + R[row + 4]! * x[at + 4]! + R[row + 5]! * x[at + 5]!;
    }
  },
  collect: (S, bodyOf, f, offset, u) => {
    for (let e = 0, row = 0; e < bodyOf.length; e++, row += 6) {
      const at = 6 * bodyOf[e]!;
      const fe = f[offset + e]!;
      u[at]! += S[row]! * fe;
      u[at + 1]! += S[row + 1]! * fe;
      u[at + 2]! += S[row + 2]! * fe;
      u[at + 3]! += S[row + 3]! * fe;
      u[at + 4]! += S[row + 4]! * fe;
      u[at + 5]! += S[row + 5]! * fe;
    }
  },
  addSolvedUpper: (L, count, u, x, start) => {
    for (let k = 0, at = 0, l = 0, to = start; k < count; k++, at += 6, l += 36, to += 6) {
      const z5 = u[at + 5]! * L[l + 35]!;
      const z4 = (u[at + 4]! - L[l + 34]! * z5) * L[l + 28]!;
      const z3 = (u[at + 3]! - L[l + 33]! * z5 - L[l + 27]! * z4) * L[l + 21]!;
      x[to]! += u[at]! * L[l]!;
      x[to + 1]! += u[at + 1]! * L[l + 7]!;
      x[to + 2]! += u[at + 2]! * L[l + 14]!;
      x[to + 3]! += z3;
      x[to + 4]! += z4;
      x[to + 5]! += z5;
    }
  },
  applyInverse: (L, count, x, out, start) => {
    for (let k = 0, at = start, l = 0; k < count; k++, at += 6, l += 36) {
      const y3 = x[at + 3]! * L[l + 21]!;
      const y4 = (x[at + 4]! - L[l + 27]! * y3) * L[l + 28]!;
      const y5 = (x[at + 5]! - L[l + 33]! * y3 - L[l + 34]! * y4) * L[l + 35]!;
      const z5 = y5 * L[l + 35]!;
      const z4 = (y4 - L[l + 34]! * z5) * L[l + 28]!;
      out[at] = x[at]! * L[l]! * L[l]!;
      out[at + 1] = x[at + 1]! * L[l + 7]! * L[l + 7]!;
      out[at + 2] = x[at + 2]! * L[l + 14]! * L[l + 14]!;
      out[at + 3] = (y3 - L[l + 33]! * z5 - L[l + 27]! * z4) * L[l + 21]!;
      out[at + 4] = z4;
      out[at + 5] = z5;
    }
  },
};
