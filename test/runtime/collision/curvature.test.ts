import { expect, test } from 'vitest';
import { cone, cylinder, ellipsoid, type CurvedForm } from '../../../runtime/collision/curved-forms.js';
import { sequence } from '../../support/sequence.js';

const EPS = 1e-4;
const forms: Readonly<Record<string, CurvedForm>> = {
  cylinder: cylinder(0.3, 0.7),
  cone: cone(0.8, 0.5),
  ellipsoid: ellipsoid(0.3, 0.5, 0.9),
};

function unitOf(v: ArrayLike<number>): Float64Array {
  const length = Math.hypot(...Array.from(v));
  return Float64Array.from(v, (x) => x / length);
}

// Where the normal turns by ε along w, the point of the surface moves by ε R along w.
test.each(Object.entries(forms))('%s: its radius of curvature is the rate of its farthest point', (_, form) => {
  const random = sequence(7);
  const pointAlong = (v: ArrayLike<number>): Float64Array => {
    const [n, out] = [unitOf(v), new Float64Array(3)];
    form.support(n[0]!, n[1]!, n[2]!, out);
    return out;
  };
  for (let k = 0; k < 200; k++) {
    const n = unitOf([random() - 0.5, random() - 0.5, random() - 0.5]);
    const v = [random() - 0.5, random() - 0.5, random() - 0.5];
    const along = v.reduce((sum, x, c) => sum + x * n[c]!, 0);
    const w = unitOf(v.map((x, c) => x - along * n[c]!));
    const to = pointAlong(w.map((x, c) => n[c]! + EPS * x));
    const from = pointAlong(w.map((x, c) => n[c]! - EPS * x));
    const way = to.map((x, c) => x - from[c]!);
    // Next to an edge, one of them is on the other side of it.
    if (Math.hypot(...way) > 0.01) continue;
    const rate = w.reduce((sum, x, c) => sum + x * way[c]!, 0) / (2 * EPS);
    expect(form.radiusAlong!(pointAlong(n), n, w)).toBeCloseTo(rate, 5);
  }
});

test('corners, and faces that lie flat, have none', () => {
  const [n, w] = [Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0)];
  expect(forms['cylinder']!.radiusAlong!(Float64Array.of(0.15, 0.7, 0), n, w)).toBe(0);
  expect(
    forms['cone']!.radiusAlong!(Float64Array.of(0.6, 0, 0), Float64Array.of(0, 1, 0), Float64Array.of(0, 0, 1)),
  ).toBe(0);
});
