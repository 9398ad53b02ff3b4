import { Coincident3D, Hinge } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  assemble,
  blockLDL,
  conjugateResiduals,
  dense,
  gaussSeidel,
  gravity,
  World,
  type RigidBody3D,
  type Solver,
  type WorldOptions,
} from '../../../runtime/index.js';
import { G } from '../fixtures/scenes.js';
import { KNEE_RADIUS, SPIN, spatialToggle } from '../fixtures/spatial-toggle.js';
import { IS_FULL } from '../../support/scope.js';

const weight = [gravity([0, -G, 0])];

const bodyState = (bodies: readonly RigidBody3D[]): number[] =>
  bodies.flatMap(({ position, orientation, velocity, angularVelocity }) => [
    ...position,
    ...orientation,
    ...velocity,
    ...angularVelocity,
  ]);

/**
 * Builds a box on an inclined hinge, and another that hangs from it by a ball joint. Both have
 * three different moments of inertia.
 */
function hang(world: World): RigidBody3D[] {
  const half = Math.SQRT1_2;
  const box = (position: readonly number[], angularVelocity: readonly number[]): RigidBody3D =>
    world.addBody({
      mass: 2,
      inertia: [0.3, 0.5, 0.7],
      position,
      orientation: [half, 0, half, 0],
      angularVelocity,
    });
  const upper = box([1, 0, 0], [0, 0, 0]);
  const lower = box([2, 0, 0], [1, 2, 3]);
  const axis = [half, 0, half];
  world.add(
    new Hinge({
      a: world.ground.point([0, 0, 0]),
      b: upper.point([0, 0, -1]),
      axis: world.ground.direction(axis),
      u: upper.direction([0, 1, 0]),
      w: upper.direction([half, 0, half]),
    }),
  );
  world.add(new Coincident3D({ a: upper.point([0, 0, 1]), b: lower.point([0, 0, 0]) }));
  return [upper, lower];
}

it('rigid bodies in space are assembled, saved, restored and removed', () => {
  const world = new World({ space: 3, forces: weight });
  const bodies = hang(world);
  bodies[0]!.position[1] += 0.1;
  bodies[1]!.position[0] -= 0.1;
  assemble(world);
  expect(world.residual().position).toBeLessThan(1e-9);
  expect(world.degreesOfFreedom()).toBe(4);
  const saved = world.snapshot();
  world.run({ until: 0.1 });
  const end = bodyState(bodies);
  world.restore(saved);
  world.run({ until: 0.1 });
  expect(bodyState(bodies)).toEqual(end);
  world.remove(world.constraints[1]!);
  world.remove(bodies[1]!);
  world.run({ until: 0.2 });
  expect(bodyState(bodies)).not.toEqual(end);
  expect(world.residual().position).toBeLessThan(1e-3);
});

describe('bars in space that all but depend on each other', () => {
  const toggleWorld = (options: Partial<WorldOptions> = {}): World =>
    new World({ space: 3, solver: dense(), forces: weight, onWarning: () => undefined, ...options });

  it('takes steps again that break down: bars stay joined and unit, and spin on', () => {
    const seconds = IS_FULL ? 2 : 0.5;
    const world = toggleWorld();
    const bodies = spatialToggle(world);
    const start = world.energy().total;
    let violation = 0;
    world.run({
      until: seconds,
      onStep: () => {
        violation = Math.max(violation, world.residual().position);
        expect(world.energy().total).toBeLessThan(start + 1e-2 * G * KNEE_RADIUS);
        for (const { orientation } of bodies) expect(Math.abs(Math.hypot(...orientation) - 1)).toBeLessThan(1e-15);
      },
    });
    expect(world.stats.shortened).toBeGreaterThan(0);
    expect(violation).toBeLessThan(1e-8);
    for (const [i, { angularVelocity, orientation }] of bodies.entries()) {
      const turn = i === 0 ? SPIN : -SPIN;
      // No joint resists a bar that spins about its own axis.
      expect(angularVelocity[0] / turn).toBeCloseTo(1, 4);
      expect(Math.abs(orientation[0])).toBeCloseTo(Math.abs(Math.cos((turn * seconds) / 2)), 3);
    }
  });

  describe.each<[string, () => Solver]>([
    ['dense', dense],
    ['blockLDL', blockLDL],
    ['conjugateResiduals', conjugateResiduals],
    ['gaussSeidel', gaussSeidel],
  ])('with %s', (_, solver) => {
    /** Runs the toggle for 0.25 s, with its knee pushed off the top of its circle. */
    const swing = (rate: number): { world: World; rise: number; fall: number; violation: number } => {
      const world = toggleWorld({ solver: solver() });
      const push = 1e-4;
      for (const [i, body] of spatialToggle(world).entries()) {
        body.velocity[2] = push / 2;
        body.angularVelocity[1] += i === 0 ? -push : push;
      }
      const start = world.energy().total;
      let [rise, fall, violation] = [0, 0, 0];
      for (let k = 0; k < rate / 4; k++) {
        world.step(1 / rate);
        const change = (world.energy().total - start) / (G * KNEE_RADIUS);
        rise = Math.max(rise, change);
        fall = Math.max(fall, -change);
        violation = Math.max(violation, world.residual().position);
      }
      return { world, rise, fall, violation };
    };

    // The knee turns at 560/s and more: by two radians and more in a step of 1/240 s, by a quarter
    // of one in a step of 1/3840 s.
    it('takes steps again that are too long for the swing of the knee', () => {
      const { world, rise, fall, violation } = swing(240);
      const { fallbacks, shortened } = world.stats;
      expect(shortened).toBeGreaterThan(50);
      expect(fallbacks).toBe(0);
      expect(rise).toBeLessThan(1e-2);
      expect(fall).toBeLessThan(1e-2);
      expect(violation).toBeLessThan(2e-10);
      expect(world.residual().velocity).toBeLessThan(1e-9);
    });

    it('leaves steps alone that follow it', () => {
      const { world, rise, fall } = swing(3840);
      expect(world.stats.shortened).toBe(0);
      expect(rise).toBeLessThan(1e-4);
      expect(fall).toBeLessThan(3e-3);
    });
  });
});
