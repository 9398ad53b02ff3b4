import { describe, expect, it } from 'vitest';
import { World } from '../../../runtime/index.js';
import { emptyManifold, findManifold } from '../../../runtime/collision/planar-manifold.js';
import type { PlanarShape } from '../../../runtime/collision/planar-shape.js';
import { PlanarShapes, type PlanarShapeOptions } from '../../../runtime/collision/planar-shapes.js';
import { sequence } from '../../support/sequence.js';

type Point = readonly [number, number];

const pointsOf = ({ vertices }: PlanarShape): Point[] =>
  Array.from({ length: vertices.length / 2 }, (_, i) => [vertices[2 * i]!, vertices[2 * i + 1]!]);

/** The convex hull, counter-clockwise (Andrew's monotone chain). */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of list) {
      for (;;) {
        const [a, b] = [chain.at(-2), chain.at(-1)];
        if (!a || !b || (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-12) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The signed distance of two cores: that of the origin from the Minkowski difference. */
function distanceOf(a: PlanarShape, b: PlanarShape): number {
  const difference = hull(pointsOf(b).flatMap(([x, y]) => pointsOf(a).map(([u, v]): Point => [x - u, y - v])));
  let inside = -Infinity;
  let outside = Infinity;
  difference.forEach(([x, y], i) => {
    const [u, v] = difference[(i + 1) % difference.length]!;
    const [ex, ey] = [u - x, v - y];
    const length = Math.hypot(ex, ey);
    inside = Math.max(inside, (-x * ey + y * ex) / length);
    const t = Math.min(1, Math.max(0, (-x * ex - y * ey) / length ** 2));
    outside = Math.min(outside, Math.hypot(x + t * ex, y + t * ey));
  });
  return inside > 0 ? outside : inside;
}

const world = new World({ space: 2 });
const shapes = new PlanarShapes(world, world.ground);
const make = (options: PlanarShapeOptions): PlanarShape =>
  shapes.make(options, { friction: 0, restitution: 0 }, 0.1, 'a shape');

const KINDS: ((random: () => number) => PlanarShapeOptions)[] = [
  (random) => ({ disc: 0.2 + random() }),
  (random) => ({ box: [0.2 + random(), 0.2 + random()] }),
  (random) => ({ box: [0.2 + random(), 0.2 + random()], rounding: 0.3 * random() }),
  (random) => ({ capsule: [0.2 + random(), 0.2 * random()] }),
  (random) => {
    const count = 3 + Math.floor(5 * random());
    const polygon = Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * (i + 0.6 * random())) / count;
      return [Math.cos(angle), 0.7 * Math.sin(angle)];
    });
    return { polygon };
  },
];

describe('a manifold of two shapes', () => {
  it('has their distance, and touches both surfaces', () => {
    const random = sequence(7);
    const manifold = emptyManifold();
    let [apart, across] = [0, 0];
    for (let k = 0; k < 4000; k++) {
      const [a, b] = [0, 1].map((i) => {
        const kind = KINDS[Math.floor(random() * KINDS.length)]!;
        const at = i === 0 ? [0, 0] : [3 * random() - 1.5, 3 * random() - 1.5];
        return make({ ...kind(random), at, angle: 7 * random() });
      });
      findManifold(a!, b!, manifold);
      const { count, nx, ny, first, second } = manifold;
      expect(Math.abs(Math.hypot(nx, ny) - 1)).toBeLessThan(1e-12);
      let least = Infinity;
      for (let i = 0; i < 2 * count; i += 2) {
        const [dx, dy] = [second[i]! - first[i]!, second[i + 1]! - first[i + 1]!];
        // The points of a place lie opposite each other.
        expect(Math.abs(dx * ny - dy * nx)).toBeLessThan(1e-9);
        least = Math.min(least, dx * nx + dy * ny);
      }
      const expected = distanceOf(a!, b!);
      if (expected > 0) apart++;
      else across++;
      // Cores of no area overlap by nothing.
      const flat = a!.edges < 3 && b!.edges < 3;
      if (expected > 0 || !flat) expect(Math.abs(least - expected)).toBeLessThan(1e-6);
    }
    expect(Math.min(apart, across)).toBeGreaterThan(500);
  });

  it('has two places where edges face each other, in the same order whichever is first', () => {
    const manifold = emptyManifold();
    const low = make({ box: [2, 1] });
    const high = make({ box: [1, 1], at: [0.2, 1.001], angle: 1e-3 });
    findManifold(low, high, manifold);
    expect(manifold.count).toBe(2);
    expect(manifold.ny).toBeGreaterThan(0.999);
    // Along (−n_y, n_x): from right to left.
    expect([manifold.second[0]!, manifold.second[2]!].map((x) => x.toFixed(2))).toEqual(['0.70', '-0.30']);
    findManifold(high, low, manifold);
    expect(manifold.ny).toBeLessThan(-0.999);
    expect([manifold.first[0]!, manifold.first[2]!].map((x) => x.toFixed(2))).toEqual(['-0.30', '0.70']);
  });

  it.each([0, 1e-12, -1e-12, 1e-8])('is at the nearer end of a capsule that stands on an edge: %d rad', (tilt) => {
    const manifold = emptyManifold();
    const wall = make({ box: [1, 1], at: [-0.75, 0] });
    for (const turn of [0, Math.PI]) {
      const capsule = make({ capsule: [0.3, 0.1], angle: turn + tilt });
      findManifold(wall, capsule, manifold);
      expect(manifold.second[0]!).toBeCloseTo(-0.15, 7);
      findManifold(capsule, wall, manifold);
      expect(manifold.first[0]!).toBeCloseTo(-0.15, 7);
    }
  });

  it('has the line between vertices as its normal where these are closest', () => {
    const manifold = emptyManifold();
    findManifold(make({ box: [2, 2] }), make({ box: [2, 2], at: [2.3, 2.4] }), manifold);
    expect(manifold.count).toBe(1);
    expect(manifold.nx).toBeCloseTo(0.6, 12);
    expect(manifold.ny).toBeCloseTo(0.8, 12);
  });
});
