import { defineConstraint } from 'holonomic';

// @ts-expect-error -- a mistake on purpose
export const Rod = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0 } },
});
