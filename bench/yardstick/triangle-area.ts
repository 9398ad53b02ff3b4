import { TriangleArea3D } from '../../constraints-spec/measures.js';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

/**
 * `C = m/2 − area`, `J_b = w × e` and `J_c = e × u`, with `n = u × w`, `m = |n|`, `e = n/(2m)`.
 * From `n̈ = 2 u̇ × ẇ`, `gamma = (ṅ·ṅ − (2 Cdot)²)/(2m) + 2 e·(u̇ × ẇ)`.
 */
const handWrittenTriangleArea: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[3 * k]!;
    const b = slots[3 * k + 1]!;
    const c = slots[3 * k + 2]!;
    const ux = x[b]! - x[a]!;
    const uy = x[b + 1]! - x[a + 1]!;
    const uz = x[b + 2]! - x[a + 2]!;
    const wx = x[c]! - x[a]!;
    const wy = x[c + 1]! - x[a + 1]!;
    const wz = x[c + 2]! - x[a + 2]!;
    const duX = v[b]! - v[a]!;
    const duY = v[b + 1]! - v[a + 1]!;
    const duZ = v[b + 2]! - v[a + 2]!;
    const dwX = v[c]! - v[a]!;
    const dwY = v[c + 1]! - v[a + 1]!;
    const dwZ = v[c + 2]! - v[a + 2]!;

    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    const m = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const h = 0.5 / m;
    const ex = h * nx;
    const ey = h * ny;
    const ez = h * nz;
    // ṅ = u̇ × w + u × ẇ
    const dnX = duY * wz - duZ * wy + (uy * dwZ - uz * dwY);
    const dnY = duZ * wx - duX * wz + (uz * dwX - ux * dwZ);
    const dnZ = duX * wy - duY * wx + (ux * dwY - uy * dwX);
    const rate = ex * dnX + ey * dnY + ez * dnZ;
    C[k] = 0.5 * m - p[k]!;
    Cdot[k] = rate;

    const bx = wy * ez - wz * ey;
    const by = wz * ex - wx * ez;
    const bz = wx * ey - wy * ex;
    const cx = ey * uz - ez * uy;
    const cy = ez * ux - ex * uz;
    const cz = ex * uy - ey * ux;
    const j = 9 * k;
    J[j] = -(bx + cx);
    J[j + 1] = -(by + cy);
    J[j + 2] = -(bz + cz);
    J[j + 3] = bx;
    J[j + 4] = by;
    J[j + 5] = bz;
    J[j + 6] = cx;
    J[j + 7] = cy;
    J[j + 8] = cz;

    const twist = ex * (duY * dwZ - duZ * dwY) + ey * (duZ * dwX - duX * dwZ) + ez * (duX * dwY - duY * dwX);
    gamma[k] = h * (dnX * dnX + dnY * dnY + dnZ * dnZ - 4 * (rate * rate)) + 2 * twist;
  }
};

export const triangleArea: Yardstick = {
  title: 'triangle area 3D',
  name: 'TriangleArea3D',
  spec: TriangleArea3D,
  space: 3,
  handWritten: handWrittenTriangleArea,
  source: import.meta.url,
};
