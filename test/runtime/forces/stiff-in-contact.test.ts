import { expect, it } from 'vitest';
import { collide, gravity, rattle, rk4, semiImplicitEuler, spring, World } from '../../../runtime/index.js';

// The energy rose from 60 J to 7,876 J: the spring was taken explicitly, at 2.4 rad a step.
it.each([rk4(), rattle(), semiImplicitEuler()])(
  'a stiff spring between crates on a floor gives no energy in steps within bounds: %#',
  (integrator) => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator });
    const [a, b] = [-2, 0].map((x) => world.addBody({ mass: 1, inertia: 1 / 6, position: [x, 0.5] }));
    collide(world, {
      shapes: [
        { box: [400, 1], at: [0, -0.5] },
        { body: a!, box: [1, 1] },
        { body: b!, box: [1, 1] },
      ],
      friction: 0.1,
    });
    world.addForce(spring({ a: a!.point([0, 0]), b: b!.point([0, 0]), stiffness: 1e4, restLength: 1.9 }));
    const start = world.energy().total;
    let most = 0;
    for (let k = 0; k < 120; k++) {
      world.step(1 / 60);
      most = Math.max(most, world.energy().total - start);
    }
    expect(most).toBeLessThan(0.01 * start);
    // What such steps damp instead, they say.
    expect(world.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('where springs swing')]);
  },
);
