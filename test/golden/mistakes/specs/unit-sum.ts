import { defineConstraint } from 'holonomic';

export const Rod = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0 }, area: { unit: 'm^2' } },
  C: 'norm(a - b) - (length + area)',
});
