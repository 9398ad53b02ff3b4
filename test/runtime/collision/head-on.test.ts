import { describe, expect, it } from 'vitest';
import { collide, gravity, rk4, velocityStep, World } from '../../../runtime/index.js';

describe('bodies that meet the end of another in the line of its axis', () => {
  const ends = {
    'a capsule and a ball': [{ capsule: [2, 0.3] }, { disc: 0.3 }],
    'two capsules': [{ capsule: [2, 0.3] }, { capsule: [2, 0.3] }],
    'a ball and a thin wall': [{ disc: 0.3 }, { polygon: [[-1, 0], [1, 0]] }], // prettier-ignore
    'a ball and a rounded wall': [{ disc: 0.3 }, { polygon: [[-1, 0], [1, 0]], rounding: 0.1 }], // prettier-ignore
  } as const;
  it.each(
    Object.keys(ends).flatMap((name) =>
      [velocityStep, rk4].flatMap((make) => [3, 60, 1000].map((speed) => [name, make.name, speed, make] as const)),
    ),
  )('change places: %s, %s, %d m/s', (name, _, speed, make) => {
    const [first, second] = ends[name as keyof typeof ends];
    for (const angle of [0, Math.PI / 6]) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const codes: string[] = [];
      const world = new World({ space: 2, integrator: make(), onWarning: ({ code }) => codes.push(code) });
      const at = (x: number) => [x * c, x * s];
      const a = world.addBody({ mass: 1, inertia: 0.2, position: at(-5), angle, velocity: at(speed) });
      const b = world.addBody({ mass: 1, inertia: 0.2, position: at(5), angle });
      collide(world, {
        shapes: [
          { ...first, body: a },
          { ...second, body: b },
        ],
        friction: 0,
        restitution: 1,
      });
      world.run({ until: 20 / speed, dt: 1 / 60 });
      // Feedback of the distance at which shapes touch, 1e-9 of their size, is what impacts differ by.
      for (let k = 0; k < 2; k++) {
        expect(Math.abs(a.velocity[k]!)).toBeLessThan(1e-7 * speed);
        expect(Math.abs(b.velocity[k]! - at(speed)[k]!)).toBeLessThan(1e-7 * speed);
      }
      expect(codes).toEqual([]);
    }
  });

  it('rest on the tip of a wall', () => {
    const world = new World({ space: 2, forces: [gravity([0, -10])], integrator: velocityStep() });
    const ball = world.addBody({ mass: 1, inertia: 0.02, position: [0, 20] });
    collide(world, { shapes: [{ polygon: [[0, -1], [0, 1]] }, { body: ball, disc: 0.2 }], friction: 0 }); // prettier-ignore
    world.run({ until: 3, dt: 1 / 120 });
    expect(ball.position[0]).toBe(0);
    expect(ball.position[1]).toBeCloseTo(1.2, 6);
  });
});
