import { describe, expect, it } from 'vitest';
import { World } from '../../../runtime/index.js';
import { rotate } from '../../../runtime/model/bodies/frames.js';
import { findManifold } from '../../../runtime/collision/spatial-manifold.js';
import { emptyManifold } from '../../../runtime/collision/spatial-contact-points.js';
import type { SpatialShape } from '../../../runtime/collision/spatial-shape.js';
import { SpatialShapes, type SpatialShapeOptions } from '../../../runtime/collision/spatial-shapes.js';
import { inFull, IS_FULL } from '../../support/scope.js';
import { sequence } from '../../support/sequence.js';

/** Number of pairs that are looked at. */
const PAIRS = IS_FULL ? 3000 : 300;

type Point = readonly number[];

const world = new World({ space: 3 });
const shapes = new SpatialShapes(world, world.ground);
const make = (options: SpatialShapeOptions): SpatialShape =>
  shapes.make(options, { friction: 0, restitution: 0 }, 0.1, 'a shape');

/** A unit vector, or a unit quaternion, in any direction. */
function unit(random: () => number, size: number): number[] {
  for (;;) {
    const v = Array.from({ length: size }, () => 2 * random() - 1);
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return v.map((x) => x / length);
  }
}

const dot = (u: Point, v: Point): number => u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!;
const highest = (points: readonly Point[], u: Point): number => {
  let most = -Infinity;
  for (const p of points) most = Math.max(most, dot(p, u));
  return most;
};

/** The points whose hull is the core of a shape. */
const KINDS: ((random: () => number) => [shape: object, points: Point[]])[] = [
  (random) => [{ sphere: 0.2 + random() }, [[0, 0, 0]]],
  (random) => {
    const half = 0.2 + random();
    const end = [half, 0, 0];
    return [{ capsule: [2 * half, 0.2 * random()] }, [end, end.map((x) => -x)]];
  },
  (random) => {
    const box = [0, 1, 2].map(() => 0.3 + random());
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => box.map((side, c) => ((i >> c) % 2 ? side / 2 : -side / 2)));
    return [{ box, rounding: random() < 0.5 ? 0 : 0.2 * random() }, corners];
  },
  (random) => {
    const hull = Array.from({ length: 4 + Math.floor(9 * random()) }, () =>
      unit(random, 3).map((x, c) => x * (1 - 0.2 * c)),
    );
    return [{ hull }, hull];
  },
  (random) => {
    const hull = Array.from({ length: 40 + Math.floor(20 * random()) }, () => unit(random, 3).map((x) => 0.7 * x));
    return [{ hull }, hull];
  },
];

describe('a manifold of two shapes in space', () => {
  const random = sequence(5);
  /** A shape of any kind in any place, and the points of its core there. */
  const draw = (reach: number): [SpatialShape, Point[]] => {
    const [shape, points] = KINDS[Math.floor(KINDS.length * random())]!(random);
    const orientation = unit(random, 4);
    const at = [0, 1, 2].map(() => reach * (2 * random() - 1));
    const placed = points.map((p) => {
      const out = new Float64Array(3);
      rotate(Float64Array.from(orientation), p, false, out);
      return [...out].map((x, c) => x + at[c]!);
    });
    return [make({ ...shape, at, orientation } as unknown as SpatialShapeOptions), placed];
  };

  inFull('has the distance of their cores, at points of these', () => {
    const manifold = emptyManifold();
    let [apart, across] = [0, 0];
    let [outside, farther] = [0, 0];
    const counts = [0, 0, 0, 0, 0];
    for (let k = 0; k < PAIRS; k++) {
      const [a, inA] = draw(0);
      const [b, inB] = draw(1.1);
      findManifold(a, b, manifold);
      const { count, normal, first, second } = manifold;
      const n = [...normal];
      expect(Math.abs(Math.hypot(...n) - 1)).toBeLessThan(1e-12);
      counts[count]!++;
      const separation = (u: Point): number =>
        -highest(
          inB,
          u.map((x) => -x),
        ) - highest(inA, u);
      let least = Infinity;
      for (let i = 0; i < 3 * count; i += 3) {
        const [p, q] = [[...first.slice(i, i + 3)], [...second.slice(i, i + 3)]];
        const d = q.map((x, c) => x - p[c]!);
        const gap = dot(d, n);
        least = Math.min(least, gap);
        // The points of a place lie opposite each other, and on the cores.
        expect(Math.hypot(...d.map((x, c) => x - gap * n[c]!))).toBeLessThan(1e-6);
        const onSecond = manifold.onFirst || gap === least;
        for (let m = 0; m < 20; m++) {
          const u = unit(random, 3);
          if (gap === least) outside = Math.max(outside, dot(p, u) - highest(inA, u));
          if (onSecond) outside = Math.max(outside, dot(q, u) - highest(inB, u));
        }
      }
      // No axis separates two shapes by more than their distance, and the normal does by as much.
      if (least > 0) apart++;
      else across++;
      expect(Math.abs(separation(n) - least)).toBeLessThan(1e-6);
      for (let m = 0; m < 60; m++) {
        const [far, near] = [unit(random, 3), unit(random, 3)];
        const u = m % 2 ? far : n.map((x, c) => x + 0.05 * near[c]!);
        const length = Math.hypot(...u);
        farther = Math.max(farther, separation(u.map((x) => x / length)) - least);
      }
    }
    expect(outside).toBeLessThan(1e-6);
    expect(farther).toBeLessThan(1e-9);
    expect(Math.min(apart, across)).toBeGreaterThan(PAIRS / 10);
    for (const count of counts.slice(1)) expect(count).toBeGreaterThan(PAIRS / 60);
  });

  it('with a plane has the lowest of their points', () => {
    const manifold = emptyManifold();
    for (let k = 0; k < 100; k++) {
      const plane = unit(random, 3);
      const at = unit(random, 3);
      const [b, inB] = draw(2);
      const ground = make({ plane, at });
      const height =
        -highest(
          inB,
          plane.map((x) => -x),
        ) - dot(at, plane);
      for (const isFirst of [true, false]) {
        findManifold(isFirst ? ground : b, isFirst ? b : ground, manifold);
        const { count, normal, first, second } = manifold;
        expect(Math.hypot(...normal.map((x, c) => x - (isFirst ? 1 : -1) * plane[c]!))).toBeLessThan(1e-12);
        const gaps = Array.from({ length: count }, (_, i) =>
          normal.reduce((sum, x, c) => sum + x * (second[3 * i + c]! - first[3 * i + c]!), 0),
        );
        expect(Math.abs(Math.min(...gaps) - height)).toBeLessThan(1e-12);
      }
    }
  });
});

describe('places', () => {
  const manifold = emptyManifold();
  const turn = (angle: number, axis: number): number[] => {
    const out = [Math.cos(angle / 2), 0, 0, 0];
    out[1 + axis] = Math.sin(angle / 2);
    return out;
  };
  const near = (actual: ArrayLike<number>, expected: readonly number[]): void => {
    expect(Array.from(actual, (x) => Number(x.toFixed(6)) + 0)).toEqual(expected);
  };

  it('are the corners of what two faces have in common, four of eight', () => {
    const low = make({ box: [1, 1, 1] });
    findManifold(low, make({ box: [1, 1, 1], at: [0.25, 0.5, 1] }), manifold);
    expect(manifold.count).toBe(4);
    near(manifold.normal, [0, 0, 1]);
    const xs = [0, 3, 6, 9].map((i) => [manifold.first[i], manifold.first[i + 1]]);
    expect(xs.map((p) => p.join()).sort()).toEqual(['-0.25,0', '-0.25,0.5', '0.5,0', '0.5,0.5']);
    // Turned by 45°, they have an octagon in common.
    findManifold(low, make({ box: [1, 1, 1], at: [0, 0, 1.01], orientation: turn(Math.PI / 4, 2) }), manifold);
    expect(manifold.count).toBe(4);
    const [x, y] = [0, 1].map((c) => [0, 3, 6, 9].map((i) => manifold.first[i + c]!));
    // The centre is well within the four.
    expect(Math.max(...x!, ...y!)).toBeCloseTo(0.5, 9);
    const angles = x!.map((u, i) => Math.atan2(y![i]!, u)).sort((s, t) => s - t);
    const gaps = angles.map((s, i) => (i < 3 ? angles[i + 1]! - s : angles[0]! + 2 * Math.PI - s));
    expect(Math.max(...gaps)).toBeLessThan(2.5);
  });

  it('of edges side by side are the ends of what they have in common', () => {
    const [low, high] = [0, 1].map((k) =>
      make({ box: [2, 1, 1], at: [0.5 * k, 0, k * (Math.SQRT2 + 0.1)], orientation: turn(Math.PI / 4, 0) }),
    );
    findManifold(low!, high!, manifold);
    expect(manifold.count).toBe(2);
    near(manifold.normal, [0, 0, 1]);
    near([manifold.first[0]!, manifold.first[3]!].sort(), [-0.5, 1]);
    near([manifold.first[2]!, manifold.second[2]!], [0.707107, 0.807107]);
    const logs = [0, 1].map((k) => make({ capsule: [2, 0.2], at: [k, 0.3 * k, 0.4 * k] }));
    findManifold(logs[0]!, logs[1]!, manifold);
    expect(manifold.count).toBe(2);
    near(manifold.normal, [0, 0.6, 0.8]);
  });

  it('of edges that cross are one', () => {
    const low = make({ box: [2, 1, 1], orientation: turn(Math.PI / 4, 0) });
    const high = make({ capsule: [2, 0.1], at: [0.3, 0, 1], orientation: turn(Math.PI / 2, 2) });
    findManifold(low, high, manifold);
    expect(manifold.count).toBe(1);
    near(manifold.normal, [0, 0, 1]);
    near(manifold.second.slice(0, 3), [0.3, 0, 1]);
    near([manifold.first[2]!], [0.707107]);
  });
});
