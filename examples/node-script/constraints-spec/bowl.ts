import { defineConstraint } from 'holonomic';

export const PointOnParaboloid = defineConstraint({
  summary: 'Keeps a point on a paraboloid of revolution: a marble in a bowl.',
  space: 3,
  inputs: { p: 'point' },
  params: { curvature: { unit: '1/m', min: 0, doc: 'Curvature at the lowest point.' } },
  C: 'p.z == curvature * (p.x^2 + p.y^2) / 2',
});
