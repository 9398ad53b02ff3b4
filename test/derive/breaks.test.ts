import { expect, test } from 'vitest';
import { compile } from 'holonomic/toolkit';

const breaks = (C: string): boolean | undefined =>
  compile('Break', { summary: 'For a test.', space: 2, inputs: { p: 'point' }, C }).Break.type.breaks;

test.each([
  'p.y == abs(p.x)',
  'p.y == max(p.x, 0)',
  'p.y == (p.x > 0 ? 1 : 0)',
  'p.y == floor(p.x)',
  'ddt(p.x) == (p.y < 1 ? 2 : 0)',
  'ddt(abs(p.x)) == 1',
])('a class says that its formula breaks where motions pass: %s', (C) => {
  expect(breaks(C)).toBe(true);
});

// A norm has its kink in a point; what `abs` is of is never negative; angles jump by whole turns.
test.each(['p.y == p.x^2', 'norm(p) == 1', 'p.y == abs(p.x^2)', 'atan2(p.y, p.x) == 1'])('and no other: %s', (C) => {
  expect(breaks(C)).toBeUndefined();
});
