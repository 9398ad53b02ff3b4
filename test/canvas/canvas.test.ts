import { expect, test } from 'vitest';
import { Distance2D, Distance3D } from 'holonomic/library';
import { gravity, World, type WorldOptions } from 'holonomic/runtime';
import { Hand } from '../../src/canvas/hand.js';
import { draw } from '../../src/canvas/picture.js';
import { movablePoints, pickPoint } from '../../src/canvas/pick.js';
import { MovingPicture } from '../../src/canvas/picture.js';
import { Stepper } from '../../src/canvas/stepper.js';
import { Trail } from '../../src/canvas/trail.js';
import { LIGHT as COLORS } from '../../src/painter/colors.js';

const SIZE = { width: 600, height: 400 };
const context = new Proxy({}, { get: () => () => 0, set: () => true }) as never;
const falling = (options: Partial<WorldOptions> = {}) =>
  new World({ space: 2, forces: [gravity([0, -10])], ...options });

test('time is made up for in fixed steps, what is left later, and never too much of it', () => {
  const world = falling();
  let steps = 0;
  const stepper = new Stepper(world, { dt: 0.01, longest: 0.1, onStep: () => steps++ });
  stepper.advance(0.025);
  expect(world.time).toBeCloseTo(0.02, 12);
  stepper.advance(0.005);
  expect(world.time).toBeCloseTo(0.03, 12);
  stepper.advance(60);
  expect(world.time).toBeCloseTo(0.13, 12);
  stepper.advance(-1);
  expect(steps).toBe(13);
  // A sixtieth of a second is four steps of 1/240 s, each time.
  const exact = new Stepper(world, {});
  const before = world.time;
  for (let frame = 0; frame < 60; frame++) exact.advance(1 / 60);
  expect(world.time - before).toBeCloseTo(1, 9);
  expect(() => new Stepper(world, { dt: 0 })).toThrow(RangeError);
  expect(() => new Stepper(world, { speed: 0 })).toThrow(RangeError);
  const [slow, start] = [new Stepper(world, { dt: 0.01, speed: 0.1 }), world.time];
  for (let frame = 0; frame < 60; frame++) slow.advance(1 / 60);
  expect(world.time - start).toBeCloseTo(0.1, 12);
});

test('steps that are too many for a frame make slow motion, and what is no time is refused', () => {
  const world = falling();
  const stepper = new Stepper(world, { dt: 1e-12 });
  const begin = performance.now();
  stepper.advance(1 / 60);
  expect(performance.now() - begin).toBeLessThan(1000);
  expect(world.time).toBeGreaterThan(0);
  const exact = new Stepper(falling(), { dt: 0.01, onStep: () => steps++ });
  let steps = 0;
  expect(() => { exact.advance(NaN); }).toThrow(RangeError); // prettier-ignore
  expect(() => { exact.speed = Infinity; }).toThrow(RangeError); // prettier-ignore
  exact.advance(0.035);
  expect(steps).toBe(3);
});

test('the nearest point is picked, or the body that is drawn there', () => {
  const world = falling();
  const a = world.addParticle({ mass: 1, position: [0, 0] });
  const b = world.addParticle({ mass: 1, position: [0.1, 0] });
  world.addParticle({ mass: Infinity, position: [1, 1] });
  const disc = world.addBody({ mass: 2, inertia: 0.04, position: [2, 0] }); // radius 0.2
  const picture = new MovingPicture(world, { frame: [-1, -1, 3, 1] });
  const view = picture.view(SIZE);
  const pick = (position: readonly number[], radius = 20) => pickPoint(world, view, view.place(position), radius);
  expect(movablePoints(world)).toEqual([a, b]);
  expect(pick([0.04, 0])).toBe(a);
  expect(pick([0.06, 0])).toBe(b);
  expect(pick([0.5, 0.5])).toBeUndefined();
  expect(pick([1, 1])).toBeUndefined();
  const grabbed = pick([2.1, 0.1])!;
  expect(grabbed.owner).toBe(disc);
  expect(Array.from(grabbed.position)).toEqual([expect.closeTo(2.1, 9), expect.closeTo(0.1, 9)]);
  expect(pick([2.2, 0.2])).toBeUndefined();
});

test('a hand pulls a mechanism to where it points, in space as well', () => {
  const world = new World({ space: 3, forces: [gravity([0, 0, -10])] });
  const bob = world.addParticle({ mass: 1, position: [1, 0, 0] });
  world.add(new Distance3D({ a: world.ground.point([0, 0, 0]), b: bob, length: 1 }));
  const hand = new Hand(world);
  hand.grab(bob);
  hand.moveTo([0, 1.03, 0]);
  expect(world.forces).toHaveLength(2);
  for (let step = 0; step < 960; step++) world.step(1 / 240);
  // Towards the target, but for the weight: no moment about the pivot, with k = (8 π)² N/m.
  const [, y, z] = bob.position;
  expect(Math.abs((8 * Math.PI) ** 2 * 1.03 * z + 10 * y)).toBeLessThan(0.1);
  expect(y).toBeGreaterThan(0.99);
  hand.release();
  expect(world.forces).toHaveLength(1);
  expect(hand.point).toBeUndefined();
});

test('the picture stays while all is in it, and grows with what leaves it, not without end', () => {
  const world = falling();
  const left = world.addParticle({ mass: 1, position: [0, 0] });
  const right = world.addParticle({ mass: 1, position: [1, 0] });
  world.add(new Distance2D({ a: left, b: right, length: 1 }));
  const picture = new MovingPicture(world);
  const paint = () => picture.paint(context, SIZE, COLORS);
  const { scale } = paint();
  world.step(0.01);
  expect(paint().scale).toBe(scale);
  left.position[1] = right.position[1] = -2;
  const wider = paint();
  expect(wider.scale).toBeLessThan(scale);
  expect(wider.place(left.position)[1]).toBeLessThan(SIZE.height);
  left.position[1] = right.position[1] = -1000;
  expect(paint().scale).toBeGreaterThan(scale / 10);
});

test.each([2, 3] as const)(
  'while a hand pulls, a picture in %i dimensions stays; then it follows, and comes back',
  (space) => {
    const world = new World({ space });
    const at = (x: number, z: number) => [x, ...(space === 3 ? [0] : []), z];
    const bob = world.addParticle({ mass: 1, position: at(0, -1) });
    const constraint = { a: world.ground.point(at(0, 0)), b: bob, length: 1 };
    world.add(space === 2 ? new Distance2D(constraint as never) : new Distance3D(constraint as never));
    const picture = new MovingPicture(world);
    const paint = () => picture.paint(context, SIZE, COLORS);
    const { scale } = paint();
    const hand = new Hand(world);
    hand.grab(bob);
    hand.moveTo(at(0, 40));
    bob.position.set(at(0, 1));
    for (let frame = 0; frame < 100; frame++) expect(paint().scale).toBe(scale);
    hand.release();
    const next = paint();
    expect(next.scale).toBeLessThan(scale);
    // It does not jump.
    expect(next.scale).toBeGreaterThan(0.85 * scale);
    for (let frame = 0; frame < 100; frame++) paint();
    const [x, y] = paint().place(bob.position);
    expect(x > 0 && x < SIZE.width && y > 0 && y < SIZE.height).toBe(true);
    bob.position.set(at(0, -1));
    for (let frame = 0; frame < 100; frame++) paint();
    expect(paint().scale / scale).toBeCloseTo(1, 3);
  },
);

test('a picture that follows a point stays while a hand pulls at that', () => {
  const world = new World({ space: 2 });
  const bob = world.addParticle({ mass: 1, position: [5, 5] });
  const picture = new MovingPicture(world, { frame: [-1, -1, 1, 1], follow: bob });
  const paint = () => picture.paint(context, SIZE, COLORS).place(bob.position);
  expect(paint()).toEqual([300, 200]);
  bob.position[0] = 6;
  expect(paint()).toEqual([300, 200]);
  const hand = new Hand(world);
  hand.grab(bob, [9, 5]);
  bob.position[0] = 6.5;
  expect(paint()[0]).toBeGreaterThan(350);
  hand.release();
  for (let frame = 0; frame < 100; frame++) paint();
  expect(paint()[0]).toBeCloseTo(300, 1);
});

test('a bead alone has room around it, whatever its wire', () => {
  const world = falling();
  const bead = world.addParticle({ mass: 1, position: [3, 4] });
  const view = new MovingPicture(world).view(SIZE);
  const [[x0, y0], [x1, y1]] = [view.place([2, 4]), view.place([3, 5])];
  for (const place of [x0, x1]) expect(place > 0 && place < SIZE.width).toBe(true);
  for (const place of [y0, y1]) expect(place > 0 && place < SIZE.height).toBe(true);
  expect(view.place(bead.position)).toEqual([expect.closeTo(300, 9), expect.closeTo(200, 9)]);
});

test('a hand is as strong as three weights of what it moves, of nothing else', () => {
  const world = falling();
  const [a, b] = [0, 1].map((x) => world.addParticle({ mass: 1, position: [x, 0] })) as [never, never];
  world.addParticle({ mass: 100, position: [5, 0] });
  const wall = world.addParticle({ mass: Infinity, position: [0, 1] });
  world.add(new Distance2D({ a, b, length: 1 }));
  world.add(new Distance2D({ a, b: wall, length: 1 }));
  new Hand(world).grab(a);
  expect(world.forces.at(-1)).toMatchObject({ maxForce: expect.closeTo(3 * 9.81 * 2, 9) as number });
});

test('a picture is left once all that moves is outside', () => {
  const world = falling();
  const points = [0, 1].map((x) => world.addParticle({ mass: 1, position: [x, 0] }));
  const picture = new MovingPicture(world, { frame: [-1, -1, 2, 1] });
  expect(picture.isLeft(SIZE)).toBe(false);
  points[0]!.position[1] = -50;
  expect(picture.isLeft(SIZE)).toBe(false);
  points[1]!.position[0] = 50;
  expect(picture.isLeft(SIZE)).toBe(true);
});

test.each([2, 3] as const)('what a visitor moved the picture %iD away from has not left it', (space) => {
  const at = [0, 1, 0].slice(0, space);
  const world = new World({ space });
  const point = world.addParticle({ mass: 1, position: at });
  world.addParticle({ mass: 1, position: at.map((x) => -x) });
  for (const isSolid of space === 3 ? [false] : [false, true]) {
    const picture = new MovingPicture(world);
    picture.isSolid = isSolid;
    picture.look(SIZE, { at: [0, 0], by: [4000, 0] });
    expect(picture.view(SIZE).place(point.position)[0]).toBeGreaterThan(1000);
    expect(picture.isLeft(SIZE)).toBe(false);
    picture.fit();
    picture.look(SIZE, { at: [20, 20], zoom: 50 });
    expect(picture.isLeft(SIZE)).toBe(false);
  }
});

test('a trail forgets what is old, and starts again when time goes back', () => {
  const world = falling();
  const p = world.addParticle({ mass: 1, position: [0, 0], velocity: [1, 0] });
  const trail = new Trail({ point: p, fade: 0.5 });
  const start = world.snapshot();
  for (let step = 0; step <= 100; step++) {
    trail.note(world.time);
    world.step(0.01);
  }
  const { path, times } = trail.painted('#000000');
  expect(times[0]).toBeGreaterThan(0.5 - 1e-9);
  expect(times[0]).toBeLessThan(0.52);
  path.forEach((place, k) => {
    expect(place[0]).toBeCloseTo(times[k]!, 9);
  });
  world.restore(start);
  trail.note(world.time);
  expect(trail.painted('#000000').path).toEqual([[0, 0]]);
});

test.each<[code: string, message: RegExp, act: (world: World) => unknown]>([
  ['E_WORLD', /The world of a picture is an object\./, () => draw({} as never, context, SIZE)],
  ['E_VIEW', /'names' of a picture is an object/, drawn({ names: new Map([[null, 'x']]) })],
  ['E_VIEW', /'frame' of a picture is .*left < right/, drawn({ frame: [NaN, 0, 1, 1] })],
  ['E_VIEW', /'frame' of a picture/, drawn({ frame: [1, 1, -1, -1] })],
  ['E_VIEW', /'frame' of a picture/, drawn({ frame: [0, 0, 0, 0] })],
  ['E_VIEW', /'frame' of a picture/, drawn({ frame: '0 0 1 1' })],
])('what no picture can be of is refused: %s %s', (code, message, act) => {
  const mistake = expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;
  expect(() => act(falling())).toThrow(mistake);
});

function drawn(options: object): (world: World) => unknown {
  return (world) => draw(world, context, { ...SIZE, ...options });
}
