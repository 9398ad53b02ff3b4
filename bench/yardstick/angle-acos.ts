import { defineConstraint } from 'holonomic';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

const angleByAcos = defineConstraint({
  summary: 'Holds the angle at b between a and c, in space, by its cosine.',
  space: 3,
  inputs: { a: 'point', b: 'point', c: 'point' },
  params: { angle: { unit: 'rad', min: 0, max: 3.141592653589793 } },
  where: { u: 'a - b', w: 'c - b' },
  C: 'acos(dot(u, w) / (norm(u) * norm(w))) == angle',
});

/**
 * The identities of the angle by `atan2`, with `m² = u² w² − s²`: like the formula, it loses digits
 * near 0 and π.
 */
const handWrittenAngleAcos: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
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
    const product = uu * ww;
    const m = Math.sqrt(product - s * s);
    C[k] = Math.acos(s / Math.sqrt(product)) - p[k]!;

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

export const angleAcos: Yardstick = {
  title: 'angle 3D by acos',
  name: 'AngleByAcos',
  spec: angleByAcos,
  space: 3,
  handWritten: handWrittenAngleAcos,
  source: import.meta.url,
};
