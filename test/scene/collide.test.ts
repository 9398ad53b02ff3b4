import { expect, test } from 'vitest';
import { assemble, collide, gravity, velocityStep, World } from '../../runtime/index.js';
import { Sketch } from '../../src/painter/sketch.js';
import { loadScene } from '../../src/scene/index.js';
import { loadPrecompiled } from '../../src/scene/load-precompiled.js';
import { heap, tray } from './colliding.js';
import { precompiled } from './precompiled.js';
import { inFull } from '../support/scope.js';

/** The same by hand. */
function heapByHand(): World {
  const world = new World({ space: 2, integrator: velocityStep() });
  const wheel = world.addBody({ mass: 2, inertia: 0.04, position: [-1, 0.2], velocity: [3, 0] });
  const bead = world.addParticle({ mass: 0.3, position: [1.1, 1.5] });
  const hook = world.addBody({ mass: 1, inertia: 0.1, position: [0.1, 1.6], angularVelocity: 2 });
  const crates = [1, 2].flatMap((i) =>
    [1, 2, 3].map((k) => world.addBody({ mass: 1, inertia: 0.4 ** 2 / 6, position: [i, 0.4 * (k - 0.5)] })),
  );
  world.addForce(gravity([0, -9.81]));
  collide(world, {
    shapes: [
      { polygon: [[-4, -1], [4, -1], [4, 0], [-4, 0]] }, // prettier-ignore
      { polygon: [[3, 0], [4, 0], [4, 1]], friction: 0.1, rounding: 0.01, surfaceVelocity: [0.6, 0] }, // prettier-ignore
      { body: wheel, disc: 0.2 },
      { body: hook, polygon: [[-0.3, -0.2], [0.3, -0.2], [0.2, -0.1], [-0.3, -0.1]], group: 'light' }, // prettier-ignore
      { body: hook, polygon: [[0.3, -0.2], [0.3, 0.2], [0.2, 0.2], [0.2, -0.1]], group: 'light' }, // prettier-ignore
      { body: bead, disc: 0.05, restitution: 0.5, group: 'light' },
    ],
    exclude: [[wheel, hook]],
  });
  collide(world, { shapes: crates.map((body) => ({ body, box: [0.4, 0.4] })), friction: 0.6 });
  assemble(world);
  return world;
}

/** All coordinates and rates at the end of each of some steps. */
const pathOf = (world: World, steps = 400): number[][] =>
  Array.from({ length: steps }, () => {
    world.step(1 / 240);
    const { q, v } = world.snapshot();
    return [...q, ...v];
  });

test('a document that collides has the bits of the same world built by hand', async () => {
  const scene = await loadScene(heap);
  const built = scene.build();
  const [found, expected] = [pathOf(built.world), pathOf(heapByHand())];
  expect(found).toEqual(expected);
  // Something has happened: the wheel ran into the crates, and the bead lies on one.
  const at = (name: string): Float64Array => (built.bodies.get(name)!.body as { position: Float64Array }).position;
  expect(at('wheel')[0]).toBeLessThan(0.8);
  expect(at('bead')[1]).toBeGreaterThan(1.2);
});

inFull('and so has one that was compiled for a page', async () => {
  expect(pathOf(loadPrecompiled(precompiled(heap)).build().world)).toEqual(
    pathOf((await loadScene(heap)).build().world),
  );
});

test('what collides is drawn once: as it looks, or as it touches', async () => {
  const { world, picture } = (await loadScene(heap)).build();
  const kinds = new Sketch(world, picture).shapes().map(({ kind }) => kind);
  const count = (kind: string): number => kinds.filter((one) => one === kind).length;
  // The ground and the hill, the bead, six crates; the wheel and the hook as they look.
  expect([count('solid'), count('wheel'), count('plate'), count('disc'), count('mass')]).toEqual([9, 1, 1, 0, 0]);
});

test('a snapshot holds its contacts', async () => {
  const { world } = (await loadScene(heap)).build();
  pathOf(world, 150);
  const saved = world.snapshot();
  const first = pathOf(world, 50);
  world.restore(saved);
  expect(pathOf(world, 50)).toEqual(first);
});

test('in space, what is drawn touches as it is drawn', async () => {
  const scene = await loadScene(tray);
  const world = new World({ space: 3, integrator: velocityStep() });
  const body = (name: keyof typeof tray.bodies) => {
    const { mass, inertia, position } = tray.bodies[name];
    return world.addBody({ mass, inertia, position, ...(name === 'ball' && { velocity: [2, 0, 0] }) });
  };
  const [base, ball, tent] = [body('tray'), body('ball'), body('tent')];
  world.addForce(gravity([0, 0, -9.81]));
  collide(world, {
    shapes: [
      { plane: [0, 0, 1] },
      { body: base, box: [1, 1, 0.1] },
      // The x axis turned to y, and to z.
      { body: base, capsule: [1, 0.05], at: [0.5, 0, 0.1], orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
      { body: base, capsule: [0.3, 0.04], at: [-0.5, -0.5, 0.25], orientation: [Math.SQRT1_2, 0, -Math.SQRT1_2, 0] },
      { body: ball, sphere: 0.1 },
      { body: tent, hull: [[0, 0, 0], [0.2, 0, 0], [0, 0.2, 0], [0, 0, 0.2]], at: [-0.05, -0.05, -0.05], orientation: [0, 1, 0, 0] }, // prettier-ignore
    ],
    friction: 0.3,
    margin: 0.01,
  });
  assemble(world);
  const found = scene.build();
  const corners = (one: World): number[] => one.shapes.flatMap(({ vertices }) => vertices.flatMap((v) => [...v]));
  corners(found.world).forEach((x, k) => {
    expect(x).toBeCloseTo(corners(world)[k]!, 12);
  });
  pathOf(found.world, 200);
  pathOf(world, 200);
  const places = (one: World): number[] =>
    one.shapes.flatMap(({ carrier }) => [...((carrier?.position as Float64Array | undefined) ?? [])]);
  // The quaternions of quarter turns have a rounding error more or less.
  places(found.world).forEach((x, k) => {
    expect(x).toBeCloseTo(places(world)[k]!, 9);
  });
  const ballNow = found.bodies.get('ball')!.body as { position: Float64Array };
  // It rolls on the ground, beside the tray.
  expect(ballNow.position[0]).toBeGreaterThan(0.6);
  expect(ballNow.position[2]).toBeCloseTo(0.1, 6);
});

/** A roller that lies on its side as it is drawn, a top of a cone, an egg, and a rounded coin, on a plane. */
const curved = {
  format: 'holonomic-scene/1',
  title: 'Curved',
  space: 3,
  params: { wide: { value: 0.3, unit: 'm' } },
  bodies: {
    roller: { kind: 'rigid', mass: 1, inertia: [0.02, 0.01, 0.02], position: [0, 0, 0.3], velocity: [1, 0, 0], draw: { shape: 'cylinder', from: [0, -0.2, 0], to: [0, 0.2, 0], radius: 0.1 } }, // prettier-ignore
    cone: { kind: 'rigid', mass: 1, inertia: [0.01, 0.01, 0.01], position: [2, 0, 0.5] },
    egg: { kind: 'rigid', mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 2, 0.5] },
    coin: { kind: 'rigid', mass: 1, inertia: [0.02, 0.01, 0.01], position: [2, 2, 0.5] },
  },
  forces: [{ type: 'gravity', g: [0, 0, -9.81] }],
  collide: {
    shapes: [
      { plane: [0, 0, 1] },
      { body: 'roller', drawn: true },
      // Its base below.
      { body: 'cone', cone: ['wide', 0.2], orientation: [Math.SQRT1_2, 0, -Math.SQRT1_2, 0] },
      { body: 'egg', ellipsoid: [0.1, 0.1, 'wide / 2'] },
      { body: 'coin', cylinder: [0.02, 0.1], rounding: 0.03, orientation: [Math.SQRT1_2, 0, -Math.SQRT1_2, 0] },
    ],
  },
  settings: { integrator: 'velocityStep', dt: 1 / 240, until: 1 },
} as const;

inFull('curved shapes lie on the ground at the height of their sides, with the bits of a world by hand', async () => {
  const world = new World({ space: 3, integrator: velocityStep() });
  const body = (name: keyof typeof curved.bodies) => {
    const { mass, inertia, position } = curved.bodies[name];
    return world.addBody({ mass, inertia, position, ...(name === 'roller' && { velocity: [1, 0, 0] }) });
  };
  const [roller, cone, egg, coin] = [body('roller'), body('cone'), body('egg'), body('coin')];
  world.addForce(gravity([0, 0, -9.81]));
  const [, , , , last] = curved.collide.shapes;
  const { orientation } = last;
  const quarter = 1 / Math.sqrt(2);
  collide(world, {
    shapes: [
      { plane: [0, 0, 1] },
      { body: roller, cylinder: [0.4, 0.1], at: [0, 0, 0], orientation: [quarter, 0, 0, quarter] },
      { body: cone, cone: [0.3, 0.2], orientation },
      { body: egg, ellipsoid: [0.1, 0.1, 0.15] },
      { body: coin, cylinder: [0.02, 0.1], rounding: 0.03, orientation },
    ],
  });
  assemble(world);
  const { world: found, bodies } = (await loadScene(curved)).build();
  const path = pathOf(found, 300);
  expect(path).toEqual(pathOf(world, 300));
  expect(pathOf(loadPrecompiled(precompiled(curved)).build().world, 300)).toEqual(path);
  const height = (name: string): number => (bodies.get(name)!.body as { position: Float64Array }).position[2]!;
  expect(height('roller')).toBeCloseTo(0.1, 3);
  // The centre of mass of a cone is a quarter of its height above the base.
  expect(height('cone')).toBeCloseTo(0.3 / 4, 3);
  expect(height('coin')).toBeCloseTo(0.01 + 0.03, 3);
  // The egg has fallen over, from its tip to its side.
  expect(height('egg')).toBeLessThan(0.151);
  // All of them are drawn as solids: each has sides of its own.
  const faces = new Sketch(found).shapes().filter(({ kind }) => kind === 'face');
  expect(faces.length).toBeGreaterThan(4 * 12);
});

test('shapes that are excluded, in one group, or on the same body do not touch', async () => {
  const fall = async (collide: object): Promise<number> => {
    const disc = (y: number): object => ({ kind: 'particle', mass: 1, position: [0, y] });
    const scene = await loadScene({
      ...heap,
      repeat: [],
      traces: {},
      bodies: { low: disc(0.1), high: disc(0.6) },
      collide,
    });
    const { world, bodies } = scene.build();
    for (let n = 0; n < 240; n++) world.step(1 / 240);
    return (bodies.get('high')!.body as { position: Float64Array }).position[1]!;
  };
  const floor = { box: [4, 1], at: [0, -0.5] };
  const shapes = [floor, { body: 'low', disc: 0.1 }, { body: 'high', disc: 0.1 }];
  expect(await fall({ shapes })).toBeCloseTo(0.3, 6);
  expect(await fall({ shapes, exclude: [['high', 'low']] })).toBeCloseTo(0.1, 6);
  const [, low, high] = shapes;
  const one = [floor, { ...low, group: 'g' }, { ...high, group: 'g' }];
  expect(await fall({ shapes: one })).toBeCloseTo(0.1, 6);
});
