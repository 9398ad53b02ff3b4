import { defineConstraint } from 'holonomic';

const centre = { kind: 'vector', unit: 'm', default: 0, doc: 'Centre.' } as const;
const radius = { unit: 'm', min: 0, doc: 'Radius.' } as const;

export const PointOnCircle = defineConstraint({
  summary: 'Keeps a point on a circle, by the square of its distance from the centre: a bead on a wire hoop.',
  space: 2,
  inputs: { p: 'point' },
  params: { centre, radius },
  where: { d: 'p - centre' },
  C: '(dot(d, d) - radius^2) / 2',
});

export const PointOnCircleDistance = defineConstraint({
  summary: 'Keeps a point on a circle, by its distance from the centre: the multiplier is the force of the wire.',
  space: 2,
  inputs: { p: 'point' },
  params: { centre, radius },
  where: { d: 'p - centre', r: 'norm(d)' },
  C: 'r == radius',
});

export const PointOnSphere = defineConstraint({
  summary: 'Keeps a point on a sphere, by the square of its distance from the centre.',
  space: 3,
  inputs: { p: 'point' },
  params: { centre, radius },
  where: { d: 'p - centre' },
  C: '(dot(d, d) - radius^2) / 2',
});

export const PointOnSphereDistance = defineConstraint({
  summary: 'Keeps a point on a sphere, by its distance from the centre: the multiplier is the force of the surface.',
  space: 3,
  inputs: { p: 'point' },
  params: { centre, radius },
  where: { d: 'p - centre', r: 'norm(d)' },
  C: 'r == radius',
});
