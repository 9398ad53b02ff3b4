import { TetrahedronVolume } from '../../constraints-spec/measures.js';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

/**
 * `J_b = w × z/6`, `J_c = z/6 × u`, `J_d = u/6 × w` and `C = u·J_b − volume`, with the edges
 * `u, w, z` from `a`. From the triple product's second derivative
 * `gamma = (u·(ẇ × ż) + u̇·(w × ż + ẇ × z))/3`.
 */
const handWrittenTetrahedronVolume: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[4 * k]!;
    const b = slots[4 * k + 1]!;
    const c = slots[4 * k + 2]!;
    const d = slots[4 * k + 3]!;
    const ux = x[b]! - x[a]!;
    const uy = x[b + 1]! - x[a + 1]!;
    const uz = x[b + 2]! - x[a + 2]!;
    const wx = x[c]! - x[a]!;
    const wy = x[c + 1]! - x[a + 1]!;
    const wz = x[c + 2]! - x[a + 2]!;
    const zx = x[d]! - x[a]!;
    const zy = x[d + 1]! - x[a + 1]!;
    const zz = x[d + 2]! - x[a + 2]!;
    const duX = v[b]! - v[a]!;
    const duY = v[b + 1]! - v[a + 1]!;
    const duZ = v[b + 2]! - v[a + 2]!;
    const dwX = v[c]! - v[a]!;
    const dwY = v[c + 1]! - v[a + 1]!;
    const dwZ = v[c + 2]! - v[a + 2]!;
    const dzX = v[d]! - v[a]!;
    const dzY = v[d + 1]! - v[a + 1]!;
    const dzZ = v[d + 2]! - v[a + 2]!;

    const z6x = zx / 6;
    const z6y = zy / 6;
    const z6z = zz / 6;
    const u6x = ux / 6;
    const u6y = uy / 6;
    const u6z = uz / 6;
    const bx = wy * z6z - wz * z6y;
    const by = wz * z6x - wx * z6z;
    const bz = wx * z6y - wy * z6x;
    const cx = z6y * uz - z6z * uy;
    const cy = z6z * ux - z6x * uz;
    const cz = z6x * uy - z6y * ux;
    const dx = u6y * wz - u6z * wy;
    const dy = u6z * wx - u6x * wz;
    const dz = u6x * wy - u6y * wx;
    C[k] = ux * bx + uy * by + uz * bz - p[k]!;
    Cdot[k] = bx * duX + by * duY + bz * duZ + cx * dwX + cy * dwY + cz * dwZ + dx * dzX + dy * dzY + dz * dzZ;
    const j = 12 * k;
    J[j] = -(bx + cx + dx);
    J[j + 1] = -(by + cy + dy);
    J[j + 2] = -(bz + cz + dz);
    J[j + 3] = bx;
    J[j + 4] = by;
    J[j + 5] = bz;
    J[j + 6] = cx;
    J[j + 7] = cy;
    J[j + 8] = cz;
    J[j + 9] = dx;
    J[j + 10] = dy;
    J[j + 11] = dz;

    const still = ux * (dwY * dzZ - dwZ * dzY) + uy * (dwZ * dzX - dwX * dzZ) + uz * (dwX * dzY - dwY * dzX);
    const moving =
      duX * (wy * dzZ - wz * dzY + (dwY * zz - dwZ * zy)) +
      duY * (wz * dzX - wx * dzZ + (dwZ * zx - dwX * zz)) +
      duZ * (wx * dzY - wy * dzX + (dwX * zy - dwY * zx));
    gamma[k] = (still + moving) / 3;
  }
};

export const tetrahedronVolume: Yardstick = {
  title: 'tetrahedron volume',
  name: 'TetrahedronVolume',
  spec: TetrahedronVolume,
  space: 3,
  handWritten: handWrittenTetrahedronVolume,
  source: import.meta.url,
};
