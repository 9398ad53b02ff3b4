import { defineConstraint } from 'holonomic';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

const dihedralAngle = defineConstraint({
  summary: 'Holds the dihedral angle of the chain a, b, c, d: the torsion about the bond from b to c.',
  space: 3,
  inputs: { a: 'point', b: 'point', c: 'point', d: 'point' },
  params: { angle: { unit: 'rad' } },
  C: 'dihedral(a, b, c, d) == angle',
});

/**
 * A. Blondel and M. Karplus, *J. Comput. Chem.* 17 (1996) 1132, equation 27: `J_a = −(|g|/m²) m`,
 * `J_d = (|g|/n²) n`, and with `μ = f·g/g²`, `ν = h·g/g²`: `J_b = −(1 + μ) J_a − ν J_d`,
 * `J_c = μ J_a − (1 − ν) J_d`.
 *
 * Let `F = f − μ g` and `H = h − ν g` be the parts across `g`, and `U = ḟ − μ ġ`, `W = ḣ − ν ġ`.
 * Then `m² = g² F²`, and the rate is `J_a·U + J_d·W`. In its derivative the rate of `|g|` cancels:
 * `gamma = −2 (J_a·U F·U/F² + J_d·W H·W/H²) − (J_a·ġ (2 U·g + F·ġ) + J_d·ġ (2 W·g + H·ġ))/g²`.
 */
const handWrittenDihedral: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[4 * k]!;
    const b = slots[4 * k + 1]!;
    const c = slots[4 * k + 2]!;
    const d = slots[4 * k + 3]!;
    const fx = x[a]! - x[b]!;
    const fy = x[a + 1]! - x[b + 1]!;
    const fz = x[a + 2]! - x[b + 2]!;
    const gx = x[b]! - x[c]!;
    const gy = x[b + 1]! - x[c + 1]!;
    const gz = x[b + 2]! - x[c + 2]!;
    const hx = x[d]! - x[c]!;
    const hy = x[d + 1]! - x[c + 1]!;
    const hz = x[d + 2]! - x[c + 2]!;
    const dgX = v[b]! - v[c]!;
    const dgY = v[b + 1]! - v[c + 1]!;
    const dgZ = v[b + 2]! - v[c + 2]!;

    const gg = gx * gx + gy * gy + gz * gz;
    const g = Math.sqrt(gg);
    const igg = 1 / gg;
    const mu = (fx * gx + fy * gy + fz * gz) * igg;
    const nu = (hx * gx + hy * gy + hz * gz) * igg;
    const Fx = fx - mu * gx;
    const Fy = fy - mu * gy;
    const Fz = fz - mu * gz;
    const Hx = hx - nu * gx;
    const Hy = hy - nu * gy;
    const Hz = hz - nu * gz;
    const Ux = v[a]! - v[b]! - mu * dgX;
    const Uy = v[a + 1]! - v[b + 1]! - mu * dgY;
    const Uz = v[a + 2]! - v[b + 2]! - mu * dgZ;
    const Wx = v[d]! - v[c]! - nu * dgX;
    const Wy = v[d + 1]! - v[c + 1]! - nu * dgY;
    const Wz = v[d + 2]! - v[c + 2]! - nu * dgZ;
    const iF = 1 / (Fx * Fx + Fy * Fy + Fz * Fz);
    const iH = 1 / (Hx * Hx + Hy * Hy + Hz * Hz);
    // −m and n
    const mx = gy * fz - gz * fy;
    const my = gz * fx - gx * fz;
    const mz = gx * fy - gy * fx;
    const nx = hy * gz - hz * gy;
    const ny = hz * gx - hx * gz;
    const nz = hx * gy - hy * gx;
    // m·n = g² F·H
    C[k] = Math.atan2(-(hx * mx + hy * my + hz * mz), g * (Fx * Hx + Fy * Hy + Fz * Hz)) - p[k]!;

    const ig = g * igg;
    const ka = ig * iF;
    const kd = ig * iH;
    const ax = ka * mx;
    const ay = ka * my;
    const az = ka * mz;
    const dx = kd * nx;
    const dy = kd * ny;
    const dz = kd * nz;
    const sx = mu * ax + nu * dx;
    const sy = mu * ay + nu * dy;
    const sz = mu * az + nu * dz;
    const rateA = ax * Ux + ay * Uy + az * Uz;
    const rateD = dx * Wx + dy * Wy + dz * Wz;
    Cdot[k] = rateA + rateD;
    const j = 12 * k;
    J[j] = ax;
    J[j + 1] = ay;
    J[j + 2] = az;
    J[j + 3] = -(ax + sx);
    J[j + 4] = -(ay + sy);
    J[j + 5] = -(az + sz);
    J[j + 6] = sx - dx;
    J[j + 7] = sy - dy;
    J[j + 8] = sz - dz;
    J[j + 9] = dx;
    J[j + 10] = dy;
    J[j + 11] = dz;

    const shrinkA = rateA * ((Fx * Ux + Fy * Uy + Fz * Uz) * iF);
    const shrinkD = rateD * ((Hx * Wx + Hy * Wy + Hz * Wz) * iH);
    const alongA = 2 * (Ux * gx + Uy * gy + Uz * gz) + (Fx * dgX + Fy * dgY + Fz * dgZ);
    const alongD = 2 * (Wx * gx + Wy * gy + Wz * gz) + (Hx * dgX + Hy * dgY + Hz * dgZ);
    const tilt = (ax * dgX + ay * dgY + az * dgZ) * alongA + (dx * dgX + dy * dgY + dz * dgZ) * alongD;
    gamma[k] = -2 * (shrinkA + shrinkD) - tilt * igg;
  }
};

export const dihedral: Yardstick = {
  title: 'dihedral angle',
  name: 'DihedralAngle',
  spec: dihedralAngle,
  space: 3,
  handWritten: handWrittenDihedral,
  source: import.meta.url,
};
