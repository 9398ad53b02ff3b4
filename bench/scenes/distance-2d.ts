import { Constraint, type ConstraintType, type PointConnector } from '../../runtime/index.js';

/** `C = |a − b| − length` between planar points, with the kernel that the toolkit is to emit for it. */
export class Distance2D extends Constraint<{ a: PointConnector; b: PointConnector }, { length: number }> {
  static readonly type: ConstraintType = {
    name: 'Distance2D',
    summary: 'Holds two points a fixed distance apart.',
    space: 2,
    rows: 1,
    inputs: [
      { name: 'a', kind: 'point', size: 2 },
      { name: 'b', kind: 'point', size: 2 },
    ],
    params: [{ name: 'length', kind: 'scalar', size: 1, unit: 'm', min: 0 }],
    formula: { C: ['norm(a - b) - length'], where: {}, sample: {} },
    kernel(count, slots, x, v, p, _t, C, Cdot, J, gamma) {
      for (let k = 0; k < count; k++) {
        const a = slots[2 * k]!;
        const b = slots[2 * k + 1]!;
        const dx = x[a]! - x[b]!;
        const dy = x[a + 1]! - x[b + 1]!;
        const wx = v[a]! - v[b]!;
        const wy = v[a + 1]! - v[b + 1]!;
        const length = Math.sqrt(dx * dx + dy * dy);
        const inverse = 1 / length;
        const ux = dx * inverse;
        const uy = dy * inverse;
        const rate = ux * wx + uy * wy;
        C[k] = length - p[k]!;
        Cdot[k] = rate;
        gamma[k] = (wx * wx + wy * wy - rate * rate) * inverse;
        const j = 4 * k;
        J[j] = ux;
        J[j + 1] = uy;
        J[j + 2] = -ux;
        J[j + 3] = -uy;
      }
    },
    jdotKernel(count, _slots, _x, _v, _p, _t, Jdot) {
      Jdot.fill(NaN, 0, 4 * count);
    },
  };

  constructor(options: { a: PointConnector; b: PointConnector; length: number }) {
    super(Distance2D.type, options);
  }
}
