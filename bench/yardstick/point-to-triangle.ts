import { defineConstraint } from 'holonomic';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

const pointToTriangle = defineConstraint({
  summary: 'Holds the signed distance of a point from the plane of a triangle.',
  space: 3,
  inputs: { p: 'point', a: 'point', b: 'point', c: 'point' },
  params: { distance: { unit: 'm' } },
  where: { n: 'cross(b - a, c - a)' },
  C: 'dot(p - a, n) / norm(n) == distance',
});

/**
 * `J_p = n̂`, `J_b = w × ρ`, `J_c = ρ × u` and `ḣ = n̂·ṙ + ρ·ṅ`, with `n = u × w`, `m = |n|`,
 * `n̂ = n/m`, `h = r·n̂` and `ρ = (r − h n̂)/m`. Differentiating `h m = r·n` twice, with `ṁ = n̂·ṅ`
 * and `n̈ = 2 u̇ × ẇ`: `gamma = (2 (ṙ·ṅ − ḣ ṁ + m ρ·(u̇ × ẇ)) − h (ṅ·ṅ − ṁ²)/m)/m`.
 */
const handWrittenPointToTriangle: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const q = slots[4 * k]!;
    const a = slots[4 * k + 1]!;
    const b = slots[4 * k + 2]!;
    const c = slots[4 * k + 3]!;
    const rx = x[q]! - x[a]!;
    const ry = x[q + 1]! - x[a + 1]!;
    const rz = x[q + 2]! - x[a + 2]!;
    const ux = x[b]! - x[a]!;
    const uy = x[b + 1]! - x[a + 1]!;
    const uz = x[b + 2]! - x[a + 2]!;
    const wx = x[c]! - x[a]!;
    const wy = x[c + 1]! - x[a + 1]!;
    const wz = x[c + 2]! - x[a + 2]!;
    const drX = v[q]! - v[a]!;
    const drY = v[q + 1]! - v[a + 1]!;
    const drZ = v[q + 2]! - v[a + 2]!;
    const duX = v[b]! - v[a]!;
    const duY = v[b + 1]! - v[a + 1]!;
    const duZ = v[b + 2]! - v[a + 2]!;
    const dwX = v[c]! - v[a]!;
    const dwY = v[c + 1]! - v[a + 1]!;
    const dwZ = v[c + 2]! - v[a + 2]!;

    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    const im = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    const ex = nx * im;
    const ey = ny * im;
    const ez = nz * im;
    const h = rx * ex + ry * ey + rz * ez;
    // r − h n̂ in the plane, and ρ
    const tx = rx - h * ex;
    const ty = ry - h * ey;
    const tz = rz - h * ez;
    const sx = tx * im;
    const sy = ty * im;
    const sz = tz * im;
    // ṅ = u̇ × w + u × ẇ
    const dnX = duY * wz - duZ * wy + (uy * dwZ - uz * dwY);
    const dnY = duZ * wx - duX * wz + (uz * dwX - ux * dwZ);
    const dnZ = duX * wy - duY * wx + (ux * dwY - uy * dwX);
    const rate = ex * drX + ey * drY + ez * drZ + sx * dnX + sy * dnY + sz * dnZ;
    C[k] = h - p[k]!;
    Cdot[k] = rate;

    const bx = wy * sz - wz * sy;
    const by = wz * sx - wx * sz;
    const bz = wx * sy - wy * sx;
    const cx = sy * uz - sz * uy;
    const cy = sz * ux - sx * uz;
    const cz = sx * uy - sy * ux;
    const j = 12 * k;
    J[j] = ex;
    J[j + 1] = ey;
    J[j + 2] = ez;
    J[j + 3] = -(ex + bx + cx);
    J[j + 4] = -(ey + by + cy);
    J[j + 5] = -(ez + bz + cz);
    J[j + 6] = bx;
    J[j + 7] = by;
    J[j + 8] = bz;
    J[j + 9] = cx;
    J[j + 10] = cy;
    J[j + 11] = cz;

    const mRate = ex * dnX + ey * dnY + ez * dnZ;
    const twist = tx * (duY * dwZ - duZ * dwY) + ty * (duZ * dwX - duX * dwZ) + tz * (duX * dwY - duY * dwX);
    const mixed = drX * dnX + drY * dnY + drZ * dnZ - rate * mRate + twist;
    const turning = dnX * dnX + dnY * dnY + dnZ * dnZ - mRate * mRate;
    gamma[k] = (2 * mixed - h * turning * im) * im;
  }
};

export const pointToTrianglePlane: Yardstick = {
  title: 'point to triangle plane',
  name: 'PointToTriangle',
  spec: pointToTriangle,
  space: 3,
  handWritten: handWrittenPointToTriangle,
  source: import.meta.url,
};
