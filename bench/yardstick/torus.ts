import { Torus } from '../../constraints-spec/surfaces.js';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

/**
 * `J = [s x, s y, 2z]`, with `ρ² = x² + y²` and `s = 2(ρ − R)/ρ`. From `ρ ρ̈ + ρ̇² = ẋ² + ẏ²`:
 * `gamma = s (ẋ² + ẏ² − ρ̇²) + 2(ρ̇² + ż²)`.
 */
const handWrittenTorus: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[k]!;
    const px = x[a]!;
    const py = x[a + 1]!;
    const pz = x[a + 2]!;
    const vx = v[a]!;
    const vy = v[a + 1]!;
    const vz = v[a + 2]!;
    const major = p[2 * k]!;
    const minor = p[2 * k + 1]!;
    const ring = Math.sqrt(px * px + py * py);
    const off = ring - major;
    const s = (2 * off) / ring;
    const jz = 2 * pz;
    const w = px * vx + py * vy;
    const ringRate = w / ring;
    const ringRateSquared = ringRate * ringRate;
    C[k] = off * off + pz * pz - minor * minor;
    Cdot[k] = s * w + jz * vz;
    J[3 * k] = s * px;
    J[3 * k + 1] = s * py;
    J[3 * k + 2] = jz;
    gamma[k] = s * (vx * vx + vy * vy - ringRateSquared) + 2 * (ringRateSquared + vz * vz);
  }
};

export const torus: Yardstick = {
  title: 'torus',
  name: 'Torus',
  spec: Torus,
  space: 3,
  handWritten: handWrittenTorus,
  source: import.meta.url,
};
