import { defineConstraint } from 'holonomic';

export const Rod = defineConstraint({
  summary: 'Holds two points apart.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0 } },
  where: { d: 'b - a' },
  C: '(dot(d, d) - length^2) / (2 * length)',
});
