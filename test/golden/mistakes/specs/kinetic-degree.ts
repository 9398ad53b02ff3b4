import { defineBody } from 'holonomic';

export const Runner = defineBody({
  summary: 'A mass that is to grow with its speed.',
  space: 2,
  coordinates: { x: {} },
  params: { mass: { min: 0 }, growth: {} },
  points: { runner: { at: '[x, 0]' } },
  kinetic: 'mass / 2 * ddt(x)^2 + growth * ddt(x)^4',
});
