import { Distance } from '../../constraints-spec/distance.js';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

/** `n = d/r`, `Cdot = n·ḋ`, `J = [n, −n]`, `gamma = (ḋ·ḋ − Cdot²)/r`. */
const handWrittenDistance3D: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[2 * k]!;
    const b = slots[2 * k + 1]!;
    const dx = x[a]! - x[b]!;
    const dy = x[a + 1]! - x[b + 1]!;
    const dz = x[a + 2]! - x[b + 2]!;
    const ux = v[a]! - v[b]!;
    const uy = v[a + 1]! - v[b + 1]!;
    const uz = v[a + 2]! - v[b + 2]!;
    const r = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const inverse = 1 / r;
    const nx = dx * inverse;
    const ny = dy * inverse;
    const nz = dz * inverse;
    const rate = nx * ux + ny * uy + nz * uz;
    C[k] = r - p[k]!;
    Cdot[k] = rate;
    const j = 6 * k;
    J[j] = nx;
    J[j + 1] = ny;
    J[j + 2] = nz;
    J[j + 3] = -nx;
    J[j + 4] = -ny;
    J[j + 5] = -nz;
    gamma[k] = (ux * ux + uy * uy + uz * uz - rate * rate) * inverse;
  }
};

export const distance3D: Yardstick = {
  title: 'distance 3D',
  name: 'Distance',
  spec: Distance,
  space: 3,
  handWritten: handWrittenDistance3D,
  source: import.meta.url,
};
