import { defineConstraint } from 'holonomic';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

const fourBarLoop = defineConstraint({
  summary: 'Closes the loop of a four-bar linkage: crank, coupler, rocker and base along x.',
  space: 2,
  inputs: { crank: 'scalar', coupler: 'scalar', rocker: 'scalar' },
  params: { l1: 'scalar', l2: 'scalar', l3: 'scalar', base: 'scalar' },
  C: [
    'l1 * cos(crank) + l2 * cos(coupler) - l3 * cos(rocker) - base',
    'l1 * sin(crank) + l2 * sin(coupler) - l3 * sin(rocker)',
  ],
});

/**
 * Link `i` is the vector `(x_i, y_i)`; its rate is `θ̇ (−y_i, x_i)`, and its acceleration at
 * `θ̈ = 0` is `−θ̇² (x_i, y_i)`.
 */
const handWrittenFourBar: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const crank = slots[3 * k]!;
    const coupler = slots[3 * k + 1]!;
    const rocker = slots[3 * k + 2]!;
    const lengths = 4 * k;
    const l1 = p[lengths]!;
    const l2 = p[lengths + 1]!;
    const l3 = p[lengths + 2]!;
    const x1 = l1 * Math.cos(x[crank]!);
    const y1 = l1 * Math.sin(x[crank]!);
    const x2 = l2 * Math.cos(x[coupler]!);
    const y2 = l2 * Math.sin(x[coupler]!);
    const x3 = l3 * Math.cos(x[rocker]!);
    const y3 = l3 * Math.sin(x[rocker]!);
    const w1 = v[crank]!;
    const w2 = v[coupler]!;
    const w3 = v[rocker]!;
    const vx1 = x1 * w1;
    const vy1 = y1 * w1;
    const vx2 = x2 * w2;
    const vy2 = y2 * w2;
    const vx3 = x3 * w3;
    const vy3 = y3 * w3;
    const row = 2 * k;
    const j = 6 * k;
    C[row] = x1 + x2 - x3 - p[lengths + 3]!;
    C[row + 1] = y1 + y2 - y3;
    Cdot[row] = vy3 - vy1 - vy2;
    Cdot[row + 1] = vx1 + vx2 - vx3;
    J[j] = -y1;
    J[j + 1] = x1;
    J[j + 2] = -y2;
    J[j + 3] = x2;
    J[j + 4] = y3;
    J[j + 5] = -x3;
    gamma[row] = vx3 * w3 - vx1 * w1 - vx2 * w2;
    gamma[row + 1] = vy3 * w3 - vy1 * w1 - vy2 * w2;
  }
};

export const fourBar: Yardstick = {
  title: 'four-bar loop',
  name: 'FourBarLoop',
  spec: fourBarLoop,
  space: 2,
  handWritten: handWrittenFourBar,
  source: import.meta.url,
};
