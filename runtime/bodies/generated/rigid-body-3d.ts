import type { BodyConnectorKernel, BodyType } from '../body-type.js';

type Triple = readonly [number, number, number];
type Rows = readonly [Triple, Triple, Triple];

const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const times = (m: Rows, a: Triple): Triple => [dot(m[0], a), dot(m[1], a), dot(m[2], a)];
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const triple = (a: Float64Array, i: number): Triple => [a[i]!, a[i + 1]!, a[i + 2]!];

/** The rotation matrix of the quaternion at `q[i] …`. */
function rotation(q: Float64Array, i: number): Rows {
  const [w, x, y, z] = [q[i]!, q[i + 1]!, q[i + 2]!, q[i + 3]!];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** `R I Rᵀ` with the inertia in the parameters at `p[i] …`. */
function worldInertia(R: Rows, p: Float64Array, i: number): Rows {
  const [xx, yy, zz, xy, xz, yz] = Array.from(p.subarray(i, i + 6)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const I: Rows = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const column = (j: 0 | 1 | 2): Triple => times(R, times(I, R[j]));
  const [a, b, c] = [column(0), column(1), column(2)];
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

/** `x = p + u` with `u = R r`, `u̇ = ω × u`, at `v̇ = 0` `ü = ω × (ω × u)`. With `fixed` 0 the direction `u`. */
const rotated =
  (fixed: 0 | 1): BodyConnectorKernel =>
  (count, bodies, locals, q, v, _p, _t, slots, x, rate, bias, B) => {
    for (let k = 0; k < count; k++) {
      const [i, j, slot] = [7 * bodies[k]!, 6 * bodies[k]!, slots[k]!];
      const u = times(rotation(q, i + 3), triple(locals, 3 * k));
      const omega = triple(v, j + 3);
      const swing = cross(omega, u);
      for (let c = 0; c < 3; c++) {
        x[slot + c] = fixed * q[i + c]! + u[c]!;
        rate[slot + c] = fixed * v[j + c]! + swing[c]!;
      }
      bias.set(cross(omega, swing), slot);
      const [f, [a, b, c]] = [fixed, u];
      B.set([f, 0, 0, 0, c, -b, 0, f, 0, -c, 0, a, 0, 0, f, b, -a, 0], 18 * k);
    }
  };

/** A rigid body in space, derived and coded by hand: what emitted code is held against. */
export const rigidBody3DType: BodyType = {
  name: 'RigidBody3D',
  summary: 'A rigid body in space.',
  space: 3,
  coordinates: [
    { name: 'p', kind: 'vector', size: 3, rateSize: 3, unit: 'm' },
    { name: 'o', kind: 'orientation', size: 4, rateSize: 3 },
  ],
  params: ['mass', 'Ixx', 'Iyy', 'Izz', 'Ixy', 'Ixz', 'Iyz'].map((name) => ({ name, kind: 'scalar', size: 1 })),
  connectors: [
    { name: 'point', kind: 'point', size: 3, localSize: 3, kernel: rotated(1) },
    { name: 'direction', kind: 'direction', size: 3, localSize: 3, kernel: rotated(0) },
  ],
  constantMass: false,
  formula: { connectors: {}, where: {}, masses: {}, inertias: {}, sample: {} },
  dynamics: (count, q, v, p, _t, M, Q) => {
    for (let k = 0; k < count; k++) {
      const m = p[7 * k]!;
      const I = worldInertia(rotation(q, 7 * k + 3), p, 7 * k + 1);
      const omega = triple(v, 6 * k + 3);
      M.fill(0, 36 * k, 36 * k + 36);
      for (let r = 0; r < 3; r++) {
        M[36 * k + 7 * r] = m;
        M.set(I[r]!, 36 * k + 6 * (r + 3) + 3);
      }
      Q.fill(0, 6 * k, 6 * k + 3);
      Q.set(cross(times(I, omega), omega), 6 * k + 3);
    }
  },
  energy: (count, q, v, p, _t, E) => {
    for (let k = 0; k < count; k++) {
      const I = worldInertia(rotation(q, 7 * k + 3), p, 7 * k + 1);
      const [speed, omega] = [triple(v, 6 * k), triple(v, 6 * k + 3)];
      E[2 * k] = 0.5 * (p[7 * k]! * dot(speed, speed) + dot(omega, times(I, omega)));
      E[2 * k + 1] = 0;
    }
  },
  weight: (count, q, p, _t, moment, weight) => {
    weight.fill(0, 0, 18 * count);
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < 3; c++) {
        moment[3 * k + c] = p[7 * k]! * q[7 * k + c]!;
        weight[18 * k + 7 * c] = p[7 * k]!;
      }
    }
  },
};
