import { expect, it } from 'vitest';
import { collide, velocityStep, World, type RigidBody3D } from '../../../runtime/index.js';
import { internalsOf } from '../../../runtime/world/internals.js';
import { bin, hitWall, spatialPyramid, spatialRagdoll, spatialRagdolls } from '../fixtures/contact/spatial-worlds.js';

const fastest = (bodies: readonly RigidBody3D[]): number =>
  Math.max(
    ...bodies.flatMap(({ velocity, angularVelocity }) => [Math.hypot(...velocity), Math.hypot(...angularVelocity)]),
  );

/** Counts steps that leave more than a `residual`, m/s, without a solution to rounding. */
function countUnsolved(world: World, residual: number): { unsolved: number } {
  const { watch } = internalsOf(world).recovery;
  const told = watch.boundsSolved.bind(watch);
  const count = { unsolved: 0 };
  watch.boundsSolved = (report) => {
    if (!report.converged && !(report.residual <= residual)) count.unsolved++;
    told(report);
  };
  return count;
}

it('a ragdoll lands in one piece, without energy from nowhere, and comes to rest', () => {
  const { world, bodies, hinges } = spatialRagdoll({ contactTolerance: 0 });
  // The weight changes velocities by 0.04 m/s in a step. Limbs that lie flat and are joined contradict
  // each other by errors of their hinges: of eight falls like this one, all leave 1e-7 in some steps.
  const count = countUnsolved(world, 1e-5);
  const start = world.energy().total;
  const steps = 4 * 240;
  let highest = -Infinity;
  for (let k = 0; k < steps; k++) {
    world.step(1 / 240);
    highest = Math.max(highest, world.energy().total - start);
    // Where it lands, positions are off by a part of h v, 0.03 m, and hinges with them.
    for (const { C } of hinges) expect(Math.hypot(...C)).toBeLessThan(k < 420 ? 0.02 : 3e-6);
  }
  expect(highest).toBeLessThan(1e-9 * start);
  // So do rates at the end, which rounding decides: from 1e-12 to 1e-6.
  expect(fastest(bodies)).toBeLessThan(1e-5);
  expect(count.unsolved / steps).toBeLessThan(0.02);
  for (const { position } of bodies) {
    expect(position[2]).toBeGreaterThan(0.04);
    expect(position[2]).toBeLessThan(0.6);
  }
});

// By default rows may leave rates of some millimetres a second, which a step turns into errors of 1e-5 m.
it.each([
  [0, 1e-6],
  [undefined, 5e-5],
])('a ragdoll in long steps leaves what its rows contradict each other by: %s', (contactTolerance, largest) => {
  const { world, hinges } = spatialRagdoll(contactTolerance === undefined ? {} : { contactTolerance });
  const count = countUnsolved(world, 1e-6);
  const start = world.energy().total;
  let highest = -Infinity;
  for (let k = 0; k < 120; k++) {
    world.step(1 / 60);
    highest = Math.max(highest, world.energy().total - start);
  }
  if (contactTolerance === 0) expect(count.unsolved).toBeLessThan(10);
  else expect(world.warnings).toEqual([]);
  expect(highest).toBeLessThan(1e-9 * start);
  for (const { C } of hinges) expect(Math.hypot(...C)).toBeLessThan(largest);
  const { factorizations, steps } = world.stats;
  expect(factorizations / steps).toBeLessThan(25);
});

it('three ragdolls fall on a heap from a legal start, and every step is within its tolerance', () => {
  const { world } = spatialRagdolls(3);
  const count = countUnsolved(world, 0);
  world.step(1 / 60);
  // Hinges of limbs that turn at 2 rad/s are off by a part of a step's error.
  expect(world.residual().position).toBeLessThan(1e-3);
  const { factorizations } = world.stats;
  let energy = world.energy().total;
  for (let k = 1; k < 120; k++) {
    world.step(1 / 60);
    const next = world.energy().total;
    expect(next - energy).toBeLessThan(1e-2);
    energy = next;
  }
  expect(count.unsolved).toBe(0);
  // One step of Newton's method takes longer than all others together.
  expect(world.stats.factorizations).toBe(factorizations);
  expect(world.warnings).toEqual([]);
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

it('spheres fall into a bin and come to rest there, by sweeps almost alone', () => {
  const { world, balls } = bin(60);
  const places = (): number[][] => balls.map(({ position }) => [...position]);
  let energy = world.energy().total;
  for (let k = 0; k < 240; k++) {
    world.step(1 / 60);
    const next = world.energy().total;
    // Of the 400 J that are lost, no step gives back more than a hundred-thousandth.
    expect(next - energy).toBeLessThan(4e-3);
    energy = next;
  }
  expect(world.warnings).toEqual([]);
  // To rounding, each step takes 60.
  expect(world.stats.factorizations / world.stats.steps).toBeLessThan(3);
  const at = places();
  let deepest = 0;
  for (let i = 0; i < at.length; i++)
    for (let j = 0; j < i; j++) deepest = Math.max(deepest, 0.2 - Math.hypot(...at[i]!.map((x, c) => x - at[j]![c]!)));
  expect(deepest).toBeLessThan(5e-5);
});

it('a pyramid that is hit falls apart by sweeps alone, without energy from nowhere', () => {
  const { world, boxes } = hitWall(10);
  world.step(1 / 60);
  // At first it is at rest, which is solved to rounding.
  const { factorizations } = world.stats;
  let energy = world.energy().total;
  const start = energy;
  for (let k = 0; k < 60; k++) {
    world.step(1 / 60);
    const next = world.energy().total;
    expect(next - energy).toBeLessThan(1e-4 * start);
    energy = next;
  }
  expect(energy).toBeLessThan(0.95 * start);
  expect(world.stats.factorizations).toBe(factorizations);
  expect(world.warnings).toEqual([]);
  expect(fastest(boxes)).toBeGreaterThan(1);
  for (const { position } of boxes) expect(position[2]).toBeGreaterThan(0.49);
});

it('clouds of spheres that meet keep their momentum, and lose energy', () => {
  const world = new World({ space: 3, integrator: velocityStep() });
  const balls = Array.from({ length: 54 }, (_, i) => {
    const side = i < 27 ? -1 : 1;
    const [x, y, z] = [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9) % 3].map((k) => 0.201 * (k - 1));
    return world.addBody({
      mass: 1 + (i % 5),
      inertia: [0.004, 0.004, 0.004],
      position: [x! + 0.4 * side, y! + 0.05 * side, z!],
      velocity: [-2 * side, 0, 0],
    });
  });
  collide(world, { shapes: balls.map((body) => ({ body, sphere: 0.1 })), friction: 0.4, restitution: 0.3 });
  const momenta = (): number[] =>
    [0, 1, 2].map((c) => balls.reduce((sum, { mass, velocity }) => sum + mass * velocity[c]!, 0));
  const before = momenta();
  const energy = world.energy().kinetic;
  for (let k = 0; k < 30; k++) world.step(1 / 60);
  const after = momenta();
  expect(world.energy().kinetic).toBeLessThan(0.8 * energy);
  for (let c = 0; c < 3; c++) expect(Math.abs(after[c]! - before[c]!)).toBeLessThan(1e-11);
});
