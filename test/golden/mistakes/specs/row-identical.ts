import { defineConstraint } from 'holonomic';

export const Turn = defineConstraint({
  summary: 'Says of an angle what holds of every angle.',
  space: 2,
  inputs: { theta: 'scalar' },
  C: 'cos(theta)^2 + sin(theta)^2 == 1',
});
