import { defineConstraint } from 'holonomic';

export const Rail = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { p: 'point', s: 'scalar' },
  params: { offset: { unit: 'm' } },
  C: 'p.x == s + offset',
});
