import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import { spatialHinge } from '../spatial-joints.js';
import type { Yardstick } from './yardstick.js';

/**
 * The rows of the pin are as in the ball joint. With `h = R(a) axis`, `y = R(b) u` the others are
 * `C = h·y`, `J_a = yᵀ ∂h/∂a`, and, since `h·R(b) u = u·R(b)ᵀ h`, `J_b = uᵀ ∂(R(b)ᵀ h)/∂b`: one
 * Jacobian for both rows, that of the rotation by the conjugate. `gamma = y·ḧ + u·k` with `ḧ` as
 * for the pin, and `k = R̈(b)ᵀ h + 2 Ṙ(b)ᵀ ḣ`, which with `τ = 2u̇ × ḣ` and `s = 2u̇ × h + 2u × ḣ`
 * is `k = 2u̇ × s − 2ẇ s + 2u × τ − 2w τ`. Three vectors are turned by `R(b)`, so its matrix is
 * worth computing.
 */
const handWrittenHinge: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
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
    const params = 15 * k;
    const rx = p[params + 0]!;
    const ry = p[params + 1]!;
    const rz = p[params + 2]!;
    const sx = p[params + 3]!;
    const sy = p[params + 4]!;
    const sz = p[params + 5]!;
    const dx = p[params + 6]!;
    const dy = p[params + 7]!;
    const dz = p[params + 8]!;
    const ux = p[params + 9]!;
    const uy = p[params + 10]!;
    const uz = p[params + 11]!;
    const cx = p[params + 12]!;
    const cy = p[params + 13]!;
    const cz = p[params + 14]!;
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

    // R(b), the pin's arm, and the two directions
    const qxx = xb * x2b;
    const qyy = yb * y2b;
    const qzz = zb * z2b;
    const qxy = xb * y2b;
    const qxz = xb * z2b;
    const qyz = yb * z2b;
    const qwx = wb * x2b;
    const qwy = wb * y2b;
    const qwz = wb * z2b;
    const Rxx = 1 - (qyy + qzz);
    const Rxy = qxy - qwz;
    const Rxz = qxz + qwy;
    const Ryx = qxy + qwz;
    const Ryy = 1 - (qzz + qxx);
    const Ryz = qyz - qwx;
    const Rzx = qxz - qwy;
    const Rzy = qyz + qwx;
    const Rzz = 1 - (qxx + qyy);
    const pinx = Rxx * sx + Rxy * sy + Rxz * sz;
    const piny = Ryx * sx + Ryy * sy + Ryz * sz;
    const pinz = Rzx * sx + Rzy * sy + Rzz * sz;
    const yx = Rxx * ux + Rxy * uy + Rxz * uz;
    const yy = Ryx * ux + Ryy * uy + Ryz * uz;
    const yz = Rzx * ux + Rzy * uy + Rzz * uz;
    const zx = Rxx * cx + Rxy * cy + Rxz * cz;
    const zy = Ryx * cx + Ryy * cy + Ryz * cz;
    const zz = Rzx * cx + Rzy * cy + Rzz * cz;

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

    // h = R(a) axis
    const Exx = x2a * dx;
    const Exy = x2a * dy;
    const Exz = x2a * dz;
    const Eyx = y2a * dx;
    const Eyy = y2a * dy;
    const Eyz = y2a * dz;
    const Ezx = z2a * dx;
    const Ezy = z2a * dy;
    const Ezz = z2a * dz;
    const tEx = Eyz - Ezy;
    const tEy = Ezx - Exz;
    const tEz = Exy - Eyx;
    const eEx = tEx + w2a * dx;
    const eEy = tEy + w2a * dy;
    const eEz = tEz + w2a * dz;
    const hx = dx + wa * tEx + (ya * tEz - za * tEy);
    const hy = dy + wa * tEy + (za * tEx - xa * tEz);
    const hz = dz + wa * tEz + (xa * tEy - ya * tEx);
    const Dxx = Eyy + Ezz;
    const Dxy = eEz - Eyx;
    const Dxz = -(eEy + Ezx);
    const Dyx = -(eEz + Exy);
    const Dyy = Ezz + Exx;
    const Dyz = eEx - Ezy;
    const Dzx = eEy - Exz;
    const Dzy = -(eEx + Eyz);
    const Dzz = Exx + Eyy;

    // R(b)ᵀ h
    const Qxx = x2b * hx;
    const Qxy = x2b * hy;
    const Qxz = x2b * hz;
    const Qyx = y2b * hx;
    const Qyy = y2b * hy;
    const Qyz = y2b * hz;
    const Qzx = z2b * hx;
    const Qzy = z2b * hy;
    const Qzz = z2b * hz;
    const tQx = Qzy - Qyz;
    const tQy = Qxz - Qzx;
    const tQz = Qyx - Qxy;
    const gx = tQx + w2b * hx;
    const gy = tQy + w2b * hy;
    const gz = tQz + w2b * hz;
    const Nxx = Qyy + Qzz;
    const Nxy = -(gz + Qyx);
    const Nxz = gy - Qzx;
    const Nyx = gz - Qxy;
    const Nyy = Qzz + Qxx;
    const Nyz = -(gx + Qzy);
    const Nzx = -(gy + Qxz);
    const Nzy = gx - Qyz;
    const Nzz = Qxx + Qyy;

    const a0w = yx * tEx + yy * tEy + yz * tEz;
    const a0x = yx * Dxx + yy * Dyx + yz * Dzx;
    const a0y = yx * Dxy + yy * Dyy + yz * Dzy;
    const a0z = yx * Dxz + yy * Dyz + yz * Dzz;
    const b0w = ux * tQx + uy * tQy + uz * tQz;
    const b0x = ux * Nxx + uy * Nyx + uz * Nzx;
    const b0y = ux * Nxy + uy * Nyy + uz * Nzy;
    const b0z = ux * Nxz + uy * Nyz + uz * Nzz;
    const a1w = zx * tEx + zy * tEy + zz * tEz;
    const a1x = zx * Dxx + zy * Dyx + zz * Dzx;
    const a1y = zx * Dxy + zy * Dyy + zz * Dzy;
    const a1z = zx * Dxz + zy * Dyz + zz * Dzz;
    const b1w = cx * tQx + cy * tQy + cz * tQz;
    const b1x = cx * Nxx + cy * Nyx + cz * Nzx;
    const b1y = cx * Nxy + cy * Nyy + cz * Nzy;
    const b1z = cx * Nxz + cy * Nyz + cz * Nzz;

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
    const tauHx = dy2a * dz - dz2a * dy;
    const tauHy = dz2a * dx - dx2a * dz;
    const tauHz = dx2a * dy - dy2a * dx;
    const accHx = dw2a * tauHx + (dy2a * tauHz - dz2a * tauHy);
    const accHy = dw2a * tauHy + (dz2a * tauHx - dx2a * tauHz);
    const accHz = dw2a * tauHz + (dx2a * tauHy - dy2a * tauHx);
    const ratex = tEx * dwa + Dxx * dxa + Dxy * dya + Dxz * dza;
    const ratey = tEy * dwa + Dyx * dxa + Dyy * dya + Dyz * dza;
    const ratez = tEz * dwa + Dzx * dxa + Dzy * dya + Dzz * dza;
    const bothx = dy2b * hz - dz2b * hy + (y2b * ratez - z2b * ratey);
    const bothy = dz2b * hx - dx2b * hz + (z2b * ratex - x2b * ratez);
    const bothz = dx2b * hy - dy2b * hx + (x2b * ratey - y2b * ratex);
    const tauRx = dy2b * ratez - dz2b * ratey;
    const tauRy = dz2b * ratex - dx2b * ratez;
    const tauRz = dx2b * ratey - dy2b * ratex;
    const turnx = dy2b * bothz - dz2b * bothy - dw2b * bothx + (y2b * tauRz - z2b * tauRy) - w2b * tauRx;
    const turny = dz2b * bothx - dx2b * bothz - dw2b * bothy + (z2b * tauRx - x2b * tauRz) - w2b * tauRy;
    const turnz = dx2b * bothy - dy2b * bothx - dw2b * bothz + (x2b * tauRy - y2b * tauRx) - w2b * tauRz;

    const row = 5 * k;
    C[row] = x[a]! - x[b]! + rx + offAx - pinx;
    C[row + 1] = x[a + 1]! - x[b + 1]! + ry + offAy - piny;
    C[row + 2] = x[a + 2]! - x[b + 2]! + rz + offAz - pinz;
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
    C[row + 3] = hx * yx + hy * yy + hz * yz;
    Cdot[row + 3] = yx * ratex + yy * ratey + yz * ratez + (b0w * dwb + b0x * dxb + b0y * dyb + b0z * dzb);
    gamma[row + 3] = yx * accHx + yy * accHy + yz * accHz + (ux * turnx + uy * turny + uz * turnz);
    C[row + 4] = hx * zx + hy * zy + hz * zz;
    Cdot[row + 4] = zx * ratex + zy * ratey + zz * ratez + (b1w * dwb + b1x * dxb + b1y * dyb + b1z * dzb);
    gamma[row + 4] = zx * accHx + zy * accHy + zz * accHz + (cx * turnx + cy * turny + cz * turnz);

    const j = 70 * k;
    J[j] = 1;
    J[j + 1] = 0;
    J[j + 2] = 0;
    J[j + 3] = 0;
    J[j + 4] = 1;
    J[j + 5] = 0;
    J[j + 6] = 0;
    J[j + 7] = 0;
    J[j + 8] = 1;
    J[j + 9] = 0;
    J[j + 10] = 0;
    J[j + 11] = 0;
    J[j + 12] = 0;
    J[j + 13] = 0;
    J[j + 14] = 0;
    J[j + 15] = tPx;
    J[j + 16] = tPy;
    J[j + 17] = tPz;
    J[j + 18] = a0w;
    J[j + 19] = a1w;
    J[j + 20] = Axx;
    J[j + 21] = Ayx;
    J[j + 22] = Azx;
    J[j + 23] = a0x;
    J[j + 24] = a1x;
    J[j + 25] = Axy;
    J[j + 26] = Ayy;
    J[j + 27] = Azy;
    J[j + 28] = a0y;
    J[j + 29] = a1y;
    J[j + 30] = Axz;
    J[j + 31] = Ayz;
    J[j + 32] = Azz;
    J[j + 33] = a0z;
    J[j + 34] = a1z;
    J[j + 35] = -1;
    J[j + 36] = 0;
    J[j + 37] = 0;
    J[j + 38] = 0;
    J[j + 39] = -1;
    J[j + 40] = 0;
    J[j + 41] = 0;
    J[j + 42] = 0;
    J[j + 43] = -1;
    J[j + 44] = 0;
    J[j + 45] = 0;
    J[j + 46] = 0;
    J[j + 47] = 0;
    J[j + 48] = 0;
    J[j + 49] = 0;
    J[j + 50] = Bxw;
    J[j + 51] = Byw;
    J[j + 52] = Bzw;
    J[j + 53] = b0w;
    J[j + 54] = b1w;
    J[j + 55] = Bxx;
    J[j + 56] = Byx;
    J[j + 57] = Bzx;
    J[j + 58] = b0x;
    J[j + 59] = b1x;
    J[j + 60] = Bxy;
    J[j + 61] = Byy;
    J[j + 62] = Bzy;
    J[j + 63] = b0y;
    J[j + 64] = b1y;
    J[j + 65] = Bxz;
    J[j + 66] = Byz;
    J[j + 67] = Bzz;
    J[j + 68] = b0z;
    J[j + 69] = b1z;
  }
};

export const hinge: Yardstick = {
  title: 'hinge, quaternions',
  name: 'SpatialHinge',
  spec: spatialHinge,
  space: 3,
  handWritten: handWrittenHinge,
  source: import.meta.url,
};
