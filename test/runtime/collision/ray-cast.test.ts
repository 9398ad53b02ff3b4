import { describe, expect, it } from 'vitest';
import { collide, rayCast, rayCastAll, velocityStep, World, type CollideOptions } from '../../../runtime/index.js';
import { sequence } from '../../support/sequence.js';

type Shapes = CollideOptions['shapes'];
type Point = readonly number[];

const worldOf = (space: 2 | 3, shapes: readonly object[]): World => {
  const world = new World({ space, integrator: velocityStep() });
  collide(world, { shapes: shapes as unknown as Shapes });
  return world;
};

/** Distances at which a ray enters the half-spaces, slabs or quadrics of which a closed form is known. */
const dot = (u: Point, v: Point): number => u.reduce((sum, x, i) => sum + x * v[i]!, 0);
const slab = (o: Point, d: Point, half: Point): number => {
  let [from, to] = [-Infinity, Infinity];
  half.forEach((size, i) => {
    const [s, t] = [(-size - o[i]!) / d[i]!, (size - o[i]!) / d[i]!];
    from = Math.max(from, Math.min(s, t));
    to = Math.min(to, Math.max(s, t));
  });
  return from <= to && from > 0 ? from : Infinity;
};
const ball = (o: Point, d: Point, centre: Point, r: number): number => {
  const m = o.map((x, i) => x - centre[i]!);
  const b = dot(m, d);
  const disc = b * b - dot(m, m) + r * r;
  return disc >= 0 && -b - Math.sqrt(disc) > 0 ? -b - Math.sqrt(disc) : Infinity;
};
/** The tube about the x axis from −half to half, with balls at its ends. */
const tube = (o: Point, d: Point, half: number, r: number): number => {
  const [m, e] = [o.slice(1), d.slice(1)];
  const [a, b, c] = [dot(e, e), dot(m, e), dot(m, m) - r * r];
  const t = (-b - Math.sqrt(b * b - a * c)) / a;
  const side = t > 0 && Math.abs(o[0]! + t * d[0]!) <= half ? t : Infinity;
  const ends = [-half, half].map((x) => ball(o, d, [x, ...m.map(() => 0)], r));
  return Math.min(side, ...ends);
};
const rounded = (o: Point, d: Point, half: Point, r: number): number => {
  // Slabs that are longer along one axis, and the corners between them.
  const slabs = half.map((_, k) => slab(o, d, half.map((x, i) => x + (i === k ? r : 0)))); // prettier-ignore
  const corners = [0, 1, 2, 3].map((k) => ball(o, d, half.map((x, i) => ((k >> i) & 1 ? x : -x)), r)); // prettier-ignore
  return Math.min(...slabs, ...corners);
};

const CASES: readonly [string, 2 | 3, object, (o: Point, d: Point) => number][] = [
  ['a disc', 2, { disc: 0.7 }, (o, d) => ball(o, d, [0, 0], 0.7)],
  ['a rectangle', 2, { box: [2, 1] }, (o, d) => slab(o, d, [1, 0.5])],
  ['a capsule', 2, { capsule: [1, 0.3] }, (o, d) => Math.min(tube(o, d, 0.5, 0.3), slab(o, d, [0.5, 0.3]))],
  ['a rounded rectangle', 2, { box: [1, 0.6], rounding: 0.2 }, (o, d) => rounded(o, d, [0.5, 0.3], 0.2)],
  ['a sphere', 3, { sphere: 0.7 }, (o, d) => ball(o, d, [0, 0, 0], 0.7)],
  ['a box', 3, { box: [2, 1, 1.5] }, (o, d) => slab(o, d, [1, 0.5, 0.75])],
  ['a capsule in space', 3, { capsule: [1, 0.3] }, (o, d) => tube(o, d, 0.5, 0.3)],
  ['a plane', 3, { plane: [0, 0, 1] }, (o, d) => (o[2]! > 0 && d[2]! < 0 ? -o[2]! / d[2]! : Infinity)],
];

describe('a ray', () => {
  it.each(CASES)('meets %s where closed forms say', (_, space, shape, closedForm) => {
    const world = worldOf(space, [shape]);
    const random = sequence(3);
    let [hits, misses] = [0, 0];
    for (let k = 0; k < 400; k++) {
      const from = Array.from({ length: space }, () => random() - 0.5);
      // Outside of all shapes.
      const origin = from.map((x) => ((2 + 2 * random()) * x) / Math.hypot(...from));
      const target = Array.from({ length: space }, () => 3 * (random() - 0.5));
      const way = target.map((x, i) => x - origin[i]!);
      const direction = way.map((x) => x / Math.hypot(...way));
      const expected = closedForm(origin, direction);
      const hit = rayCast(world, origin, way);
      // Rays that graze are decided by rounding.
      if (expected === Infinity) {
        expect(hit).toBeUndefined();
        misses++;
        continue;
      }
      hits++;
      expect(Math.abs(hit!.distance - expected), `ray ${k}`).toBeLessThan(1e-9);
      expect(hit!.shape).toBe(shape);
      expect(Math.hypot(...hit!.normal)).toBeCloseTo(1, 12);
      expect(dot([...hit!.normal], direction)).toBeLessThan(0);
      hit!.point.forEach((x, i) => {
        expect(x).toBeCloseTo(origin[i]! + expected * direction[i]!, 8);
      });
    }
    expect(Math.min(hits, misses)).toBeGreaterThan(15);
  });

  it('has the normal of what it meets', () => {
    const world = worldOf(3, [{ box: [2, 2, 2] }, { sphere: 1, at: [0, 0, 5] }]);
    expect([...rayCast(world, [0.3, 0.2, -4], [0, 0, 2])!.normal]).toEqual([0, 0, -1]);
    const { normal, point } = rayCast(world, [0.6, 0, 9], [0, 0, -1])!;
    expect(normal[0]).toBeCloseTo(0.6, 12);
    expect(normal[2]).toBeCloseTo(0.8, 12);
    expect(point[2]).toBeCloseTo(5.8, 12);
  });

  it('meets the nearest shape first, or all in their order', () => {
    const shapes = [
      { disc: 0.5, at: [6, 0] },
      { box: [1, 1], at: [3, 0] },
      { disc: 0.5, at: [0, 3] },
    ];
    const world = worldOf(2, shapes);
    expect(rayCast(world, [0, 0], [1, 0])).toMatchObject({ distance: 2.5, shape: shapes[1], body: null });
    expect(rayCastAll(world, [0, 0], [1, 0]).map(({ distance }) => distance)).toEqual([2.5, 5.5]);
    expect(rayCast(world, [0, 0], [-1, 0])).toBeUndefined();
    expect(rayCast(world, [0, 0], [1, 0], { maxDistance: 2.4 })).toBeUndefined();
    expect(rayCast(world, [0, 0], [1, 0], { maxDistance: 2.5 })?.distance).toBe(2.5);
    const others = rayCastAll(world, [0, 0], [1, 0], { filter: (shape) => shape !== shapes[1] });
    expect(others.map(({ distance }) => distance)).toEqual([5.5]);
  });

  it('does not meet the shape that it begins in, and sensors if asked to', () => {
    const world = worldOf(2, [{ disc: 1 }, { disc: 1, at: [4, 0], sensor: true }]);
    expect(rayCast(world, [0, 0], [1, 0])).toBeUndefined();
    expect(rayCast(world, [0, 0], [1, 0], { sensors: true })?.distance).toBe(3);
  });

  it('meets bodies where they are now', () => {
    const world = new World({ space: 2, integrator: velocityStep() });
    const body = world.addBody({ mass: 1, inertia: 1, position: [0, 5], angle: Math.PI / 4, velocity: [0, -1] });
    collide(world, { shapes: [{ body, box: [2, 2] }] });
    world.run({ until: 1, dt: 1 / 64 });
    const hit = rayCast(world, [0, 0], [0, 1])!;
    expect(hit.body).toBe(body);
    expect(hit.distance).toBeCloseTo(4 - Math.SQRT2, 12);
    body.position[1] = 9;
    expect(rayCast(world, [0, 0], [0, 1])!.distance).toBeCloseTo(9 - Math.SQRT2, 12);
  });

  it.each([0, 0.5, Math.PI / 6, 1])(
    'meets the end of a capsule and of a thin wall in the line of its axis, turned by %f',
    (angle) => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const wall = { polygon: [[-c, -s], [c, s]] }; // prettier-ignore
      for (const [shape, end] of [
        [{ capsule: [2, 1], angle }, 2],
        [{ ...wall, rounding: 1 }, 2],
        [wall, 1],
      ] as const) {
        // prettier-ignore
        const hit = rayCast(worldOf(2, [shape]), [10 * c, 10 * s], [-c, -s])!;
        expect(hit.distance).toBeCloseTo(10 - end, 13);
        expect(dot([...hit.normal], [c, s])).toBeCloseTo(1, 13);
      }
    },
  );

  it('has the normals of the sides of cylinders and cones', () => {
    const next = sequence(3);
    const [length, radius] = [2, 0.5];
    const slant = Math.hypot(length, radius);
    let sides = 0;
    for (let k = 0; k < 300; k++) {
      for (const name of ['cylinder', 'cone'] as const) {
        const [origin, to] = [[4, 4, 4].map((size) => size * next()), [1, 0.4, 0.4].map((size) => size * next())];
        const away = to.map((x, i) => x - origin[i]!);
        const hit = rayCast(worldOf(3, [{ [name]: [length, radius] }]), origin, away);
        if (hit === undefined) continue;
        const [x, y, z] = hit.point;
        const isEnd = name === 'cone' ? Math.abs(x + length / 4) < 1e-9 : Math.abs(Math.abs(x) - length / 2) < 1e-9;
        const round = Math.hypot(y, z);
        const [along, across] = name === 'cone' ? [radius / slant, length / slant] : [0, 1];
        const normal = isEnd ? [Math.sign(x), 0, 0] : [along, (across * y) / round, (across * z) / round];
        if (!isEnd) sides++;
        hit.normal.forEach((n, i) => {
          // To 3e-8 but near the tip of a cone.
          expect(n).toBeCloseTo(normal[i]!, 3);
        });
      }
    }
    expect(sides).toBeGreaterThan(50);
  });

  it('meets nothing in a world without shapes, and says what is wrong with it', () => {
    const world = new World({ space: 2 });
    expect(rayCast(world, [0, 0], [1, 0])).toBeUndefined();
    expect(rayCastAll(world, [0, 0], [1, 0])).toEqual([]);
    expect(() => rayCast(world, [0, 0], [0, 0])).toThrow(/length of the direction of rayCast/);
    expect(() => rayCast(world, [0, 0, 0], [0, 1])).toThrow(/origin of rayCast has 3 components/);
    expect(() => rayCast(world, [0, 0], [1, 0], { length: 3 } as never)).toThrow(/maxDistance/);
  });
});
