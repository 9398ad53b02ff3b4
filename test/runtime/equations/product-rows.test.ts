import { Coincident2D, Coincident3D, Distance2D, Distance3D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { gravity, World, type RigidBody2D, type RigidBody3D } from '../../../runtime/index.js';
import { random } from '../fixtures/oracle.js';

/** A body that swings about a point of its own, and two more of its points with a rod between them, if any. */
function swinging(space: 2 | 3, seed: number, withRod: boolean): World {
  const next = random(seed);
  const vector = (): number[] => Array.from({ length: space }, next);
  const world = new World({ space, forces: [gravity(space === 2 ? [0, -9.81] : [0, 0, -9.81])] });
  const position = vector().map((x) => 100 * x);
  const [p, q] = [vector(), vector()];
  const length = Math.hypot(...p.map((x, c) => x - q[c]!));
  if (space === 2) {
    const body = world.addBody({ mass: 2, inertia: 0.3, position, angle: 3 * next() });
    const pivot = body.point(vector());
    world.add(new Coincident2D({ a: pivot, b: world.ground.point([...pivot.position]) }));
    if (withRod) world.add(new Distance2D({ a: body.point(p), b: body.point(q), length }));
  } else {
    const orientation = [...vector(), next()];
    const body = world.addBody({ mass: 2, inertia: [0.3, 0.4, 0.5], position, orientation });
    const pivot = body.point(vector());
    world.add(new Coincident3D({ a: pivot, b: world.ground.point([...pivot.position]) }));
    if (withRod) world.add(new Distance3D({ a: body.point(p), b: body.point(q), length }));
  }
  return world;
}

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);

describe.each([2, 3] as const)('a rod between two points of one body in %iD', (space) => {
  it('leaves the body as free as it is', () => {
    const free = space === 2 ? 1 : 3;
    expect(SEEDS.map((seed) => swinging(space, seed, true).degreesOfFreedom())).toEqual(SEEDS.map(() => free));
  });

  it('leaves its motion as it is', () => {
    for (const seed of SEEDS.slice(0, 5)) {
      const [held, plain] = [swinging(space, seed, true), swinging(space, seed, false)];
      for (let k = 0; k < 30; k++) for (const world of [held, plain]) world.step(1 / 240);
      const [moving, expected] = [held, plain].map(({ bodies }) => bodies[0] as RigidBody2D | RigidBody3D);
      expect(Math.hypot(...expected!.velocity)).toBeGreaterThan(0.01);
      expected!.velocity.forEach((x, c) => {
        expect(Math.abs(moving!.velocity[c]! - x), `velocity ${c} for seed ${seed}`).toBeLessThan(1e-10);
      });
      expect(held.warnings).toEqual(plain.warnings);
    }
  });
});
