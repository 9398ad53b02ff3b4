import { defineConstraint } from 'holonomic';

export const Torus = defineConstraint({
  summary: 'Keeps a point on a torus about the z axis.',
  space: 3,
  inputs: { p: 'point' },
  params: {
    major: { unit: 'm', min: 0, doc: 'Radius of the ring.' },
    minor: { unit: 'm', min: 0, doc: 'Radius of the tube.' },
  },
  where: { ring: 'sqrt(p.x^2 + p.y^2)' },
  C: '(ring - major)^2 + p.z^2 == minor^2',
});
