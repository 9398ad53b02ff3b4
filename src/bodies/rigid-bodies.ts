import type { BodyModel } from './body-model.js';

const inertial = (on: string, section: string, formula: string): BodyModel['masses'][number] => ({
  on,
  field: `${section}.${on}`,
  formula,
});

/** The coordinates of the centre of mass, each as a scalar. */
const centre = (axes: readonly string[]): BodyModel['connectors'] =>
  axes.map((name) => ({ name, kind: 'scalar', field: `scalars.${name}`, formula: `p.${name}`, isCoordinate: true }));

const mass = { name: 'mass', kind: 'scalar', size: 1, unit: 'kg', min: 0, doc: 'Mass.' } as const;

/** A rigid body in the plane: its centre of mass `p` and its angle. */
export const RIGID_BODY_2D: BodyModel = {
  name: 'RigidBody2D',
  summary: 'A rigid body in the plane.',
  space: 2,
  coordinates: [
    { name: 'p', kind: 'vector', size: 2, rateSize: 2, unit: 'm' },
    { name: 'theta', kind: 'scalar', size: 1, rateSize: 1, unit: 'rad' },
  ],
  params: [
    mass,
    {
      name: 'inertia',
      kind: 'scalar',
      size: 1,
      unit: 'kg m²',
      min: 0,
      doc: 'Moment of inertia about the centre of mass.',
    },
  ],
  where: {},
  connectors: [
    { name: 'point', kind: 'point', field: 'points.point', formula: 'p + rotate(theta, local)', isLocal: true },
    {
      name: 'direction',
      kind: 'direction',
      field: 'directions.direction',
      formula: 'rotate(theta, local)',
      isLocal: true,
    },
    { name: 'angle', kind: 'scalar', field: 'angles.angle', formula: 'theta' },
    ...centre(['x', 'y']),
  ],
  masses: [inertial('p', 'masses', 'mass')],
  inertias: [inertial('theta', 'inertias', 'inertia')],
  sample: {},
};

const MOMENTS = ['Ixx', 'Iyy', 'Izz', 'Ixy', 'Ixz', 'Iyz'] as const;

/** A rigid body in space: its centre of mass `p` and its orientation `o`. */
export const RIGID_BODY_3D: BodyModel = {
  name: 'RigidBody3D',
  summary: 'A rigid body in space.',
  space: 3,
  coordinates: [
    { name: 'p', kind: 'vector', size: 3, rateSize: 3, unit: 'm' },
    { name: 'o', kind: 'orientation', size: 4, rateSize: 3 },
  ],
  params: [
    mass,
    ...MOMENTS.map((name) => ({
      name,
      kind: 'scalar' as const,
      size: 1,
      unit: 'kg m²',
      doc: 'Entry of the inertia tensor about the centre of mass, in body axes.',
    })),
  ],
  where: {},
  connectors: [
    { name: 'point', kind: 'point', field: 'points.point', formula: 'p + rotate(o, local)', isLocal: true },
    { name: 'direction', kind: 'direction', field: 'directions.direction', formula: 'rotate(o, local)', isLocal: true },
    ...centre(['x', 'y', 'z']),
  ],
  masses: [inertial('p', 'masses', 'mass')],
  inertias: [inertial('o', 'inertias', '[[Ixx, Ixy, Ixz], [Ixy, Iyy, Iyz], [Ixz, Iyz, Izz]]')],
  // An inertia tensor that a body can have; the formulas hold for any other as well.
  sample: {},
};
