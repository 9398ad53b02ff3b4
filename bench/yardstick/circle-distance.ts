import { PointOnCircleDistance } from '../../constraints-spec/circle-and-sphere.js';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

/** `J = n = d/r`, `Cdot = n·v`, `gamma = (v·v − Cdot²)/r`. */
const handWrittenCircleDistance: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[k]!;
    const centre = 3 * k;
    const dx = x[a]! - p[centre]!;
    const dy = x[a + 1]! - p[centre + 1]!;
    const vx = v[a]!;
    const vy = v[a + 1]!;
    const r = Math.sqrt(dx * dx + dy * dy);
    const inverse = 1 / r;
    const nx = dx * inverse;
    const ny = dy * inverse;
    const rate = nx * vx + ny * vy;
    C[k] = r - p[centre + 2]!;
    Cdot[k] = rate;
    J[2 * k] = nx;
    J[2 * k + 1] = ny;
    gamma[k] = (vx * vx + vy * vy - rate * rate) * inverse;
  }
};

export const circleDistance: Yardstick = {
  title: 'circle by distance',
  name: 'PointOnCircleDistance',
  spec: PointOnCircleDistance,
  space: 2,
  handWritten: handWrittenCircleDistance,
  source: import.meta.url,
};
