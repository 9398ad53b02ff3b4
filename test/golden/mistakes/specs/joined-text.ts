import { defineConstraint } from 'holonomic';

const left = 'norm(a\u0020- c)';

export const Rod = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0 } },
  C: left + ' == ' + 'length',
});
