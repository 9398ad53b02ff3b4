import { defineConstraint } from 'holonomic';

export const Wave = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { height: { unit: 'm' }, frequency: { unit: 'rad/s' } },
  C: 'a.y - b.y == height * sin(frequency * a.x)',
});
