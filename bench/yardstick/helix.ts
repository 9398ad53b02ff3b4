import { Helix } from '../../constraints-spec/curves.js';
import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { Yardstick } from './yardstick.js';

const TURN = 2 * Math.PI;

/**
 * `J_z = κ (Y, −X)` and `gamma = ω² (X, Y)`, with `κ = 2π/pitch`, `ω = κ ż`,
 * `(X, Y) = R (cos κz, sin κz)`.
 */
const handWrittenHelix: ConstraintKernel = (count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  for (let k = 0; k < count; k++) {
    const a = slots[k]!;
    const radius = p[2 * k]!;
    const kappa = TURN / p[2 * k + 1]!;
    const angle = kappa * x[a + 2]!;
    const omega = kappa * v[a + 2]!;
    const X = radius * Math.cos(angle);
    const Y = radius * Math.sin(angle);
    const Xrate = X * omega;
    const Yrate = Y * omega;
    const row = 2 * k;
    const j = 6 * k;
    C[row] = x[a]! - X;
    C[row + 1] = x[a + 1]! - Y;
    Cdot[row] = v[a]! + Yrate;
    Cdot[row + 1] = v[a + 1]! - Xrate;
    J[j] = 1;
    J[j + 1] = 0;
    J[j + 2] = kappa * Y;
    J[j + 3] = 0;
    J[j + 4] = 1;
    J[j + 5] = -(kappa * X);
    gamma[row] = Xrate * omega;
    gamma[row + 1] = Yrate * omega;
  }
};

export const helix: Yardstick = {
  title: 'point on a helix',
  name: 'Helix',
  spec: Helix,
  space: 3,
  handWritten: handWrittenHelix,
  source: import.meta.url,
};
