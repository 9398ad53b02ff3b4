import type { ScalarConnector } from '../model/connector.js';
import { Constraint } from '../model/constraint.js';
import type { ConstraintType } from '../model/constraint-type.js';

/** Moves a scalar at a constant rate: `s == from + rate (t − begin)`. */
export class Drive extends Constraint<{ readonly s: ScalarConnector }> {
  static readonly type: ConstraintType = {
    name: 'Drive',
    summary: 'Moves a scalar at a constant rate.',
    rows: 1,
    inputs: [{ name: 's', kind: 'scalar', size: 1 }],
    params: [
      { name: 'from', kind: 'scalar', size: 1 },
      { name: 'rate', kind: 'scalar', size: 1 },
      { name: 'begin', kind: 'scalar', size: 1 },
    ],
    formula: { C: ['s == from + rate * (t - begin)'], where: {}, sample: {} },
    dependsOnTime: true,
    constantJ: { s: [[0, 0, 1]] },
    kernel: (count, slots, x, v, p, t, C, Cdot, _J, gamma) => {
      for (let k = 0; k < count; k++) {
        const s = slots[k]!;
        C[k] = x[s]! - (p[3 * k]! + p[3 * k + 1]! * (t - p[3 * k + 2]!));
        Cdot[k] = v[s]! - p[3 * k + 1]!;
        gamma[k] = 0;
      }
    },
  };

  constructor(options: {
    readonly s: ScalarConnector;
    readonly from: number;
    readonly rate: number;
    readonly begin: number;
  }) {
    super(Drive.type, options);
  }
}
