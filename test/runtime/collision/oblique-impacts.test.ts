import { DiscDiscContact } from 'holonomic/library';
import { expect, it } from 'vitest';
import { collide, dormandPrince, velocityStep, World } from '../../../runtime/index.js';

/** The velocities of two discs after an oblique impact with friction and restitution, free in the plane. */
function after(offset: number, isExact: boolean, dt: number): number[] {
  const world = new World({ space: 2, integrator: isExact ? dormandPrince() : velocityStep() });
  const [mu, e] = [0.3, 0.6];
  const a = world.addBody({ mass: 1, inertia: 0.02, position: [0, 0], angularVelocity: 5 });
  const b = world.addBody({ mass: 2, inertia: 0.05, position: [1, offset], velocity: [-3, 0], angularVelocity: 3 });
  if (isExact) {
    const at = { a: a.point([0, 0]), alpha: a.angle, b: b.point([0, 0]), beta: b.angle };
    world.add(new DiscDiscContact({ ...at, radiusA: 0.2, radiusB: 0.25, mu, e }));
  } else {
    const discs = [
      { body: a, disc: 0.2 },
      { body: b, disc: 0.25 },
    ];
    collide(world, { shapes: discs, friction: mu, restitution: e });
  }
  world.run({ until: 0.5, dt });
  return [a, b].flatMap(({ velocity, angularVelocity }) => [...velocity, angularVelocity]);
}

// The row has the normal and the levers of the meeting within the step, not those of its beginning.
it.each([0.1, 0.25, -0.3])(
  'discs that slip and rebound at an offset of %f m get the velocities of an impact at its time',
  (offset) => {
    const exact = after(offset, true, 1 / 60);
    for (const rate of [60, 240])
      for (const [i, v] of after(offset, false, 1 / rate).entries()) expect(v).toBeCloseTo(exact[i]!, 5);
  },
);
