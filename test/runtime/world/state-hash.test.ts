import { readFileSync } from 'node:fs';
import { Rope2D } from 'holonomic/library';
import { expect, it } from 'vitest';
import {
  collide,
  conjugateGradient,
  dormandPrince,
  gravity,
  velocityStep,
  World,
  type RigidBody2D,
  type SnapshotJSON,
} from '../../../runtime/index.js';
import { Hash } from '../../../runtime/base/hash.js';
import { loadScene, type SceneDocument } from '../../../src/scene/index.js';
import { makeScene } from '../abuse/scene.js';
import { chain } from '../fixtures/scenes.js';

const hashOf = (numbers: readonly number[]): string => {
  const hash = new Hash();
  hash.addAll(numbers);
  return hash.digest();
};

it('differs for every bit of a double, and spreads over all digits', () => {
  const view = new DataView(new ArrayBuffer(8));
  const hashes = new Set<string>();
  const ones = new Float64Array(64);
  for (const x of [0, 1, -0.3, 1e300]) {
    for (let bit = 0; bit < 64; bit++) {
      view.setFloat64(0, x);
      view.setUint8(bit >> 3, view.getUint8(bit >> 3) ^ (1 << (bit & 7)));
      if (Number.isNaN(view.getFloat64(0))) continue;
      const hash = hashOf([x, view.getFloat64(0), 2]);
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
      hashes.add(hash);
      Array.from(BigInt(`0x${hash}`).toString(2).padStart(64, '0')).forEach((digit, i) => (ones[i]! += Number(digit)));
    }
  }
  expect(hashes.size).toBeGreaterThan(250);
  // Of as many throws of a coin, five standard deviations.
  for (const count of ones) expect(Math.abs(count - hashes.size / 2)).toBeLessThan(2.5 * Math.sqrt(hashes.size));
});

it('knows lengths, orders and signs of zeros, and one NaN', () => {
  const others = [[], [0], [0, 0], [-0, 0], [0, -0], [1, 2], [2, 1], [NaN], [Infinity]];
  expect(new Set(others.map(hashOf)).size).toBe(others.length);
  expect(hashOf([Number.NaN])).toBe(hashOf([Math.sqrt(-1)]));
});

it('is the hash of a motion, whichever machine makes it', () => {
  // Products and sums alone: no function whose last digit is up to an engine.
  const world = new World({ space: 2 });
  world.addParticle({ mass: 1, position: [1, 0], velocity: [0.1, 0.3] });
  for (let k = 0; k < 10; k++) world.step(1 / 64);
  expect(world.hash()).toBe('46f356f54e6b5667');
});

it('is equal in worlds made alike, and differs if one bit does', () => {
  const [one, two] = [makeScene(), makeScene()];
  for (let k = 0; k < 20; k++) {
    expect(two.world.hash()).toBe(one.world.hash());
    for (const { world } of [one, two]) world.step(1 / 64);
  }
  const { world, particle, body, pendulum, rod, handle } = one;
  const before = world.hash();
  const nudged = (x: number): number => x * (1 + Number.EPSILON);
  const changes: [set: () => void, back: () => void][] = [
    ...[particle.position, particle.velocity, body.position, body.velocity].map((view): [() => void, () => void] => {
      const [x] = view;
      return [() => (view[0] = nudged(x)), () => (view[0] = x)];
    }),
    [() => (particle.mass = nudged(1)), () => (particle.mass = 1)],
    [() => (pendulum.params.length = nudged(1)), () => (pendulum.params.length = 1)],
    [() => (rod.params.length = nudged(1)), () => (rod.params.length = 1)],
    [
      () => {
        handle.moveTo([handle.position[0], nudged(0.5)]);
      },
      () => {
        handle.moveTo([0.5, 0.5]);
      },
    ],
  ];
  handle.moveTo([0.5, 0.5]);
  expect(world.hash()).toBe(before);
  for (const [set, back] of changes) {
    set();
    expect(world.hash()).not.toBe(before);
    back();
    expect(world.hash()).toBe(before);
  }
});

it('is not disturbed by looking', () => {
  const { world, rods } = chain([0.3, 0.9, 1.4, 2], { solver: conjugateGradient({ tolerance: 1e-6 }) });
  for (let k = 0; k < 10; k++) world.step(1 / 240);
  const before = world.hash();
  world.evaluate();
  world.energy();
  world.residual();
  rods[1]!.forceOn('a');
  expect(world.degreesOfFreedom()).toBe(4);
  expect(world.hash()).toBe(before);
});

it.each([
  ['a chain', (): World => chain([0.3, 0.9, 1.4, 2], { feedback: { ks: 100, kd: 20, ki: 30 } }).world],
  ['an adaptive integrator', (): World => chain([0.3, 0.9], { integrator: dormandPrince() }).world],
  ['everything', (): World => makeScene().world],
])('is the same after saving and restoring, and on from there: %s', (_, make) => {
  const world = make();
  world.run({ until: world.time + 0.2 });
  const [saved, text] = [world.snapshot(), JSON.stringify(world)];
  const before = world.hash();
  world.run({ until: world.time + 0.1 });
  const after = world.hash();
  expect(after).not.toBe(before);
  const other = make();
  for (const [target, snapshot] of [
    [world, saved],
    [other, structuredClone(saved)],
    [other, JSON.parse(text) as SnapshotJSON],
  ] as const) {
    target.restore(snapshot);
    expect(target.hash()).toBe(before);
    target.run({ until: target.time + 0.1 });
    expect(target.hash()).toBe(after);
  }
});

it('is that of the same frames after going back eight of them', async () => {
  const text = readFileSync(new URL('../../../scenes/strandbeest.json', import.meta.url), 'utf8');
  const { world } = (await loadScene(JSON.parse(text) as SceneDocument)).build();
  const frames = Array.from({ length: 30 }, () => {
    const frame = { saved: world.snapshot(), hash: world.hash() };
    world.step(1 / 60);
    return frame;
  });
  const end = world.hash();
  for (let k = 0; k < 3; k++) {
    world.restore(frames[22]!.saved);
    for (const { hash } of frames.slice(22)) {
      expect(world.hash()).toBe(hash);
      world.step(1 / 60);
    }
    expect(world.hash()).toBe(end);
  }
});

it('is that of the same frames where other bodies touch when they are taken again', () => {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep(), onWarning: () => undefined }); // prettier-ignore
  const [a, b, c, d] = [0, 1, 2, 3].map((i) =>
    world.addBody({ mass: 1 + i, inertia: 0.2, position: [0.3 * i - 1, 1 + 1.1 * i], angle: i }),
  ) as [RigidBody2D, RigidBody2D, RigidBody2D, RigidBody2D];
  const hand = world.handle([3, 5]);
  world.add(new Rope2D({ a: hand, b: d.point([0, 0]), length: 4 }));
  const own = [{ body: a, disc: 0.4 }, { body: b, box: [0.8, 0.5] }, { body: c, capsule: [0.6, 0.2] }, { body: d, disc: 0.4 }] as const; // prettier-ignore
  collide(world, { shapes: [{ box: [40, 1], at: [0, -0.5] }, ...own] });
  const step = (k: number): void => {
    hand.moveTo([3 + Math.sin(k / 60), 5]);
    world.step(1 / 60);
  };
  const frames = Array.from({ length: 120 }, (_, k) => {
    const saved = world.snapshot();
    step(k);
    return { saved, hash: world.hash() };
  });
  for (let k = 115; k >= 0; k--) {
    world.restore(frames[k]!.saved);
    for (const [i, { hash }] of frames.slice(k, k + 5).entries()) {
      step(k + i);
      expect(world.hash()).toBe(hash);
    }
  }
});
