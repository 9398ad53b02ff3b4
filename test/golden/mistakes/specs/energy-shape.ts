import { defineEnergy } from 'holonomic';

export const Pull = defineEnergy({
  summary: 'Pulls two points together.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { k: { unit: 'N/m' } },
  V: 'k / 2 * (a - b)',
  damping: 'k * norm(a - b)^2',
});
