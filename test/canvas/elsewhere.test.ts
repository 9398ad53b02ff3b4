import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { Elsewhere, makeTwin, type TwinRequest, type TwinState } from '../../src/canvas/elsewhere.js';
import { Hand } from '../../src/canvas/hand.js';
import { Stepper } from '../../src/canvas/stepper.js';
import { loadScene } from '../../src/scene/index.js';
import { EnergyBalance } from '../../src/simulate/energy-balance.js';
import { ParametricBody, RigidBody2D, type PointConnector, type Snapshot, type World } from '../../runtime/index.js';

const sceneOf = (name: string, params = {}) =>
  loadScene(JSON.parse(readFileSync(join(import.meta.dirname, `../../scenes/${name}.json`), 'utf8')), { params });

// However slow this machine is, no steps are left out.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
});

/** A twin behind a line on which messages are copied, and answers wait until they are let through. */
async function far(name: string) {
  const scene = await sceneOf(name);
  const twin = makeTwin(scene);
  const { world } = scene.build();
  const requests: TwinRequest[] = [];
  const waiting: (() => void)[] = [];
  const errors: unknown[] = [];
  const send = (request: TwinRequest): Promise<TwinState> => {
    requests.push(request);
    const copied = structuredClone(request);
    return new Promise<void>((resolve) => {
      waiting.push(resolve);
    }).then(() => structuredClone(twin(copied)));
  };
  const elsewhere = new Elsewhere(world, send, { change: 0, hasWork: false }, (error) => errors.push(error));
  const hand = new Hand(world);
  const answer = async (): Promise<void> => {
    waiting.shift()?.();
    await vi.waitFor(() => { expect(waiting.length).toBe(0); }); // prettier-ignore
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { scene, world, requests, errors, elsewhere, hand, answer };
}

test.each(['double-pendulum', 'four-bar', 'strandbeest', 'dzhanibekov'])(
  '%s moves by its twin as by its own steps, to the bit',
  async (name) => {
    const { scene, world, elsewhere, hand, answer } = await far(name);
    const own = scene.build();
    const balance = new EnergyBalance(own.world, own.drivers);
    const stepper = new Stepper(own.world, { dt: scene.dt, onStep: () => { balance.note(); } }); // prettier-ignore
    for (let frame = 0; frame < 30; frame++) {
      elsewhere.advance(1 / 60, hand);
      await answer();
      stepper.advance(1 / 60);
    }
    elsewhere.advance(0, hand);
    expect(world.time).toBeGreaterThan(0.45);
    expect(world.snapshot()).toEqual(own.world.snapshot());
    expect(elsewhere.change).toBe(balance.change);
  },
);

test('a speed is that of each request', async () => {
  const { scene, world, elsewhere, hand, answer } = await far('double-pendulum');
  for (const [speed, time] of [
    [2, 0.08],
    [0.25, 0.09],
  ] as const) {
    elsewhere.advance(0.04, hand, speed);
    await answer();
    elsewhere.advance(0, hand, speed);
    await answer();
    expect(Math.abs(world.time - time)).toBeLessThan(1.01 * scene.dt);
  }
});

test('one request is under way at a time, and all time is asked for', async () => {
  const { world, requests, elsewhere, hand, answer } = await far('heart');
  for (let frame = 0; frame < 3; frame++) elsewhere.advance(0.01, hand);
  expect(requests.length).toBe(1);
  expect(requests[0]!.from?.time).toBe(0);
  await answer();
  elsewhere.advance(0.01, hand);
  expect(requests[1]!.elapsed).toBeCloseTo(0.03, 12);
  // The state goes along once.
  expect(requests[1]!.from).toBeUndefined();
  expect(world.time).toBeGreaterThan(0);
});

test.each(['catenary', 'chaplygin-sleigh', 'double-pendulum'])(
  'what is pulled in %s is pulled in its twin: a particle, a place or a point of a body',
  async (name) => {
    const { scene, world, elsewhere, hand, answer } = await far(name);
    const own = scene.build().world;
    const ownHand = new Hand(own);
    const pointOf = ({ particles, bodies }: World): PointConnector => {
      const [body] = bodies;
      if (body instanceof RigidBody2D) return body.point([0.1, 0.2]);
      return body instanceof ParametricBody
        ? Object.values((body as ParametricBody).points as Readonly<Record<string, PointConnector>>)[1]!
        : particles[9]!;
    };
    const [point, ownPoint] = [pointOf(world), pointOf(own)];
    const target = [point.position[0] + 0.3, point.position[1] + 0.3];
    hand.grab(point, target);
    ownHand.grab(ownPoint, target);
    const stepper = new Stepper(own, { dt: scene.dt });
    for (let frame = 0; frame < 12; frame++) {
      elsewhere.advance(1 / 60, hand);
      await answer();
      stepper.advance(1 / 60);
    }
    elsewhere.advance(0, hand);
    expect(world.time).toBe(own.time);
    expect(world.snapshot().q).toEqual(own.snapshot().q);
    const still = scene.build().world;
    new Stepper(still, { dt: scene.dt, longest: 1 }).advance(0.2);
    expect(still.snapshot().q).not.toEqual(own.snapshot().q);
  },
);

test('a step that is taken here is where the twin goes on, and an answer from before it is dropped', async () => {
  const { scene, world, requests, elsewhere, hand, answer } = await far('heart');
  elsewhere.advance(0.01, hand);
  world.step(scene.dt);
  elsewhere.changed();
  const { time } = world;
  await answer();
  elsewhere.advance(0.01, hand);
  expect(world.time).toBe(time);
  expect(requests[1]!.from?.time).toBe(time);
  expect(requests[1]!.restart).toBe(true);
  await answer();
  elsewhere.advance(0, hand);
  expect(world.time).toBeGreaterThan(time);
});

test('what a twin warns of is told, of each run anew', async () => {
  const jamming = { crank: 0.5, coupler: 0.9, rocker: 0.7, frame: 1.4, rate: 6 };
  const scene = await sceneOf('four-bar', jamming);
  const { world } = scene.build();
  const twin = makeTwin(scene);
  const of = (from?: Snapshot) => {
    const elsewhere = new Elsewhere(world, (request) => Promise.resolve(twin(request)), { change: 0, hasWork: false }, () => undefined); // prettier-ignore
    const hand = new Hand(world);
    if (from) world.restore(from);
    return async (time: number): Promise<string | undefined> => {
      for (let passed = 0; passed < time; passed += 0.05) {
        elsewhere.advance(0.05, hand);
        await new Promise((resolve) => setTimeout(resolve));
      }
      elsewhere.advance(0, hand);
      return elsewhere.warning?.problem;
    };
  };
  const start = world.snapshot();
  for (const from of [undefined, start]) {
    const run = of(from);
    expect(await run(0.1)).toBeUndefined();
    expect(await run(0.15)).toMatch(/past where it can go\.$/);
  }
});

test('a mistake of the twin is told', async () => {
  const { world, errors, elsewhere, hand, answer } = await far('heart');
  world.particles[0]!.velocity[0] = NaN;
  elsewhere.advance(0.02, hand);
  await answer();
  expect(errors.length).toBe(1);
  expect(String(errors[0])).toMatch(/NaN|finite/);
});
