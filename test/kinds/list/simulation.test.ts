import { describe, expect, test } from 'vitest';
import {
  blockLDL,
  conjugateGradient,
  gravity,
  rattle,
  rk4,
  spring,
  velocityStep,
  World,
  type Constraint,
  type Particle,
  type PointConnector,
} from '../../../runtime/index.js';
import { compile } from '../../../src/toolkit.js';
import { LIST_SPECS } from './specs.js';

type Made = new (options: object) => Constraint;
const classOf = (name: keyof typeof LIST_SPECS, className: string = name): Made =>
  compile(name, LIST_SPECS[name])[className] as unknown as Made;

const Area = classOf('Area');
const areaOf = (points: readonly { position: ArrayLike<number> }[]): number =>
  points.reduce((sum, { position: a }, i) => {
    const { position: b } = points[(i + 1) % points.length]!;
    return sum + (a[0]! * b[1]! - a[1]! * b[0]!) / 2;
  }, 0);

function ring(world: World, n: number, radius: number, height: number): Particle[] {
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    return world.addParticle({
      mass: 1 / n,
      position: [radius * Math.cos(angle), height + radius * Math.sin(angle)],
    });
  });
}

function joinBySprings(world: World, points: readonly Particle[], stiffness: number): void {
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length]!;
    const restLength = Math.hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]);
    world.addForce(spring({ a, b, stiffness, damping: 0.05, restLength }));
  });
}

test('a blob of 64 points keeps its area while it falls on a floor', () => {
  const Floor = compile('Floor', { summary: 'For a test.', space: 2, inputs: { p: 'point' }, C: 'p.y >= 0' }).Floor;
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep(), projection: true });
  const points = ring(world, 64, 0.5, 0.6);
  joinBySprings(world, points, 40);
  const area = areaOf(points);
  const blob = world.add(new Area({ p: points, area }));
  for (const p of points) world.add(new Floor({ p }));
  for (let k = 0; k < 240; k++) {
    world.step(1 / 240);
    expect(Math.abs(areaOf(points) - area)).toBeLessThan(1e-9);
  }
  expect(Math.min(...points.map(({ position }) => position[1]))).toBeGreaterThan(-1e-9);
  expect(Math.max(...points.map(({ position }) => position[1]))).toBeLessThan(1.05);
  expect(blob.lambda[0]).not.toBe(0);
});

test.each([
  ['rattle', rattle()],
  ['rk4', rk4()],
] as const)('a blob in the air keeps its area with %s', (_, integrator) => {
  const world = new World({ space: 2, integrator, forces: [] });
  const points = ring(world, 12, 1, 0);
  points.forEach((point, i) => {
    point.velocity.set([Math.cos((4 * Math.PI * i) / 12), -Math.sin((4 * Math.PI * i) / 12)]);
  });
  joinBySprings(world, points, 5);
  const area = areaOf(points);
  world.add(new Area({ p: points, area }));
  for (let k = 0; k < 200; k++) world.step(0.005);
  expect(Math.abs(areaOf(points) - area)).toBeLessThan(1e-6);
});

describe('a rope through eyelets', () => {
  test('hangs below 20 of them as one that is as long as what is left', () => {
    const Rope = classOf('Rope', 'Rope2D');
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep() });
    const eyelets: PointConnector[] = Array.from({ length: 20 }, (_, i) =>
      world.ground.point([0.1 * i, i % 2 === 0 ? 0 : 0.2]),
    );
    const bob = world.addParticle({ mass: 2, position: [1.9, -0.5] });
    const taken = 19 * Math.hypot(0.1, 0.2);
    const rope = world.add(new Rope({ p: [...eyelets, bob], length: taken + 1 }));
    for (let k = 0; k < 2_000; k++) world.step(1 / 500);
    const [x, y] = [bob.position[0] - 1.9, bob.position[1] - 0.2];
    expect(Math.hypot(x, y)).toBeLessThan(1 + 1e-6);
    expect(bob.position[1]).toBeLessThan(-0.7);
    expect(rope.forceOn('p' as never, 20)).toHaveLength(2);
    // In an eyelet, the two parts of the rope pull as strongly as each other.
    const [down] = rope.lambda;
    const at = rope.forceOn('p' as never, 5);
    expect(Math.abs(at[1]!)).toBeCloseTo((2 * 0.2 * Math.abs(down)) / Math.hypot(0.1, 0.2), 6);
  });
});

/** A closed mesh: a sphere of `rings × around` points between two poles. */
function sphere(rings: number, around: number): { points: number[][]; faces: number[][] } {
  const points = [[0, 0, 1]];
  for (let i = 1; i <= rings; i++)
    for (let k = 0; k < around; k++) {
      const [theta, phi] = [(Math.PI * i) / (rings + 1), (2 * Math.PI * k) / around];
      points.push([Math.sin(theta) * Math.cos(phi), Math.sin(theta) * Math.sin(phi), Math.cos(theta)]);
    }
  points.push([0, 0, -1]);
  const at = (i: number, k: number): number => 1 + i * around + (k % around);
  const faces: number[][] = [];
  for (let k = 0; k < around; k++) {
    faces.push([0, at(0, k), at(0, k + 1)]);
    for (let i = 0; i + 1 < rings; i++)
      faces.push([at(i, k), at(i + 1, k), at(i + 1, k + 1)], [at(i, k), at(i + 1, k + 1), at(i, k + 1)]);
    faces.push([points.length - 1, at(rings - 1, k + 1), at(rings - 1, k)]);
  }
  return { points, faces };
}

test('a mesh of 2,000 faces keeps its volume under pressure', () => {
  const Volume = classOf('Volume');
  const { points, faces } = sphere(25, 40);
  expect(faces).toHaveLength(2_000);
  const world = new World({ space: 3, integrator: velocityStep(), solver: conjugateGradient(), projection: true });
  const p = points.map((position) => world.addParticle({ mass: 0.001, position }));
  const volumeOf = (): number =>
    faces.reduce((sum, face) => {
      const [a, b, c] = face.map((i) => p[i]!.position) as unknown as [number[], number[], number[]];
      return (
        sum +
        (a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
          a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
          a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)) /
          6
      );
    }, 0);
  const volume = volumeOf();
  expect(volume).toBeGreaterThan(4);
  const ball = world.add(new Volume({ p, faces, volume }));
  // A weight on the whole of it, in one direction.
  world.addForce({
    apply: () => {
      for (const point of p) point.applyForce([0, 0, -0.002 * point.position[2]]);
    },
  });
  for (let k = 0; k < 100; k++) world.step(0.005);
  expect(Math.abs(volumeOf() - volume)).toBeLessThan(1e-9);
  expect(ball.lambda[0]).toBeGreaterThan(0);
  expect(p[0]!.position[2]).toBeLessThan(1);
});

test.each([
  ['blockLDL', blockLDL()],
  ['automatic', undefined],
] as const)('a ring of 2,000 points joined by rods is solved by %s without fill', (_, solver) => {
  const Rod = compile('Rod', {
    summary: 'For a test.',
    space: 2,
    inputs: { a: 'point', b: 'point' },
    params: { length: 'scalar' },
    C: 'norm(a - b) == length',
  }).Rod;
  const n = 2_000;
  const world = new World({
    space: 2,
    integrator: velocityStep(),
    forces: [gravity([0, -9.81])],
    ...(solver && { solver }),
  });
  const p = ring(world, n, 1, 0);
  const length = 2 * Math.sin(Math.PI / n);
  // Every second rod is left out, so that the ring is not rigid.
  for (let i = 0; i < n; i += 2) world.add(new Rod({ a: p[i]!, b: p[(i + 1) % n]!, length }));
  const area = areaOf(p);
  world.add(new Area({ p, area }));
  for (let k = 0; k < 3; k++) world.step(0.002);
  expect(Math.abs(areaOf(p) - area)).toBeLessThan(1e-9);
});
