import { PointOnEllipse } from '../../constraints-spec/curves.js';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

/**
 * `J = [α dx, β dy]` with `α = 2/A²`, `β = 2/B²`; `C = J·d/2 − 1`, `Cdot = J·v`,
 * `gamma = α vx² + β vy²`.
 */
const handWrittenEllipse: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[k]!;
    const centre = 4 * k;
    const dx = x[a]! - p[centre]!;
    const dy = x[a + 1]! - p[centre + 1]!;
    const semiX = p[centre + 2]!;
    const semiY = p[centre + 3]!;
    const vx = v[a]!;
    const vy = v[a + 1]!;
    const alpha = 2 / (semiX * semiX);
    const beta = 2 / (semiY * semiY);
    const jx = alpha * dx;
    const jy = beta * dy;
    C[k] = 0.5 * (jx * dx + jy * dy) - 1;
    Cdot[k] = jx * vx + jy * vy;
    J[2 * k] = jx;
    J[2 * k + 1] = jy;
    gamma[k] = alpha * (vx * vx) + beta * (vy * vy);
  }
};

export const ellipse: Yardstick = {
  title: 'ellipse',
  name: 'PointOnEllipse',
  spec: PointOnEllipse,
  space: 2,
  handWritten: handWrittenEllipse,
  source: import.meta.url,
};
