import { defineConstraint } from 'holonomic';

export const Level = defineConstraint({
  summary: 'Says twice that two points are level.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  C: ['a.y == b.y', 'dot(a - b, [0, 1])'],
});
