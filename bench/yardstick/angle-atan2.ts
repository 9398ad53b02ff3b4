import { Angle3D } from '../../constraints-spec/measures.js';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

/**
 * `J_a = ((s/u²) u − w)/m` and `J_c = ((s/w²) w − u)/m`, with `s = u·w` and `m = |u × w|`. From
 * `s = |u||w| cos θ` and `m = |u||w| sin θ`, with the relative rates `g = u·u̇/u²` and `h = w·ẇ/w²`
 * of the lengths, `gamma = (s (u̇²/u² + ẇ²/w² − (g − h)² − θ̇²) − 2 u̇·ẇ)/m − 2 θ̇ (g + h)`.
 */
const handWrittenAngleAtan2: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[3 * k]!;
    const b = slots[3 * k + 1]!;
    const c = slots[3 * k + 2]!;
    const ux = x[a]! - x[b]!;
    const uy = x[a + 1]! - x[b + 1]!;
    const uz = x[a + 2]! - x[b + 2]!;
    const wx = x[c]! - x[b]!;
    const wy = x[c + 1]! - x[b + 1]!;
    const wz = x[c + 2]! - x[b + 2]!;
    const duX = v[a]! - v[b]!;
    const duY = v[a + 1]! - v[b + 1]!;
    const duZ = v[a + 2]! - v[b + 2]!;
    const dwX = v[c]! - v[b]!;
    const dwY = v[c + 1]! - v[b + 1]!;
    const dwZ = v[c + 2]! - v[b + 2]!;

    const uu = ux * ux + uy * uy + uz * uz;
    const ww = wx * wx + wy * wy + wz * wz;
    const s = ux * wx + uy * wy + uz * wz;
    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    const m = Math.sqrt(nx * nx + ny * ny + nz * nz);
    C[k] = Math.atan2(m, s) - p[k]!;

    const im = 1 / m;
    const iu = 1 / uu;
    const iw = 1 / ww;
    const su = s * iu;
    const sw = s * iw;
    const ax = (su * ux - wx) * im;
    const ay = (su * uy - wy) * im;
    const az = (su * uz - wz) * im;
    const cx = (sw * wx - ux) * im;
    const cy = (sw * wy - uy) * im;
    const cz = (sw * wz - uz) * im;
    const rate = ax * duX + ay * duY + az * duZ + cx * dwX + cy * dwY + cz * dwZ;
    Cdot[k] = rate;
    const j = 9 * k;
    J[j] = ax;
    J[j + 1] = ay;
    J[j + 2] = az;
    J[j + 3] = -(ax + cx);
    J[j + 4] = -(ay + cy);
    J[j + 5] = -(az + cz);
    J[j + 6] = cx;
    J[j + 7] = cy;
    J[j + 8] = cz;

    // Relative rates of the lengths: u·u̇/u² and w·ẇ/w².
    const growU = (ux * duX + uy * duY + uz * duZ) * iu;
    const growW = (wx * dwX + wy * dwY + wz * dwZ) * iw;
    const differ = growU - growW;
    const spread = (duX * duX + duY * duY + duZ * duZ) * iu + (dwX * dwX + dwY * dwY + dwZ * dwZ) * iw;
    const across = duX * dwX + duY * dwY + duZ * dwZ;
    gamma[k] = (s * (spread - differ * differ - rate * rate) - 2 * across) * im - 2 * (rate * (growU + growW));
  }
};

export const angleAtan2: Yardstick = {
  title: 'angle 3D by atan2',
  name: 'Angle3D',
  spec: Angle3D,
  space: 3,
  handWritten: handWrittenAngleAtan2,
  source: import.meta.url,
};
