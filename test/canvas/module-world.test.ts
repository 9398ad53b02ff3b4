import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rk4, type RigidBody2D } from '../../runtime/index.js';
import { Hand } from '../../src/canvas/hand.js';
import { loadModule } from '../../src/canvas/module/load-module.js';
import { modulePage } from '../../src/canvas/module/module-page-text.js';
import type { ModuleScene } from '../../src/canvas/module/module-scene.js';
import { writeModuleScene } from '../../src/canvas/module/write-module-scene.js';
import { movablePoints } from '../../src/canvas/pick.js';
import { Sketch } from '../../src/painter/sketch.js';
import type { SceneDocument } from '../../src/scene/document.js';
import { loadScene } from '../../src/scene/index.js';
import type { SceneWorld } from '../../src/scene/read-scene.js';
import { drivenConnectors } from '../../src/simulate/driver-power.js';
import { EnergyBalance } from '../../src/simulate/energy-balance.js';
import { pendulum, scene as sceneWith } from '../mechanism/scenes.js';
import { planar, spatial } from './module-scenes.js';
import { inFull } from '../support/scope.js';

const documentOf = (name: string): SceneDocument =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../scenes/${name}.json`), 'utf8')) as SceneDocument;

const made = new Map<unknown, Promise<ModuleScene>>();
function moduleOf(document: SceneDocument): Promise<ModuleScene> {
  const key = JSON.stringify(document);
  let found = made.get(key);
  if (found === undefined) {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- runs what was written, as a page does
    found = writeModuleScene(document).then((code) => (new Function(`return ${code}`) as () => ModuleScene)());
    made.set(key, found);
  }
  return found;
}

/** A scene twice: moved by its module, and by the runtime with the same method. */
async function both(document: SceneDocument, params: Readonly<Record<string, number>> = {}) {
  const scene = loadModule(await moduleOf(document), params);
  const loaded = await loadScene(document, { params });
  expect(scene.dt).toBeCloseTo(loaded.dt, 12);
  expect(scene.until).toBeCloseTo(loaded.until, 12);
  return { dt: loaded.dt, module: scene.build(), runtime: loaded.build({ integrator: rk4() }) };
}

/** What is drawn, with all names, and what can be pulled at. */
function shownOf({ world, picture, drivers = [], traces = [] }: SceneWorld, driven = drivenConnectors(drivers)) {
  const sketch = new Sketch(world, { driven, ...picture });
  sketch.names = picture.labels;
  return {
    shapes: sketch.shapes(),
    movable: movablePoints(world).map(({ position }) => Array.from(position)),
    traced: traces.map(({ label, point, about, fade }) => [
      label,
      Array.from(point.position),
      fade ?? null,
      about === undefined ? null : Array.from(about.pointToLocalFrame([0.1, 0.2, 0.3].slice(0, world.space))),
    ]),
  };
}

/** Compares data, numbers up to an error relative to 1. */
function expectAlike(found: unknown, expected: unknown, tolerance: number, at = ''): void {
  if (typeof expected === 'number') {
    if (!(Math.abs((found as number) - expected) <= tolerance)) expect(found, at).toBe(expected);
  } else if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(found as object), at).toEqual(Object.keys(expected));
    for (const [key, one] of Object.entries(expected))
      expectAlike((found as Record<string, unknown>)[key], one, tolerance, `${at}.${key}`);
  } else expect(found, at).toBe(expected);
}

describe.each([
  ['four bars', documentOf('four-bar'), { crank: 0.3, coupler: 1.05, rate: 1.5 }],
  ["Klann's legs", documentOf('klann'), { rate: 3 }],
  ['a bead on a wire', documentOf('heart'), { size: 1.3 }],
  ['a bar in the plane', planar, { length: 0.9, mass: 2, half: 0.3 }],
  ['a top in space', spatial, { length: 0.7, arm: 0.2 }],
] as const)('%s by a module', (_, document, params) => {
  test('is drawn, moves and balances its energy as by the runtime', async () => {
    const { dt, module, runtime } = await both(document);
    const balances = [module, runtime].map(({ world, drivers }) => new EnergyBalance(world, drivers));
    expect(balances[0]!.hasWork).toBe(balances[1]!.hasWork);
    expectAlike(shownOf(module), shownOf(runtime), 1e-9);
    for (let n = 0; n < 100; n++) {
      for (const balance of balances) balance.note();
      for (const { world } of [module, runtime]) world.step(dt);
    }
    for (const balance of balances) balance.note();
    expect(module.world.time).toBe(runtime.world.time);
    expectAlike(shownOf(module), shownOf(runtime), 1e-9);
    const [own, other] = [module, runtime].map(({ world }) => world.energy());
    expect(own!.total / other!.total).toBeCloseTo(1, 9);
    // Multipliers are those of the step's last stage.
    const [found, expected] = balances.map(({ change }) => change);
    expect(Math.abs(found! - expected!) / other!.kinetic).toBeLessThan(1e-5);
  });

  test('has its parts brought together for other parameters', async () => {
    const { dt, module, runtime } = await both(document, params);
    expect(module.world.residual().position).toBeLessThan(1e-10);
    expect(module.world.residual().velocity).toBeLessThan(1e-6);
    // There are many ways to do so, and each is nearest in its own measure.
    expectAlike(shownOf(module), shownOf(runtime), runtime.world.energy().kinetic > 0 ? 1e-3 : 1e-9);
    for (let n = 0; n < 50; n++) for (const { world } of [module, runtime]) world.step(dt);
    expectAlike(shownOf(module), shownOf(runtime), 5e-3);
  });
});

test.each([
  ['a bead', documentOf('heart'), undefined],
  ['a bar', planar, 'bar'],
  ['a top', spatial, 'top'],
] as const)('%s obeys a hand as in the runtime, the more so the shorter the steps', async (_, document, name) => {
  const errors: number[] = [];
  const far = (a: readonly number[], b: readonly number[]): number => Math.max(...a.map((x, i) => Math.abs(x - b[i]!)));
  for (const parts of [4, 16]) {
    const { dt, module, runtime } = await both(document);
    const free = (await both(document)).runtime;
    const worlds = [module, runtime, free].map(({ world }) => world);
    for (const { world, bodies } of [module, runtime]) {
      // Any place of a rigid body can be taken hold of.
      const body = name && (bodies.get(name)!.body as RigidBody2D);
      const point = body ? body.point([0.1, 0.2, -0.1].slice(0, world.space)) : movablePoints(world)[0]!;
      new Hand(world).grab(
        point,
        Array.from(point.position, (x, k) => x + [0.3, 0.2, 0.1][k]!),
      );
    }
    for (let n = 0; n < 40 * parts; n++) for (const world of worlds) world.step(dt / parts);
    const [pulled, expected, without] = [module, runtime, free].map((one) => shownOf(one).movable.flat());
    expect(far(expected!, without!)).toBeGreaterThan(0.01);
    errors.push(far(pulled!, expected!) / far(expected!, without!));
  }
  expect(errors[0]).toBeLessThan(0.05);
  // A force is that of the beginning of its step: of first order.
  expect(errors[1]! / errors[0]!).toBeGreaterThan(0.15);
  expect(errors[1]! / errors[0]!).toBeLessThan(0.35);
});

test('a machine that locks stays where it is, and says so; one that is too fast takes shorter steps', async () => {
  const document = documentOf('four-bar');
  const locking = loadModule(await moduleOf(document), { crank: 0.5, coupler: 0.9, rocker: 0.7, frame: 1.4, rate: 3 });
  const { world } = locking.build();
  expect(() => {
    while (world.time < locking.until) world.step(locking.dt);
  }).toThrow(/At t = \d\.\d+ s the machine cannot go on/);
  const { time } = world;
  expect(time).toBeGreaterThan(0.1);
  const stopped = JSON.stringify(world.particles.map(({ position }) => Array.from(position)));
  expect(() => { world.step(locking.dt); }).toThrow(/cannot go on/); // prettier-ignore
  expect(world.time).toBe(time);
  expect(JSON.stringify(world.particles.map(({ position }) => Array.from(position)))).toBe(stopped);
  // Ten turns a second, seen every thirtieth of one.
  const fast = sceneWith({
    ...pendulum,
    bodies: { bob: { kind: 'particle', mass: 'mass', position: ['length', 0], velocity: [0, 63] } },
    settings: { dt: 1 / 30 },
  });
  const { module, runtime } = await both(fast);
  for (let n = 0; n < 30; n++) module.world.step(1 / 30);
  for (let n = 0; n < 30_000; n++) runtime.world.step(1 / 30_000);
  expectAlike(shownOf(module).movable, shownOf(runtime).movable, 0.05);
});

inFull('a scene that has no module, or is drawn otherwise with other parameters, keeps the runtime', async () => {
  const never = (): never => {
    throw new Error('no page is written');
  };
  const drawn = sceneWith({
    ...pendulum,
    view: { shapes: [{ shape: 'disc', at: [0, 0], radius: 'length' }] },
  });
  const held = sceneWith({ ...planar, bodies: { ...planar.bodies, hook: { kind: 'handle', position: ['half', 1] } } });
  const fixed = sceneWith({ ...pendulum, view: { shapes: [{ shape: 'disc', at: [0, 0], radius: 1 }] } });
  for (const document of [documentOf('ladder'), documentOf('coin'), drawn, held])
    expect(await modulePage(document, never)).toBeUndefined();
  await expect(modulePage(fixed, never)).rejects.toThrow('no page is written');
  const page = await modulePage(fixed, () => 'var holonomic;');
  expect(page).toContain('class Machine');
  expect(page!.match(/<\/script/g)).toHaveLength(2);
  expect((await modulePage(planar, () => ''))!.match(/<\/script/g)).toHaveLength(2);
});
