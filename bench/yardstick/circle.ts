import { PointOnCircle } from '../../constraints-spec/circle-and-sphere.js';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

/** `C = (d·d − R²)/2`, so that `J = d`, `Cdot = d·v`, `gamma = v·v`. */
const handWrittenCircle: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[k]!;
    const centre = 3 * k;
    const dx = x[a]! - p[centre]!;
    const dy = x[a + 1]! - p[centre + 1]!;
    const radius = p[centre + 2]!;
    const vx = v[a]!;
    const vy = v[a + 1]!;
    C[k] = 0.5 * (dx * dx + dy * dy - radius * radius);
    Cdot[k] = dx * vx + dy * vy;
    J[2 * k] = dx;
    J[2 * k + 1] = dy;
    gamma[k] = vx * vx + vy * vy;
  }
};

export const circle: Yardstick = {
  title: 'circle',
  name: 'PointOnCircle',
  spec: PointOnCircle,
  space: 2,
  handWritten: handWrittenCircle,
  source: import.meta.url,
};
