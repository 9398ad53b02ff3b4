import { expect, it } from 'vitest';
import type { RigidBody3D } from '../../../runtime/index.js';
import { internalsOf } from '../../../runtime/world/world.js';
import { spatialPyramid, spatialRagdoll } from '../fixtures/contact/spatial-worlds.js';

const fastest = (bodies: readonly RigidBody3D[]): number =>
  Math.max(
    ...bodies.flatMap(({ velocity, angularVelocity }) => [Math.hypot(...velocity), Math.hypot(...angularVelocity)]),
  );

it('a ragdoll lands in one piece, without energy from nowhere, and comes to rest', () => {
  const { world, bodies, hinges } = spatialRagdoll();
  const { watch } = internalsOf(world).recovery;
  let failed = 0;
  const told = watch.boundsSolved.bind(watch);
  watch.boundsSolved = (report) => {
    if (!report.converged) failed++;
    told(report);
  };
  const start = world.energy().total;
  const steps = 3 * 240;
  let highest = -Infinity;
  for (let k = 0; k < steps; k++) {
    world.step(1 / 240);
    highest = Math.max(highest, world.energy().total - start);
    // Where it lands, positions are off by a part of h v, 0.03 m, and hinges with them.
    for (const { C } of hinges) expect(Math.hypot(...C)).toBeLessThan(k < 480 ? 0.02 : 1e-6);
  }
  expect(highest).toBeLessThan(1e-9 * start);
  expect(fastest(bodies)).toBeLessThan(1e-6);
  // Steps without a solution to rounding.
  expect(failed / steps).toBeLessThan(0.01);
  for (const { position } of bodies) {
    expect(position[2]!).toBeGreaterThan(0.04);
    expect(position[2]!).toBeLessThan(0.6);
  }
});

it('a pyramid of cubes stands, each on four', () => {
  const { world, boxes } = spatialPyramid(4);
  const places = boxes.map(({ position }) => [...position]);
  let speed = 0;
  for (let k = 0; k < 30; k++) {
    world.step(1 / 60);
    speed = Math.max(speed, fastest(boxes));
  }
  expect(speed).toBeLessThan(1e-11);
  boxes.forEach(({ position }, i) => {
    for (let c = 0; c < 3; c++) expect(Math.abs(position[c]! - places[i]![c]!)).toBeLessThan(1e-11);
  });
  const { factorizations, steps } = world.stats;
  expect(factorizations / steps).toBeLessThan(1);
  expect(world.warnings).toEqual([]);
});
