import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import { spatialBall } from '../spatial-joints.js';
import type { Yardstick } from './yardstick.js';

/**
 * `R(q) r = r + w t + u × t` with `t = 2u × r`, so `∂/∂w = t`. With `P = 2 u rᵀ` and
 * `e = t + 2w r`, the rest of the Jacobian is
 *
 *     ∂/∂u = [P_yy + P_zz,  e_z − P_yx,  −e_y − P_zx;  −e_z − P_xy,  P_zz + P_xx,  e_x − P_zy;  e_y − P_xz,  −e_x − P_yz,  P_xx + P_yy]
 *
 * `R(q) r − r` is quadratic in `q`: its second derivative is twice its value at the rates,
 * `2ẇ τ + 2u̇ × τ` with `τ = 2u̇ × r`.
 */
const handWrittenBallJoint: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const slot = 10 * k;
    const a = slots[slot]!;
    const b = slots[slot + 5]!;
    const wa = x[slots[slot + 1]!]!;
    const xa = x[slots[slot + 2]!]!;
    const ya = x[slots[slot + 3]!]!;
    const za = x[slots[slot + 4]!]!;
    const wb = x[slots[slot + 6]!]!;
    const xb = x[slots[slot + 7]!]!;
    const yb = x[slots[slot + 8]!]!;
    const zb = x[slots[slot + 9]!]!;
    const dwa = v[slots[slot + 1]!]!;
    const dxa = v[slots[slot + 2]!]!;
    const dya = v[slots[slot + 3]!]!;
    const dza = v[slots[slot + 4]!]!;
    const dwb = v[slots[slot + 6]!]!;
    const dxb = v[slots[slot + 7]!]!;
    const dyb = v[slots[slot + 8]!]!;
    const dzb = v[slots[slot + 9]!]!;
    const params = 6 * k;
    const rx = p[params]!;
    const ry = p[params + 1]!;
    const rz = p[params + 2]!;
    const sx = p[params + 3]!;
    const sy = p[params + 4]!;
    const sz = p[params + 5]!;
    const w2a = 2 * wa;
    const x2a = 2 * xa;
    const y2a = 2 * ya;
    const z2a = 2 * za;
    const dw2a = 2 * dwa;
    const dx2a = 2 * dxa;
    const dy2a = 2 * dya;
    const dz2a = 2 * dza;
    const w2b = 2 * wb;
    const x2b = 2 * xb;
    const y2b = 2 * yb;
    const z2b = 2 * zb;
    const dw2b = 2 * dwb;
    const dx2b = 2 * dxb;
    const dy2b = 2 * dyb;
    const dz2b = 2 * dzb;

    const Pxx = x2a * rx;
    const Pxy = x2a * ry;
    const Pxz = x2a * rz;
    const Pyx = y2a * rx;
    const Pyy = y2a * ry;
    const Pyz = y2a * rz;
    const Pzx = z2a * rx;
    const Pzy = z2a * ry;
    const Pzz = z2a * rz;
    const tPx = Pyz - Pzy;
    const tPy = Pzx - Pxz;
    const tPz = Pxy - Pyx;
    const ePx = tPx + w2a * rx;
    const ePy = tPy + w2a * ry;
    const ePz = tPz + w2a * rz;
    const offAx = wa * tPx + (ya * tPz - za * tPy);
    const offAy = wa * tPy + (za * tPx - xa * tPz);
    const offAz = wa * tPz + (xa * tPy - ya * tPx);
    const Axx = Pyy + Pzz;
    const Axy = ePz - Pyx;
    const Axz = -(ePy + Pzx);
    const Ayx = -(ePz + Pxy);
    const Ayy = Pzz + Pxx;
    const Ayz = ePx - Pzy;
    const Azx = ePy - Pxz;
    const Azy = -(ePx + Pyz);
    const Azz = Pxx + Pyy;

    const Sxx = x2b * sx;
    const Sxy = x2b * sy;
    const Sxz = x2b * sz;
    const Syx = y2b * sx;
    const Syy = y2b * sy;
    const Syz = y2b * sz;
    const Szx = z2b * sx;
    const Szy = z2b * sy;
    const Szz = z2b * sz;
    const tSx = Syz - Szy;
    const tSy = Szx - Sxz;
    const tSz = Sxy - Syx;
    const eSx = tSx + w2b * sx;
    const eSy = tSy + w2b * sy;
    const eSz = tSz + w2b * sz;
    const offBx = wb * tSx + (yb * tSz - zb * tSy);
    const offBy = wb * tSy + (zb * tSx - xb * tSz);
    const offBz = wb * tSz + (xb * tSy - yb * tSx);
    const Bxx = -(Syy + Szz);
    const Bxy = Syx - eSz;
    const Bxz = eSy + Szx;
    const Byx = eSz + Sxy;
    const Byy = -(Szz + Sxx);
    const Byz = Szy - eSx;
    const Bzx = Sxz - eSy;
    const Bzy = eSx + Syz;
    const Bzz = -(Sxx + Syy);
    const Bxw = -tSx;
    const Byw = -tSy;
    const Bzw = -tSz;

    const tauAx = dy2a * rz - dz2a * ry;
    const tauAy = dz2a * rx - dx2a * rz;
    const tauAz = dx2a * ry - dy2a * rx;
    const accAx = dw2a * tauAx + (dy2a * tauAz - dz2a * tauAy);
    const accAy = dw2a * tauAy + (dz2a * tauAx - dx2a * tauAz);
    const accAz = dw2a * tauAz + (dx2a * tauAy - dy2a * tauAx);
    const tauBx = dy2b * sz - dz2b * sy;
    const tauBy = dz2b * sx - dx2b * sz;
    const tauBz = dx2b * sy - dy2b * sx;
    const accBx = dw2b * tauBx + (dy2b * tauBz - dz2b * tauBy);
    const accBy = dw2b * tauBy + (dz2b * tauBx - dx2b * tauBz);
    const accBz = dw2b * tauBz + (dx2b * tauBy - dy2b * tauBx);

    const row = 3 * k;
    C[row] = x[a]! - x[b]! + rx + offAx - sx - offBx;
    C[row + 1] = x[a + 1]! - x[b + 1]! + ry + offAy - sy - offBy;
    C[row + 2] = x[a + 2]! - x[b + 2]! + rz + offAz - sz - offBz;
    Cdot[row] =
      v[a]! - v[b]! + (tPx * dwa + Axx * dxa + Axy * dya + Axz * dza) + (Bxw * dwb + Bxx * dxb + Bxy * dyb + Bxz * dzb);
    Cdot[row + 1] =
      v[a + 1]! -
      v[b + 1]! +
      (tPy * dwa + Ayx * dxa + Ayy * dya + Ayz * dza) +
      (Byw * dwb + Byx * dxb + Byy * dyb + Byz * dzb);
    Cdot[row + 2] =
      v[a + 2]! -
      v[b + 2]! +
      (tPz * dwa + Azx * dxa + Azy * dya + Azz * dza) +
      (Bzw * dwb + Bzx * dxb + Bzy * dyb + Bzz * dzb);
    gamma[row] = accAx - accBx;
    gamma[row + 1] = accAy - accBy;
    gamma[row + 2] = accAz - accBz;

    const j = 42 * k;
    J[j] = 1;
    J[j + 1] = 0;
    J[j + 2] = 0;
    J[j + 3] = 0;
    J[j + 4] = 1;
    J[j + 5] = 0;
    J[j + 6] = 0;
    J[j + 7] = 0;
    J[j + 8] = 1;
    J[j + 9] = tPx;
    J[j + 10] = tPy;
    J[j + 11] = tPz;
    J[j + 12] = Axx;
    J[j + 13] = Ayx;
    J[j + 14] = Azx;
    J[j + 15] = Axy;
    J[j + 16] = Ayy;
    J[j + 17] = Azy;
    J[j + 18] = Axz;
    J[j + 19] = Ayz;
    J[j + 20] = Azz;
    J[j + 21] = -1;
    J[j + 22] = 0;
    J[j + 23] = 0;
    J[j + 24] = 0;
    J[j + 25] = -1;
    J[j + 26] = 0;
    J[j + 27] = 0;
    J[j + 28] = 0;
    J[j + 29] = -1;
    J[j + 30] = Bxw;
    J[j + 31] = Byw;
    J[j + 32] = Bzw;
    J[j + 33] = Bxx;
    J[j + 34] = Byx;
    J[j + 35] = Bzx;
    J[j + 36] = Bxy;
    J[j + 37] = Byy;
    J[j + 38] = Bzy;
    J[j + 39] = Bxz;
    J[j + 40] = Byz;
    J[j + 41] = Bzz;
  }
};

export const ballJoint: Yardstick = {
  title: 'ball joint, quaternions',
  name: 'SpatialBall',
  spec: spatialBall,
  space: 3,
  handWritten: handWrittenBallJoint,
  source: import.meta.url,
};
