import { defineConstraint } from 'holonomic';

export const Rod = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { a: 'point', sin: 'point' },
  C: 'norm(a - sin) == 1',
});
