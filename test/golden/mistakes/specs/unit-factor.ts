import { defineConstraint } from 'holonomic';

export const Bend = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { angle: { unit: 'deg' } },
  where: { d: 'a - b' },
  C: 'atan2(d.y, d.x) == angle',
});
