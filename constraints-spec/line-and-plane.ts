import { defineConstraint } from 'holonomic';

export const PointOnLine2D = defineConstraint({
  summary: 'Keeps a point on a straight line in the plane: a slider on a rail.',
  space: 2,
  inputs: { p: 'point', origin: 'point', normal: 'direction' },
  C: 'dot(p - origin, normal)',
});

export const PointOnLine3D = defineConstraint({
  summary: 'Keeps a point on a straight line in space, given by two directions across it.',
  space: 3,
  inputs: { p: 'point', origin: 'point', u: 'direction', w: 'direction' },
  where: { d: 'p - origin' },
  C: ['dot(d, u)', 'dot(d, w)'],
});

export const PointOnPlane = defineConstraint({
  summary: 'Keeps a point on a plane: a frictionless table top.',
  space: 3,
  inputs: { p: 'point', origin: 'point', normal: 'direction' },
  C: 'dot(p - origin, normal)',
});
