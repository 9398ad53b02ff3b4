import { describe, expect, it } from 'vitest';
import { massProperties, World, type PlanarShapeOptions, type SpatialShapeOptions } from '../../../runtime/index.js';
import { inFull } from '../../support/scope.js';

const planar = (...shapes: PlanarShapeOptions[]) => massProperties({ space: 2, shapes, density: 3 });
const spatial = (...shapes: SpatialShapeOptions[]) => massProperties({ space: 3, shapes, density: 3 });

/** Asserts mass, centre and inertia, relative to their size. */
function near(
  { mass, centre, inertia }: { mass: number; centre: ArrayLike<number>; inertia: number | number[][] },
  expected: { mass: number; centre: ArrayLike<number>; inertia: number | number[][] },
  tolerance: number,
): void {
  expect(Math.abs(mass / expected.mass - 1)).toBeLessThan(tolerance);
  const flat = [inertia].flat(2);
  const right = [expected.inertia].flat(2);
  const size = Math.max(...right.map(Math.abs));
  const length = Math.sqrt(size / mass);
  Array.from(centre).forEach((x, i) => {
    expect(Math.abs(x - expected.centre[i]!)).toBeLessThan(tolerance * length);
  });
  flat.forEach((x, i) => {
    expect(Math.abs(x - right[i]!)).toBeLessThan(tolerance * size);
  });
}

/** The same by a sum over cells of a grid with `n` of them along the box from `low` to `high`. */
function counted(
  isInside: (x: readonly number[]) => boolean,
  low: readonly number[],
  high: readonly number[],
  n: number,
): { mass: number; centre: number[]; inertia: number | number[][] } {
  const space = low.length;
  const cell = low.reduce((product, x, i) => (product * (high[i]! - x)) / n, 3);
  let mass = 0;
  const first = low.map(() => 0);
  const second = low.map(() => low.map(() => 0));
  for (let k = 0; k < n ** space; k++) {
    const x = low.map((a, i) => a + ((Math.floor(k / n ** i) % n) + 0.5) * ((high[i]! - a) / n));
    if (!isInside(x)) continue;
    mass += cell;
    x.forEach((a, i) => {
      first[i]! += cell * a;
      x.forEach((b, j) => (second[i]![j]! += cell * a * b));
    });
  }
  const centre = first.map((x) => x / mass);
  const S = second.map((row, i) => row.map((x, j) => x - mass * centre[i]! * centre[j]!));
  const trace = S.reduce((sum, row, i) => sum + row[i]!, 0);
  return {
    mass,
    centre,
    inertia: space === 2 ? trace : S.map((row, i) => row.map((x, j) => (i === j ? trace : 0) - x)),
  };
}

const distanceToSegment = (p: readonly number[], a: readonly number[], b: readonly number[]): number => {
  const d = b.map((x, i) => x - a[i]!);
  const along = d.reduce((sum, x, i) => sum + x * (p[i]! - a[i]!), 0) / d.reduce((sum, x) => sum + x * x, 0);
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(...p.map((x, i) => x - a[i]! - part * d[i]!));
};

describe('mass properties in the plane', () => {
  it('of discs, boxes and triangles are those of textbooks', () => {
    const m = 3 * Math.PI * 0.04;
    near(planar({ disc: 0.2, at: [1, 2] }), { mass: m, centre: [1, 2], inertia: (m * 0.04) / 2 }, 1e-14);
    const box = { mass: 6, centre: [0, 0], inertia: (6 * (1 + 4)) / 12 };
    near(planar({ box: [1, 2] }), box, 1e-14);
    near(planar({ box: [1, 2], angle: 0.7 }), box, 1e-14);
    // A right triangle with legs a and b: m (a² + b²) / 18.
    const triangle = { mass: 9, centre: [1, 2 / 3], inertia: (9 * (9 + 4)) / 18 };
    near(
      planar({
        polygon: [
          [0, 0],
          [3, 0],
          [0, 2],
        ],
      }),
      triangle,
      1e-14,
    );
  });

  it('of several shapes add up about their common centre', () => {
    near(
      planar({ box: [1, 2], at: [-1, 0] }, { box: [1, 2], at: [1, 0] }),
      { mass: 12, centre: [0, 0], inertia: 2 * (2.5 + 6) },
      1e-14,
    );
  });

  inFull('of rounded shapes are those of a count', () => {
    const corners = [
      [-0.5, -0.2],
      [0.9, -0.1],
      [0.3, 0.7],
    ] as const;
    const r = 0.25;
    const inside = (x: readonly number[]): boolean => {
      const sides = corners.map((a, i) => {
        const b = corners[(i + 1) % 3]!;
        return (b[0] - a[0]) * (x[1]! - a[1]) - (b[1] - a[1]) * (x[0]! - a[0]);
      });
      if (sides.every((side) => side >= 0)) return true;
      return corners.some((a, i) => distanceToSegment(x, a, corners[(i + 1) % 3]!) <= r);
    };
    near(planar({ polygon: corners, rounding: r }), counted(inside, [-1, -1], [2, 1], 800), 1e-3);
    const capsule = (x: readonly number[]): boolean => distanceToSegment(x, [0.2, 0.3], [0.2, 1.3]) <= r;
    near(
      planar({ capsule: [1, r], at: [0.2, 0.8], angle: Math.PI / 2 }),
      counted(capsule, [-0.2, 0], [0.6, 1.6], 800),
      1e-3,
    );
  });
});

describe('mass properties in space', () => {
  const diagonal = (...entries: number[]): number[][] =>
    entries.map((x, i) => entries.map((_, j) => (i === j ? x : 0)));

  it('of spheres, boxes and tetrahedra are those of textbooks', () => {
    const m = 4 * Math.PI * 0.008;
    const I = 0.4 * m * 0.04;
    near(spatial({ sphere: 0.2, at: [1, 2, 3] }), { mass: m, centre: [1, 2, 3], inertia: diagonal(I, I, I) }, 1e-14);
    const box = { mass: 18, centre: [0, 0, 0], inertia: diagonal(1.5 * 13, 1.5 * 10, 1.5 * 5) };
    near(spatial({ box: [1, 2, 3] }), box, 1e-13);
    // The regular tetrahedron with edge √8: m a² / 20.
    const hull = [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ];
    near(spatial({ hull }), { mass: 8, centre: [0, 0, 0], inertia: diagonal(3.2, 3.2, 3.2) }, 1e-13);
    near(
      spatial({ hull, at: [0, 5, 0], orientation: [0.6, 0, 0.8, 0] }),
      { mass: 8, centre: [0, 5, 0], inertia: diagonal(3.2, 3.2, 3.2) },
      1e-12,
    );
  });

  it('turn with the shape', () => {
    // A quarter turn about z takes x to y.
    const s = Math.SQRT1_2;
    const box = { mass: 18, centre: [0, 0, 0], inertia: diagonal(1.5 * 10, 1.5 * 13, 1.5 * 5) };
    near(spatial({ box: [1, 2, 3], orientation: [s, 0, 0, s] }), box, 1e-13);
  });

  inFull('of capsules, and of several shapes, are those of a count', () => {
    const [a, b] = [
      [-0.5, 0.1, 0],
      [0.5, 0.1, 0],
    ] as const;
    const inside = (x: readonly number[]): boolean => distanceToSegment(x, a, b) <= 0.3;
    near(
      spatial({ capsule: [1, 0.3], at: [0, 0.1, 0] }),
      counted(inside, [-0.8, -0.2, -0.3], [0.8, 0.4, 0.3], 120),
      2e-3,
    );
    const both = (x: readonly number[]): boolean =>
      Math.hypot(...x) <= 0.4 || x.every((c, i) => Math.abs(c - [0.9, 0.3, 0.1][i]!) <= [0.4, 0.2, 0.3][i]!);
    near(
      spatial({ sphere: 0.4 }, { box: [0.8, 0.4, 0.6], at: [0.9, 0.3, 0.1] }),
      counted(both, [-0.4, -0.4, -0.4], [1.3, 0.5, 0.4], 120),
      1e-2,
    );
  });

  it('are what a body takes', () => {
    const { mass, inertia } = spatial({
      hull: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 2, 0],
        [0, 0, 3],
      ],
    });
    const body = new World({ space: 3 }).addBody({ mass, inertia, position: [0, 0, 0] });
    expect(body.mass).toBeCloseTo(3, 12);
  });
});

describe('what has no mass', () => {
  it.each([
    [
      () =>
        planar({
          polygon: [
            [0, 0],
            [1, 0],
          ],
        }),
      'The mass of shape 0 is not known: it has no content.',
    ],
    [() => spatial({ plane: [0, 0, 1] }), 'The mass of shape 0 is not known: it has no content.'],
    [() => planar(), 'The mass of a list without shapes is not known'],
    [() => spatial({ box: [1, 1, 1], rounding: 0.1 }), 'The mass of shape 0 is not known: it is rounded.'],
    [() => massProperties({ space: 2, shapes: [{ disc: 1 }], density: 0 }), "Option 'density' of massProperties"],
    [() => massProperties({ space: 4 as 2, shapes: [], density: 1 }), 'The space of massProperties is neither 2 nor 3'],
  ])('is told: %#', (call, message) => {
    expect(call).toThrow(message);
  });
});
