import { expect, test } from 'vitest';
import { compile } from 'holonomic/toolkit';
import { Coincident2D, Distance2D } from '../../../generated/index.js';
import { dormandPrince, gravity, velocityStep, World, type Integrator } from '../../../runtime/index.js';

const { Taxicab } = compile('Taxicab', {
  summary: 'Keeps a point on a square that stands on its corner.',
  space: 2,
  inputs: { p: 'point' },
  params: { size: { unit: 'm' } },
  C: 'abs(p.x) + abs(p.y) == size',
});

/** A particle that slides from (½, −½) to the lowest corner of the square, which it reaches at √2 m/s². */
function slide(integrator: Integrator, until: number): World {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator, onWarning: () => undefined });
  const p = world.addParticle({ mass: 1, position: [0.5, -0.5] });
  world.add(new Taxicab({ p, size: 1 }));
  world.run({ until });
  return world;
}
const codesOf = ({ warnings }: World): string[] => warnings.map(({ code }) => code);
// Along the edge it falls with g sin 45°, and the edge is √½ m long.
const CORNER = Math.sqrt((2 * Math.SQRT1_2) / (9.81 * Math.SQRT1_2));

test('a step past a kink of a formula is told of, in own steps and in those of a world', () => {
  const before = slide(dormandPrince(), 0.99 * CORNER);
  expect(codesOf(before)).toEqual([]);
  const world = slide(dormandPrince(), 2);
  expect(codesOf(world)).toEqual(['W_DRIFT']);
  expect(world.warnings[0]!.constraints).toEqual(['Taxicab #1']);
  expect(world.warnings[0]!.time).toBeGreaterThan(CORNER);
  expect(world.warnings[0]!.time).toBeLessThan(CORNER + 0.1);

  const stepped = slide(dormandPrince(), 0.3);
  for (let i = 0; i < 30; i++) stepped.step(0.01);
  expect(codesOf(stepped)).toEqual(['W_DRIFT']);
});

test.each(['abs(p.x)', 'max(p.x, -p.x)'])('an inequality with a corner is told of: p.y >= %s', (floor) => {
  const above = (C: string | string[]): World => {
    const { Corner } = compile('Corner', { summary: 'Keeps a point above it.', space: 2, inputs: { p: 'point' }, C });
    const options = { integrator: dormandPrince(), forces: [gravity([0, -9.81])], onWarning: () => undefined };
    const world = new World({ space: 2, ...options });
    const p = world.addParticle({ mass: 1, position: [0.5, 0.5] });
    world.add(new Corner({ p }));
    world.run({ until: 1, dt: 1 / 500 });
    return world;
  };
  const world = above(`p.y >= ${floor}`);
  expect(world.particles[0]!.position[1]).toBeLessThan(-0.01);
  expect(codesOf(world)).toContain('W_DRIFT');
  expect(world.warnings[0]!.message).toMatch(/one row for each of its sides/);
  // By t² = 2 / 9.81 it is at the corner, which two rows hold it at.
  const rows = above(['p.y >= p.x', 'p.y >= -p.x']);
  expect(rows.particles[0]!.position[1]).toBeCloseTo(0, 10);
  expect(codesOf(rows)).toEqual([]);
});

const onRay = (C: string) =>
  compile('Ray', { summary: 'Keeps a point on a ray.', space: 2, inputs: { p: 'point' }, C }).Ray;

test.each(['atan2(p.y, p.x) == 1', 'p.x / norm(p) == cos(1)'])(
  'a bead that passes the end of a ray, where the formula jumps, is told of: %s',
  (C) => {
    const Ray = onRay(C);
    const world = new World({
      space: 2,
      forces: [gravity([0, -9.81])],
      integrator: dormandPrince(),
      onWarning: () => undefined,
    });
    const p = world.addParticle({ mass: 1, position: [Math.cos(1), Math.sin(1)] });
    const ray = world.add(new Ray({ p }));
    world.run({ until: 0.48 });
    expect(codesOf(world)).toEqual([]);
    // By sin²(1) g/2 t² it comes to the origin, a metre away, after 0.492 s.
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(Math.abs(ray.C[0])).toBeGreaterThan(0.1);
    expect(codesOf(world)).toEqual(['W_DRIFT']);
    expect(world.warnings[0]!.message).toMatch(/jumped in the step/);
    expect(world.warnings[0]!.time).toBeLessThan(0.53);
  },
);

test('velocityStep takes the velocity away, and stays at the corner', () => {
  const world = slide(velocityStep(), 2);
  expect(world.particles[0]!.position[1]).toBeCloseTo(-1, 2);
});

test('what the feedback brings back is no drift', () => {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: dormandPrince() });
  const bob = world.addParticle({ mass: 1, position: [1, 0] });
  const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
  world.run({ until: 0.5 });
  rod.params.length = 1.1;
  world.run({ until: 1 });
  expect(codesOf(world)).toEqual([]);
});

test('a point that follows what the time leads only after a while does not drift', () => {
  const { Led } = compile('Led', {
    summary: 'Leads a point along the first axis.',
    space: 2,
    inputs: { p: 'point' },
    params: { rate: { unit: 'm/s' } },
    C: 'p.x == rate * t',
  });
  const options = { integrator: dormandPrince(), feedback: { hertz: 1 }, onWarning: () => undefined };
  const world = new World({ space: 2, ...options });
  const led = world.add(new Led({ p: world.addParticle({ mass: 1, position: [0, 0] }), rate: 5 }));
  world.run({ until: 0.05, dt: 1 / 240 });
  expect(Math.abs(led.C[0])).toBeGreaterThan(0.1);
  expect(codesOf(world)).toEqual([]);
});

test('a handle whose velocity jumps is no kink', () => {
  const world = new World({ space: 2, integrator: dormandPrince(), onWarning: () => undefined });
  const p = world.addParticle({ mass: 1, position: [0, 0] });
  const handle = world.handle([0, 0]);
  world.add(new Coincident2D({ a: p, b: handle }));
  for (let i = 1; i <= 20; i++) {
    handle.moveTo([i % 2, 0]);
    world.step(0.05);
  }
  expect(codesOf(world)).toEqual([]);
});
