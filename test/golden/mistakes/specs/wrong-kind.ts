import { defineConstraint } from 'holonomic';

export const Rod = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  // @ts-expect-error -- a mistake on purpose
  inputs: { a: 'pont', b: 'point' },
  C: 'norm(a - b) == 1',
});
