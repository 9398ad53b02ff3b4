import { expect, it } from 'vitest';
import {
  collide,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
} from '../../../runtime/index.js';

const G = 9.81;
const h = 1 / 240;
const INTEGRATORS: Record<string, () => Integrator> = { velocityStep, rk4, rattle, semiImplicitEuler };
const NAMES = Object.keys(INTEGRATORS);

it.each(NAMES)('a crate says how fast it slips, and when it sticks: %s', (name) => {
  for (const space of [2, 3] as const) {
    const up = space - 1;
    const along = (x: number, y: number): number[] => (space === 2 ? [x, y] : [x, 0, y]);
    const world = new World({ space, forces: [gravity(along(0, -G))], integrator: INTEGRATORS[name]!() });
    const start = { mass: 1, position: along(0, 0.5), velocity: along(2, 0) };
    const crate =
      space === 2
        ? world.addBody({ ...start, inertia: 1 / 6 })
        : world.addBody({ ...start, inertia: [1 / 6, 1 / 6, 1 / 6] });
    const collisions = collide(world, {
      shapes: [
        { box: space === 2 ? [50, 1] : [50, 50, 1], at: along(0, -0.5) },
        { body: crate, box: space === 2 ? [1, 1] : [1, 1, 1] } as never,
      ],
      friction: 0.5,
    });
    world.run({ until: 0.2, dt: h });
    expect(collisions.contacts.length).toBe(2 * up);
    for (const { slip, sticks, b } of collisions.contacts) {
      expect(slip[0] * (b === crate ? 1 : -1)).toBeCloseTo(crate.velocity[0], 12);
      expect(slip[up]!).toBeCloseTo(0, 12);
      expect(sticks).toBe(false);
    }
    expect(crate.velocity[0]).toBeCloseTo(2 - 0.5 * G * 0.2, 1);
    world.run({ until: 1, dt: h });
    for (const { slip, sticks } of collisions.contacts) {
      expect(Math.hypot(...slip)).toBeLessThan(1e-12);
      expect(sticks).toBe(true);
    }
  }
});

it.each(NAMES)('the forces of contacts add up to the momentum that bodies gain: %s', (name) => {
  for (const restitution of [0, 0.5]) {
    const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: INTEGRATORS[name]!() });
    const ball = world.addBody({ mass: 2, inertia: 0.1, position: [0, 1], velocity: [1, 0] });
    const collisions = collide(world, {
      shapes: [
        { box: [50, 1], at: [0, -0.6] },
        { body: ball, disc: 0.1 },
      ],
      friction: 0.3,
      restitution,
    });
    const gained = [0, 0];
    for (let n = 0; n < 240; n++) {
      world.step(h);
      for (const { b, force } of collisions.contacts)
        for (const c of [0, 1]) gained[c]! += (b === ball ? h : -h) * force[c]!;
    }
    const expected = [2 * (ball.velocity[0] - 1), 2 * (ball.velocity[1] + G)];
    expect(Math.hypot(...expected)).toBeGreaterThan(15);
    for (const c of [0, 1]) expect(Math.abs(gained[c]! - expected[c]!)).toBeLessThan(1e-9 * Math.hypot(...expected));
  }
});
