import type { BodyConnectorKernel, BodyType } from '../body-type.js';

const cos = Math.cos;
const sin = Math.sin;

/** `x = p + R(θ) r`, `ẋ = ṗ + θ' R' r`, at `v̇ = 0` `ẍ = −θ'² R r`. With `fixed` 0 the direction `R r`. */
const rotated =
  (fixed: 0 | 1): BodyConnectorKernel =>
  (count, bodies, locals, q, v, _p, _t, slots, x, rate, bias, B) => {
    for (let k = 0; k < count; k++) {
      const body = 3 * bodies[k]!;
      const c = cos(q[body + 2]!);
      const s = sin(q[body + 2]!);
      const omega = v[body + 2]!;
      const rx = c * locals[2 * k]! - s * locals[2 * k + 1]!;
      const ry = s * locals[2 * k]! + c * locals[2 * k + 1]!;
      const slot = slots[k]!;
      x[slot] = fixed * q[body]! + rx;
      x[slot + 1] = fixed * q[body + 1]! + ry;
      rate[slot] = fixed * v[body]! - omega * ry;
      rate[slot + 1] = fixed * v[body + 1]! + omega * rx;
      bias[slot] = -omega * omega * rx;
      bias[slot + 1] = -omega * omega * ry;
      B.set([fixed, 0, -ry, 0, fixed, rx], 6 * k);
    }
  };

/** A rigid body in the plane, derived and coded by hand: what emitted code is held against. */
export const rigidBody2DType: BodyType = {
  name: 'RigidBody2D',
  summary: 'A rigid body in the plane.',
  space: 2,
  coordinates: [
    { name: 'p', kind: 'vector', size: 2, rateSize: 2, unit: 'm' },
    { name: 'theta', kind: 'scalar', size: 1, rateSize: 1, unit: 'rad' },
  ],
  params: [
    { name: 'mass', kind: 'scalar', size: 1, unit: 'kg' },
    { name: 'inertia', kind: 'scalar', size: 1, unit: 'kg m^2' },
  ],
  connectors: [
    { name: 'point', kind: 'point', size: 2, localSize: 2, kernel: rotated(1) },
    { name: 'direction', kind: 'direction', size: 2, localSize: 2, kernel: rotated(0) },
    {
      name: 'angle',
      kind: 'scalar',
      size: 1,
      localSize: 0,
      kernel: (count, bodies, _locals, q, v, _p, _t, slots, x, rate, bias, B) => {
        for (let k = 0; k < count; k++) {
          x[slots[k]!] = q[3 * bodies[k]! + 2]!;
          rate[slots[k]!] = v[3 * bodies[k]! + 2]!;
          bias[slots[k]!] = 0;
          B.set([0, 0, 1], 3 * k);
        }
      },
    },
  ],
  constantMass: true,
  formula: { connectors: {}, where: {}, masses: {}, inertias: {}, sample: {} },
  dynamics: (count, _q, _v, p, _t, M, Q) => {
    for (let k = 0; k < count; k++) {
      M.set([p[2 * k]!, 0, 0, 0, p[2 * k]!, 0, 0, 0, p[2 * k + 1]!], 9 * k);
      Q.fill(0, 3 * k, 3 * k + 3);
    }
  },
  energy: (count, _q, v, p, _t, E) => {
    for (let k = 0; k < count; k++) {
      E[2 * k] = 0.5 * (p[2 * k]! * (v[3 * k]! ** 2 + v[3 * k + 1]! ** 2) + p[2 * k + 1]! * v[3 * k + 2]! ** 2);
      E[2 * k + 1] = 0;
    }
  },
  weight: (count, q, p, _t, moment, weight) => {
    for (let k = 0; k < count; k++) {
      const m = p[2 * k]!;
      moment.set([m * q[3 * k]!, m * q[3 * k + 1]!], 2 * k);
      weight.set([m, 0, 0, 0, m, 0], 6 * k);
    }
  },
};
