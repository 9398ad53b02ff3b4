import { defineConstraint } from 'holonomic';

export const PowerLaw = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { k: { unit: '1/m' }, n: { unit: '1' } },
  C: 'a.y - b.y == a.x^n * k',
});
