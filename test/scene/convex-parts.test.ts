import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convexParts } from '../../src/scene/collide/convex-parts.js';
import type { Point } from '../../src/scene/collide/polygon.js';

const areaOf = (points: readonly Point[]): number =>
  points.reduce((sum, [x, y], k) => {
    const [u, v] = points[(k + 1) % points.length]!;
    return sum + (x * v - u * y) / 2;
  }, 0);

const isConvex = (points: readonly Point[]): boolean =>
  points.every(([x, y], k) => {
    const [[a, b], [c, d]] = [points[(k + 1) % points.length]!, points[(k + 2) % points.length]!];
    return (a - x) * (d - b) - (b - y) * (c - a) > 0;
  });

/** Tests by the sum of angles. */
const isInside = ([x, y]: Point, polygon: readonly Point[]): boolean => {
  const turn = polygon.reduce((sum, [a, b], k) => {
    const [c, d] = polygon[(k + 1) % polygon.length]!;
    return sum + Math.atan2((a - x) * (d - y) - (b - y) * (c - x), (a - x) * (c - x) + (b - y) * (d - y));
  }, 0);
  return Math.abs(turn) > Math.PI;
};

test.each<[string, Point[], number]>([
  [
    'a square, clockwise',
    [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0],
    ],
    1,
  ],
  [
    'points on straight sides, and twice',
    [
      [0, 0],
      [0.5, 0],
      [1, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0.3],
    ],
    1,
  ],
  [
    'an L',
    [
      [0, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ],
    2,
  ],
  [
    'a U',
    [
      [0, 0],
      [3, 0],
      [3, 2],
      [2, 2],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ],
    3,
  ],
])('%s', (_, polygon, count) => {
  // prettier-ignore
  const parts = convexParts(polygon)!;
  expect(parts).toHaveLength(count);
  expect(parts.reduce((sum, part) => sum + areaOf(part), 0)).toBeCloseTo(Math.abs(areaOf(polygon)), 12);
  expect(parts.every(isConvex)).toBe(true);
});

test.each<[string, Point[]]>([
  [
    'sides cross',
    [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ],
  ],
  [
    'a side goes through a corner',
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [1, 0],
      [0, 2],
    ],
  ],
  [
    'no area',
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  ],
  [
    'two points',
    [
      [0, 0],
      [1, 1],
    ],
  ],
])('none, since %s', (_, polygon) => {
  // prettier-ignore
  expect(convexParts(polygon)).toBeUndefined();
});

test('random stars, and wheels with slots, are covered once', () => {
  const star = fc
    .tuple(fc.array(fc.double({ min: 0.15, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 }), fc.boolean())
    .map(([radii, isTurned]) => {
      const points = radii.map((r, k): Point => {
        const angle = (2 * Math.PI * k) / radii.length;
        return [r * Math.cos(angle), r * Math.sin(angle)];
      });
      return isTurned ? points.reverse() : points;
    });
  let concave = 0;
  fc.assert(
    fc.property(
      star,
      fc.array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })), {
        maxLength: 20,
      }),
      (polygon, places) => {
        // prettier-ignore
        const parts = convexParts(polygon)!;
        expect(parts.every(isConvex)).toBe(true);
        const area = parts.reduce((sum, part) => sum + areaOf(part), 0);
        expect(Math.abs(area - Math.abs(areaOf(polygon)))).toBeLessThan(1e-12);
        for (const place of places) expect(parts.some((part) => isInside(place, part))).toBe(isInside(place, polygon));
        if (parts.length > 1) concave++;
        // Never more than triangles, and by far less where notches are few.
        expect(parts.length).toBeLessThanOrEqual(polygon.length - 2);
      },
    ),
    { numRuns: 300, seed: 7 },
  );
  expect(concave).toBeGreaterThan(100);
});
