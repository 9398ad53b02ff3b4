import { defineEnergy } from 'holonomic';

const joint = { a: 'point', b: 'point', c: 'point' } as const;
const tangents = { u: 'normalize(b - a)', w: 'normalize(c - b)' } as const;
const share = {
  unit: 'm',
  min: 0,
  doc: 'Length of the rod that b stands for: from middle to middle of its segments.',
} as const;

export const Bend = defineEnergy({
  summary: 'Straightens three points in a row: whiskers, blades of grass, hinges of chains.',
  doc: 'With the angle of the bend it is stiffness (1 - cos(angle)), which is stiffness angle^2 / 2 of a small angle.',
  space: [2, 3],
  inputs: joint,
  params: { stiffness: { unit: 'N m', min: 0, doc: 'Torque per angle of a small bend.' } },
  where: tangents,
  V: 'stiffness * (1 - dot(u, w))',
});

export const DihedralBend = defineEnergy({
  summary: 'Holds the angle between two triangles with a common edge: cloth, paper, the torsion of molecules.',
  doc: 'a and d lie opposite to the edge from b to c. The angle is dihedral(a, b, c, d), pi or -pi where the triangles lie flat beside each other, 0 where they are folded onto each other. The energy is stiffness (1 - cos(angle - restAngle)), smooth at every angle.',
  space: 3,
  inputs: { ...joint, d: 'point' },
  params: {
    stiffness: { unit: 'N m', min: 0, doc: 'Torque per angle near the rest angle.' },
    restAngle: { unit: 'rad', default: Math.PI, doc: 'Angle at which it is at rest; flat if left out.' },
  },
  V: 'stiffness * (1 - cos(dihedral(a, b, c, d) - restAngle))',
});

export const RodStretch = defineEnergy({
  summary: 'The stretch of a segment of an elastic rod: cables, hair, elastic beams, with RodBend and RodTwist.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: {
    stiffness: { unit: 'N', min: 0, doc: "Young's modulus times the area of the section." },
    length: { unit: 'm', min: 0, doc: 'Length of the segment at rest.' },
  },
  V: 'stiffness / (2 * length) * (norm(b - a) - length)^2',
  sample: { length: [0.5, 2] },
});

export const RodBend = defineEnergy({
  summary: 'The bend of an elastic rod, straight at rest, at the point between two segments: beams, hair, cables.',
  doc: 'The curvature is 2 tan(angle / 2) / length (Bergou et al., Discrete Elastic Rods, 2008): a rod on a circle has that of the circle inscribed in its segments. It takes infinite energy to fold it.',
  space: [2, 3],
  inputs: joint,
  params: {
    stiffness: { unit: 'N m^2', min: 0, doc: "Young's modulus times the second moment of the section's area." },
    length: share,
  },
  where: { ...tangents, c1: '1 + dot(u, w)' },
  V: 'stiffness / (2 * length) * 4 * (2 - c1) / c1',
  sample: { length: [0.5, 2] },
});

export const RodTwist = defineEnergy({
  summary:
    'The twist of an elastic rod between two segments, each with a direction across it: cables, hair, drive shafts.',
  doc: 'across and other are fixed in the segments a b and b c, at right angles to them; at rest other is across, carried over the bend without a turn (Bergou et al., Discrete Elastic Rods, 2008). The energy is stiffness (1 - cos(twist)) / length, which is stiffness twist^2 / (2 length) of a small twist.',
  space: 3,
  inputs: { ...joint, across: 'direction', other: 'direction' },
  params: {
    stiffness: { unit: 'N m^2', min: 0, doc: 'Shear modulus times the polar moment of the section.' },
    length: share,
  },
  where: {
    ...tangents,
    along: 'dot(w, across) / (1 + dot(u, w))',
    cosine: 'dot(across, other) - along * dot(u, other)',
  },
  V: 'stiffness / length * (1 - cosine)',
  sample: { length: [0.5, 2] },
});
