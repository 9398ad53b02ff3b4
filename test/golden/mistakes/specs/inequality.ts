import { defineConstraint } from 'holonomic';

export const Rope = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0 } },
  C: 'norm(a - b) < length',
});
