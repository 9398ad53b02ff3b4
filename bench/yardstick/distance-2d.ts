import { Distance } from '../../constraints-spec/distance.js';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

/** `n = d/r`, `Cdot = n·ḋ`, `J = [n, −n]`, `gamma = (ḋ·ḋ − Cdot²)/r`, with one division. */
export const handWrittenDistance2D: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[2 * k]!;
    const b = slots[2 * k + 1]!;
    const dx = x[a]! - x[b]!;
    const dy = x[a + 1]! - x[b + 1]!;
    const ux = v[a]! - v[b]!;
    const uy = v[a + 1]! - v[b + 1]!;
    const r = Math.sqrt(dx * dx + dy * dy);
    const inverse = 1 / r;
    const nx = dx * inverse;
    const ny = dy * inverse;
    const rate = nx * ux + ny * uy;
    C[k] = r - p[k]!;
    Cdot[k] = rate;
    const j = 4 * k;
    J[j] = nx;
    J[j + 1] = ny;
    J[j + 2] = -nx;
    J[j + 3] = -ny;
    gamma[k] = (ux * ux + uy * uy - rate * rate) * inverse;
  }
};

export const distance2D: Yardstick = {
  title: 'distance 2D',
  name: 'Distance',
  spec: Distance,
  space: 2,
  handWritten: handWrittenDistance2D,
  source: import.meta.url,
};
