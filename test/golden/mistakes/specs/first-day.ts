import { defineConstraint } from 'holonomic';

const base = {
  summary: 'Written as in other languages.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0 } },
} as const;

export const A = defineConstraint({ ...base, C: 'Math.sqrt((a.x - b.x)^2) == length' });
export const B = defineConstraint({ ...base, C: 'if (a.x > 0) norm(a - b) else length' });
export const C = defineConstraint({ ...base, C: ['velocity(a) == 0', 'b.vx == length', 'diff(a.x, t) == 0'] });
export const D = defineConstraint({ ...base, C: "a.x' == norm(b) - length" });
export const E = defineConstraint({ ...base, C: 'sin(90 deg) * a.x - b.x == length' });
export const F = defineConstraint({ ...base, C: '\\frac{norm(a - b)}{length} == 1' });
export const G = defineConstraint({ ...base, C: 'norm(a - b) == ${length}' });
export const H = defineConstraint({ ...base, C: 'length(a - b) == length' });
export const I = defineConstraint({ ...base, C: 'a + length == b' });
export const J = defineConstraint({ ...base, C: 'dot(a - b, a - b) == length' });
// @ts-expect-error There is no such input.
export const K = defineConstraint({ ...base, inputs: { a: 'body', b: 'point' }, C: 'norm(a - b) == length' });
