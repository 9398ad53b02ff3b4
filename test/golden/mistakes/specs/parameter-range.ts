import { defineConstraint } from 'holonomic';

export const Rod = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: {
    length: { unit: 'm', min: 2, max: 1 },
  },
  C: 'norm(a - b) == length',
});
