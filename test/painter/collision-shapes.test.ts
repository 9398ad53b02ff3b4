import { describe, expect, test } from 'vitest';
import { PointLineContact } from '../../generated/index.js';
import { compile } from '../../src/toolkit.js';
import { collide, velocityStep, World, type Constraint } from '../../runtime/index.js';
import { MovingPicture } from '../../src/canvas/picture.js';
import { joinedInputs } from '../../src/painter/joins.js';
import { polygonOf, rounded } from '../../src/painter/outline.js';
import { LIGHT } from '../../src/painter/colors.js';
import { placesIn, viewOf } from '../../src/painter/paint-world.js';
import { placesOf, type Shape } from '../../src/painter/shape.js';
import { Sketch } from '../../src/painter/sketch.js';
import { viewportOf, type Position } from '../../src/painter/view.js';

const rangeOf = (shape: Shape, k: number): readonly [number, number] => {
  const values = placesOf(shape).map((place) => place[k]!);
  return [Math.min(...values), Math.max(...values)];
};

function crates(): World {
  const world = new World({ space: 2, integrator: velocityStep() });
  const crate = world.addBody({ mass: 1, inertia: 5, position: [0, 1], angle: Math.PI / 2 });
  const ball = world.addBody({ mass: 1, inertia: 5, position: [2, 1], angle: 1 });
  const pill = world.addBody({ mass: 1, inertia: 5, position: [4, 1] });
  collide(world, {
    shapes: [
      { body: crate, box: [1, 0.5] },
      { body: ball, disc: 0.3 },
      { body: pill, capsule: [0.6, 0.2] },
      { box: [200, 1], at: [0, -0.5] },
      {
        polygon: [
          [-1, 0],
          [-1, 2],
        ],
      },
    ],
  });
  return world;
}

describe('what collide was given is drawn', () => {
  test('in the plane', () => {
    const shapes = new Sketch(crates()).shapes();
    expect(shapes.map(({ kind }) => kind)).toEqual(['solid', 'floor', 'solid', 'solid', 'solid']);
    const [ground, wall, crate, ball, pill] = shapes as [Shape, Shape, Shape, Shape, Shape];
    expect(rangeOf(ground, 0)).toEqual([-100, 100]);
    expect(placesOf(wall).map((place) => Array.from(place))).toEqual([
      [-1, 0],
      [-1, 2],
    ]);
    // Turned by a quarter: as high as it is wide in its own axes.
    expect(rangeOf(crate, 0)[1]).toBeCloseTo(0.25, 12);
    expect(rangeOf(crate, 1)[1]).toBeCloseTo(1.5, 12);
    expect(rangeOf(ball, 0)[0]).toBeCloseTo(1.7, 12);
    expect(rangeOf(pill, 0)).toEqual([expect.closeTo(3.5, 12), expect.closeTo(4.5, 12)]);
    expect(rangeOf(pill, 1)).toEqual([expect.closeTo(0.8, 12), expect.closeTo(1.2, 12)]);
    expect(ball).toMatchObject({ marks: [[expect.anything(), [2 + 0.3 * Math.cos(1), 1 + 0.3 * Math.sin(1)]]] });
  });

  test('in space, a floor around the rest', () => {
    const world = new World({ space: 3, integrator: velocityStep() });
    const ball = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [5, 0, 1] });
    const box = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [6, 0, 1] });
    collide(world, { shapes: [{ body: ball, sphere: 0.4 }, { body: box, box: [0.5, 1, 2] }, { plane: [0, 0, 1] }] });
    const shapes = new Sketch(world).shapes();
    const kinds = shapes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'face')).toHaveLength(6);
    expect(shapes.find(({ kind }) => kind === 'disc')).toMatchObject({ at: Float64Array.of(5, 0, 1), radius: 0.4 });
    const floor = shapes.find(({ kind }) => kind === 'floor')!;
    expect(rangeOf(floor, 2)).toEqual([0, 0]);
    expect(rangeOf(floor, 0)[0]).toBeLessThan(4.6);
    expect(rangeOf(floor, 0)[1]).toBeGreaterThan(6.25);
    const faces = shapes.filter(({ kind }) => kind === 'face');
    expect(Math.max(...faces.map((face) => rangeOf(face, 2)[1]))).toBe(2);
  });

  test('ground that reaches far does not decide what is shown, but is seen', () => {
    const places = placesIn(new Sketch(crates()).shapes(), []);
    const xs = places.map((place) => place[0]!);
    expect(Math.max(...xs)).toBeLessThan(6);
    expect(Math.min(...places.map((place) => place[1]!))).toBeLessThan(0);
  });
});

test('the boundary about a polygon is as far from it as the radius, all around', () => {
  const triangle = [[0, 0], [2, 0], [0, 1]]; // prettier-ignore
  const distance = ([x, y]: number[]): number =>
    Math.min(
      ...triangle.map(([a, b], i) => {
        const [c, d] = triangle[(i + 1) % 3]!;
        const [u, v] = [c! - a!, d! - b!];
        const s = Math.min(1, Math.max(0, ((x! - a!) * u + (y! - b!) * v) / (u * u + v * v)));
        return Math.hypot(x! - a! - s * u, y! - b! - s * v);
      }),
    );
  for (const point of polygonOf(rounded(triangle, 0.3), false))
    expect(distance(Array.from(point))).toBeCloseTo(0.3, 12);
});

describe('what a formula measures is joined', () => {
  const stringOf = (spec: object): new (options: object) => Constraint =>
    Object.values(
      compile('LoopString', { summary: 'A string.', space: 2, params: { length: {} }, ...spec } as never),
    )[0] as never;
  const inputs = { a: 'point', b: 'point', p: 'point' };

  test('a string over a point between two pegs, in whatever order its inputs are', () => {
    const String = stringOf({ inputs, C: 'norm(a - p) + norm(p - b) == length' });
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [0, -1] });
    world.add(new String({ a: world.ground.point([-1, 0]), b: world.ground.point([1, 0]), p, length: 2 * Math.SQRT2 }));
    const links = new Sketch(world).shapes().flatMap((shape) => (shape.kind === 'link' ? [shape] : []));
    expect(links.map(({ points, isTaut }) => [isTaut, ...points.map((point: Position) => Array.from(point))])).toEqual([
      [true, [-1, 0], [0, -1]],
      [true, [1, 0], [0, -1]],
    ]);
  });

  test.each<[string, object, readonly (readonly number[])[]]>([
    [
      'under a name',
      { inputs, where: { d: 'p - b' }, C: 'norm(a - p) + norm(d) == length' },
      [
        [0, 2],
        [1, 2],
      ],
    ],
    [
      'squares',
      { inputs, C: 'dot(a - p, a - p) + norm(b - p)^2 == length' },
      [
        [0, 2],
        [1, 2],
      ],
    ],
    ['products of differences are no distance', { inputs, C: 'dot(a - p, b - p) == length' }, []],
  ])('%s', (_, spec, pairs) => {
    expect([...joinedInputs(stringOf(spec)['type' as never])].sort()).toEqual(pairs);
  });
});

test('what rests on a line or a plane is not joined to the origin of it', () => {
  const world = new World({ space: 2 });
  const p = world.addParticle({ mass: 1, position: [3, 1] });
  const floor = { origin: world.ground.point([0, 0]), axis: world.ground.direction([1, 0]) };
  world.add(new PointLineContact({ p, ...floor, mu: 0.5, e: 0 }));
  const kinds = new Sketch(world).shapes().map(({ kind }) => kind);
  expect(kinds).toContain('mass');
  expect(kinds).not.toContain('link');
  expect(kinds).not.toContain('rod');
});

test('a scene of space is not cut when it moves away', () => {
  const world = new World({ space: 3 });
  const p = world.addParticle({ mass: 1, position: [0, 0, 0] });
  world.addParticle({ mass: 1, position: [1, 0, 0] });
  const picture = new MovingPicture(world);
  const size = { width: 400, height: 300 };
  const context = new Proxy({}, { get: () => () => undefined, set: () => true });
  for (const [x, y, z] of [
    [0, 0, -1.5],
    [3, -2, 0],
    [0, 0, 4],
  ] as const) {
    p.position.set([x, y, z]);
    const [u, v] = picture.paint(context as never, size, LIGHT).place(p.position);
    expect(u > 0 && u < size.width && v > 0 && v < size.height).toBe(true);
  }
  const view = viewOf(world, new Sketch(world).shapes(), [], viewportOf(400, 300, 20), {});
  expect(view.scale).toBeGreaterThan(0);
});
