import { describe, expect, it } from 'vitest';
import { World } from '../../../runtime/index.js';
import { findManifold } from '../../../runtime/collision/spatial-manifold.js';
import { emptyManifold } from '../../../runtime/collision/spatial-contact-points.js';
import type { SpatialShape } from '../../../runtime/collision/spatial-shape.js';
import { SpatialShapes, type SpatialShapeOptions } from '../../../runtime/collision/spatial-shapes.js';
import { rotate } from '../../../runtime/model/bodies/frames.js';
import { IS_FULL } from '../../support/scope.js';
import { sequence } from '../../support/sequence.js';

type Point = readonly number[];
/** Overlap, m, of bodies half a metre wide, from which on the direction found is not always that of the least. */
const DEEP = 0.05;
const PAIRS = IS_FULL ? 600 : 100;

const world = new World({ space: 3 });
const shapes = new SpatialShapes(world, world.ground);
const make = (options: object): SpatialShape =>
  shapes.make(options as SpatialShapeOptions, { friction: 0, restitution: 0 }, 0.1, 'a shape');

const dot = (u: Point, v: Point): number => u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!;
const minus = (u: Point, v: Point): number[] => u.map((x, c) => x - v[c]!);

function unit(random: () => number, size: number): number[] {
  for (;;) {
    const v = Array.from({ length: size }, () => 2 * random() - 1);
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return v.map((x) => x / length);
  }
}

/** A shape, how far its points go along a direction, and how far outside of it a point is, at least; both in its axes. */
interface Known {
  readonly shape: object;
  readonly most: (u: Point) => number;
  readonly outside: (p: Point) => number;
}

const KINDS: Readonly<Record<string, (random: () => number) => Known>> = {
  cylinder: (random) => {
    const [half, r] = [0.2 + 0.5 * random(), 0.2 + 0.5 * random()];
    return {
      shape: { cylinder: [2 * half, r] },
      most: ([x, y, z]) => half * Math.abs(x!) + r * Math.hypot(y!, z!),
      outside: ([x, y, z]) => Math.max(Math.abs(x!) - half, Math.hypot(y!, z!) - r),
    };
  },
  cone: (random) => {
    const [h, r] = [0.4 + random(), 0.2 + 0.5 * random()];
    return {
      shape: { cone: [h, r] },
      most: ([x, y, z]) => Math.max(0.75 * h * x!, r * Math.hypot(y!, z!) - 0.25 * h * x!),
      // Half-angle of the apex: the distance from the slope.
      outside: ([x, y, z]) =>
        Math.max(-0.25 * h - x!, (h * Math.hypot(y!, z!) - r * (0.75 * h - x!)) / Math.hypot(h, r)),
    };
  },
  ellipsoid: (random) => {
    const axes = [0, 1, 2].map(() => 0.3 + 0.5 * random());
    return {
      shape: { ellipsoid: axes },
      most: (u) => Math.hypot(...u.map((x, c) => x * axes[c]!)),
      outside: (p) => (Math.hypot(...p.map((x, c) => x / axes[c]!)) - 1) * Math.min(...axes),
    };
  },
  box: (random) => {
    const box = [0, 1, 2].map(() => 0.4 + random());
    return {
      shape: { box },
      most: (u) => u.reduce((sum, x, c) => sum + (Math.abs(x) * box[c]!) / 2, 0),
      outside: (p) => Math.max(...p.map((x, c) => Math.abs(x) - box[c]! / 2)),
    };
  },
  capsule: (random) => {
    const half = 0.2 + 0.5 * random();
    return {
      shape: { capsule: [2 * half, 0.1] },
      most: ([x]) => half * Math.abs(x!),
      outside: ([x, y, z]) => Math.max(Math.abs(x!) - half, Math.hypot(y!, z!)),
    };
  },
  support: (random) => {
    const axes = [0, 1, 2].map(() => 0.3 + 0.5 * random());
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => axes.map((x, c) => ((i >> c) & 1 ? x : -x)));
    return {
      shape: { support: (u: Point) => corners.reduce((best, p) => (dot(p, u) > dot(best, u) ? p : best)) },
      most: (u) => u.reduce((sum, x, c) => sum + Math.abs(x) * axes[c]!, 0),
      outside: (p) => Math.max(...p.map((x, c) => Math.abs(x) - axes[c]!)),
    };
  },
};
const CURVED = ['cylinder', 'cone', 'ellipsoid', 'support'];
const CASES = CURVED.flatMap((one) => Object.keys(KINDS).map((other) => [one, other] as const));

/** Places a known shape. */
function place({ shape, most, outside }: Known, random: () => number, reach: number) {
  const orientation = Float64Array.from(unit(random, 4));
  const at = [0, 1, 2].map(() => reach * (2 * random() - 1));
  const back = (v: Point): number[] => {
    const out = new Float64Array(3);
    rotate(orientation, v, true, out);
    return [...out];
  };
  return {
    made: make({ ...shape, at, orientation: [...orientation] }),
    most: (u: Point): number => dot(u, at) + most(back(u)),
    outside: (p: Point): number => outside(back(minus(p, at))),
  };
}

describe('a manifold with curved shapes', () => {
  // Points of both bodies, and planes at right angles to the line between them that hold each body
  // back: no other points can be nearer.
  it.each(CASES)('of %s and %s has points of both, between planes that separate them', (one, other) => {
    const random = sequence(7);
    const manifold = emptyManifold();
    let apart = 0;
    let [worst, deepest, stray] = [0, 0, 0];
    for (let k = 0; k < PAIRS; k++) {
      const a = place(KINDS[one]!(random), random, 0);
      const b = place(KINDS[other]!(random), random, 1.3);
      findManifold(a.made, b.made, manifold);
      const n = [...manifold.normal];
      expect(Math.hypot(...n)).toBeCloseTo(1, 12);
      const separation = -b.most(n.map((x) => -x)) - a.most(n);
      let gap = Infinity;
      for (let i = 0; i < 3 * manifold.count; i += 3) {
        const [p, q] = [[...manifold.first.slice(i, i + 3)], [...manifold.second.slice(i, i + 3)]];
        gap = Math.min(gap, dot(minus(q, p), n));
        // Each is on its body, or on the plane of its face.
        if (separation > 0.02) stray = Math.max(stray, Math.min(Math.max(a.outside(p), b.outside(q)), 1));
      }
      if (separation > 0.02) apart++;
      const error = Math.abs(gap - separation);
      // Cores that overlap by more than some part of them are moved apart until a direction is found.
      if (separation > -DEEP) worst = Math.max(worst, error);
      else deepest = Math.max(deepest, error / -separation);
    }
    expect(apart).toBeGreaterThan(PAIRS / 8);
    // Faces of the first are preferred within 1e-7 of a size.
    expect(worst).toBeLessThan(5e-7);
    expect(deepest).toBeLessThan(0.1);
    expect(stray).toBeLessThan(1e-6);
  });

  it('of a sphere that overlaps a cylinder has the least overlap', () => {
    const random = sequence(11);
    const manifold = emptyManifold();
    const [half, r, radius] = [0.5, 0.4, 0.3];
    let shallow = 0;
    for (let k = 0; k < 300; k++) {
      const [x, y, z] = [1.4 * (random() - 0.5), 1.2 * (random() - 0.5), 1.2 * (random() - 0.5)];
      findManifold(make({ cylinder: [2 * half, r] }), make({ sphere: radius, at: [x, y, z] }), manifold);
      const [beyond, out] = [Math.abs(x) - half, Math.hypot(y, z) - r];
      const expected =
        beyond > 0 && out > 0 ? Math.hypot(beyond, out) : beyond > 0 || out > 0 ? Math.max(beyond, out) : NaN;
      const gap = dot(minus([...manifold.second.slice(0, 3)], [...manifold.first.slice(0, 3)]), [...manifold.normal]);
      if (expected > 0) expect(Math.abs(gap - expected), `${k}`).toBeLessThan(1e-9);
      else if (Math.max(beyond, out) > -0.05) {
        shallow++;
        expect(Math.abs(gap - Math.max(beyond, out)), `${k} inside`).toBeLessThan(1e-6);
      }
    }
    expect(shallow).toBeGreaterThan(10);
  });
});
