import { defineConstraint } from 'holonomic';

export const PointOnWave = defineConstraint({
  summary: 'Keeps a point on a wave.',
  space: 2,
  inputs: { p: 'point' },
  params: { height: { unit: 'm' }, length: { unit: 'm', min: 0.01 } },
  C: 'p.y == height * sin(2 * pi * p.x / length)',
});
