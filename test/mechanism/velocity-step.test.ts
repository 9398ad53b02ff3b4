import { expect, test } from 'vitest';
import type { Handle } from '../../runtime/index.js';
import { provenProgram } from '../../src/mechanism/index.js';
import type { SceneDocument } from '../../src/scene/document.js';
import { galleryScene, pairOf } from '../support/mechanisms.js';
import { named, pendulum, scene } from './scenes.js';

const inSpace = (rest: object): SceneDocument => ({ ...scene(rest), space: 3 });
const settings = { dt: 0.002 };

/** A plate that hangs on a rod and turns, with products of inertia, between springs. */
const plate = inSpace({
  settings,
  params: { k: 30, c: 0.4, push: 0.2 },
  bodies: {
    plate: {
      kind: 'rigid',
      mass: 2,
      inertia: [
        [0.3, 0.05, 0.01],
        [0.05, 0.4, -0.02],
        [0.01, -0.02, 0.5],
      ],
      position: [0, 0, 0],
      angularVelocity: [3, 9, -2],
      points: { end: [0.3, 0, 0.1], corner: [-0.2, 0.4, 0] },
    },
    bob: { kind: 'particle', mass: 0.5, position: [1, 1, 0] },
    drive: { kind: 'handle', motion: ['0.3', 'push * sin(4 * t)', '0.6'] },
  },
  constraints: { rod: { type: 'Distance', on: { a: 'drive', b: 'plate.end' }, params: { length: 0.5 } } },
  forces: [
    { type: 'gravity', g: [0, 0, -9.81] },
    { type: 'spring', a: 'plate.corner', b: 'bob', stiffness: 'k', restLength: 1, damping: 'c' },
    { type: 'drag', coefficient: 'c' },
  ],
});

/** Bodies on a torsion spring in the plane, with gains of the scene's own, and a handle that is moved. */
const levers = scene({
  settings: { ...settings, feedback: { hertz: 5 } },
  bodies: {
    hand: { kind: 'handle', position: [0, 0] },
    lever: { kind: 'rigid', mass: 1, inertia: 0.2, position: [1, 0], angle: 0.3, points: { joint: [-1, 0] } },
    other: { kind: 'rigid', mass: 3, inertia: 0.5, position: [2, 1], angularVelocity: 1 },
  },
  constraints: { rod: { type: 'Distance', on: { a: 'hand', b: 'lever' }, params: { length: 1 } } },
  forces: [
    { type: 'torsionSpring', a: 'lever.angle', b: 'other.angle', stiffness: 2, damping: 0.1 },
    { type: 'gravity', g: [0, -9.81] },
  ],
});

test.each([
  ['a plate between springs in space', plate],
  ['levers on a torsion spring', levers],
  ['names, with a handle', named()],
  ['no feedback', { ...pendulum, settings: { ...settings, feedback: false as const } }],
])('%s: steps are those of the world', async (_, document) => {
  const { mechanism, built, plan, difference } = await pairOf(document, false, 'velocityStep');
  for (let n = 1; n <= 300; n++) {
    for (const { name } of plan.handles) {
      const to = [0.001 * n, 0.05 * Math.sin(n / 20)];
      mechanism.handles[name]!.set(to);
      (built.bodies.get(name)!.body as Handle).moveTo(to);
    }
    const { length, isFinite } = mechanism.step(plan.dt);
    built.world.step(plan.dt);
    expect(isFinite).toBe(true);
    expect(length).toBeLessThanOrEqual(1);
    expect(difference()).toBeLessThan(1e-12);
  }
  expect(built.world.stats.shortened + built.world.stats.fallbacks).toBe(0);
});

test('says where the world takes steps otherwise', async () => {
  const { Class, plan } = await pairOf(plate, false, 'velocityStep');
  const made = new Class();
  const { length } = made.step(plan.dt);
  expect(new Class().step(10 * plan.dt).length! / length!).toBeGreaterThan(5);
  // 9.7 rad/s for 0.15 s, and stiff springs.
  expect(new Class().step(0.15).length).toBeGreaterThan(1);
  expect(new Class({ k: 3e5 }).step(plan.dt).length).toBeGreaterThan(1);
  expect(made.step(plan.dt)).not.toHaveProperty('accuracy');
});

test('a copy of the state goes on as the mechanism does, and many states as one', async () => {
  const { Class, plan } = await pairOf(galleryScene('heavy-top'), false, 'velocityStep');
  const dt = plan.dt / 4;
  const [one, other] = [new Class(), new Class()];
  for (let n = 0; n < 50; n++) one.step(dt);
  other.state.set(one.state);
  const many = Float64Array.of(...one.state, ...one.state);
  one.steps(many, 2, 20, dt);
  for (let n = 0; n < 20; n++) {
    one.step(dt);
    other.step(dt);
  }
  expect([...other.state]).toEqual([...one.state]);
  expect([...many]).toEqual([...one.state, ...one.state]);
  // Without what was handed on, the motion is another one.
  const forgetful = new Class();
  forgetful.state.set(one.state.subarray(0, plan.state.length));
  one.step(dt);
  forgetful.step(dt);
  expect([...forgetful.state]).not.toEqual([...one.state]);
});

test('is what the scene says, if nothing else is said', () => {
  const document = { ...pendulum, settings: { integrator: 'velocityStep' } } as SceneDocument;
  expect(provenProgram(document).model.step).toBe('velocityStep');
  expect(provenProgram(document, 'rk4').model.step).toBe('rk4');
  expect(provenProgram(pendulum).model.step).toBe('rk4');
});
