import { defineConstraint } from 'holonomic';

const base = { summary: 'Holds two points apart.', space: 2 } as const;

export const Rod = defineConstraint({
  ...base,
  inputs: { a: 'point', b: 'point' },
  C: 'dot(a) == 1',
});
