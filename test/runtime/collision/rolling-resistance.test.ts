import { describe, expect, it } from 'vitest';
import {
  collide,
  gravity,
  velocityStep,
  World,
  type CollideOptions,
  type RigidBody3D,
} from '../../../runtime/index.js';
import { inFull } from '../../support/scope.js';

const g = 9.81;
const r = 0.2;

/** A ball on a floor that begins to roll with `speed` and to spin with `spin` about the vertical. */
function ball(space: 2 | 3, options: Partial<CollideOptions>, { speed = 0, spin = 0, slope = 0, dt = 1 / 960 } = {}) {
  const [sin, cos] = [g * Math.sin(slope), -g * Math.cos(slope)];
  const world = new World({
    space,
    forces: [gravity(space === 2 ? [sin, cos] : [0.6 * sin, 0.8 * sin, cos])],
    integrator: velocityStep(),
  });
  const body =
    space === 2
      ? world.addBody({
          mass: 3,
          inertia: 1.5 * r * r,
          position: [0, r],
          velocity: [speed, 0],
          angularVelocity: -speed / r,
        })
      : (world as unknown as World<3>).addBody({
          ...{ mass: 3, inertia: [1.2 * r * r, 1.2 * r * r, 1.2 * r * r], position: [0, 0, r] },
          ...{
            velocity: [0.6 * speed, 0.8 * speed, 0],
            angularVelocity: [(-0.8 * speed) / r, (0.6 * speed) / r, spin],
          },
        });
  const shapes = space === 2 ? [{ box: [90, 1], at: [0, -0.5] }, { body, disc: r }] : [{ plane: [0, 0, 1] }, { body, sphere: r }]; // prettier-ignore
  collide(world, { shapes: shapes as CollideOptions['shapes'], ...options });
  return { world, body, dt, run: (until: number) => world.run({ until, dt }) };
}

describe.each([
  // Factors 1 + I / (m r²).
  [2, 1.5],
  [3, 1.4],
] as const)('rolling resistance in %i dimensions', (space, factor) => {
  const c = 0.004;
  inFull('brings a ball to rest after v² r (1 + I / m r²) / 2 g c', () => {
    const { body, run } = ball(space, { rollingResistance: c }, { speed: 1 });
    run(9);
    const way = (r * factor) / (2 * g * c);
    const [x, y] = body.position;
    expect(Math.abs((space === 2 ? x : 0.6 * x + 0.8 * y) / way - 1)).toBeLessThan(0.002);
    if (space === 3) expect(Math.abs(0.8 * x - 0.6 * y)).toBeLessThan(1e-9);
    expect(Math.max(...body.velocity.map(Math.abs))).toBeLessThan(1e-9);
  });

  it('holds a ball on a slope up to tan α = c / r', () => {
    const limit = Math.atan(c / r);
    const creep = (slope: number): number => {
      const { body, run } = ball(space, { rollingResistance: c }, { slope, dt: 1 / 240 });
      run(0.5);
      const before = body.position[0];
      run(2);
      return body.position[0] - before;
    };
    expect(Math.abs(creep(0.98 * limit))).toBeLessThan(1e-9);
    expect(creep(1.05 * limit)).toBeGreaterThan(1e-4);
  });
});

describe('rolling resistance', () => {
  it('of the shapes counts, the larger of two, and none is the default', () => {
    const at = (options: Partial<CollideOptions>): number => {
      const { body, run } = ball(3, options, { speed: 1 });
      run(0.5);
      return Math.hypot(body.velocity[0], body.velocity[1]);
    };
    expect(at({})).toBeCloseTo(1, 9);
    const world = new World({ space: 3, forces: [gravity([0, 0, -g])], integrator: velocityStep() });
    const body = world.addBody({ mass: 1, inertia: [0.016, 0.016, 0.016], position: [0, 0, r], velocity: [1, 0, 0], angularVelocity: [0, 1 / r, 0] }); // prettier-ignore
    collide(world, { shapes: [{ plane: [0, 0, 1], rollingResistance: 0.001 }, { body, sphere: r, rollingResistance: 0.004 }] }); // prettier-ignore
    world.run({ until: 0.5, dt: 1 / 960 });
    expect(body.velocity[0]).toBeCloseTo(1 - (0.5 * g * 0.004) / (1.4 * r), 3);
  });

  it('goes on to the last bit from a snapshot', () => {
    const [one, other] = [0, 1].map(() =>
      ball(3, { rollingResistance: 0.004, torsionalResistance: 0.01 }, { speed: 1, spin: 5 }),
    );
    one!.run(0.3);
    other!.world.restore(one!.world.snapshot());
    for (const each of [one!, other!]) each.run(1);
    expect([...other!.body.position]).toEqual([...one!.body.position]);
  });
});

describe('torsional resistance', () => {
  it('stops a spinning ball after I ω / (c m g), and one that rolls goes on', () => {
    const c = 0.01;
    const spin = 20;
    const stop = (0.4 * r * r * spin) / (c * g);
    const { body, world } = ball(3, { torsionalResistance: c }, { speed: 1, spin });
    const spinOf = (): number => (body as RigidBody3D).angularVelocity[2];
    let time = 0;
    world.run({
      until: 1.3 * stop,
      dt: 1 / 960,
      onStep: () => {
        if (spinOf() > 1e-6) ({ time } = world);
      },
    });
    expect(Math.abs(time / stop - 1)).toBeLessThan(0.005);
    expect(Math.abs(spinOf())).toBeLessThan(1e-9);
    expect(Math.hypot(body.velocity[0], body.velocity[1])).toBeCloseTo(1, 9);
  });

  it('is refused in the plane', () => {
    const world = new World({ space: 2, integrator: velocityStep() });
    expect(() => collide(world, { shapes: [], torsionalResistance: 0.1 })).toThrow(/in the plane/);
    expect(() => collide(world, { shapes: [{ disc: 1, torsionalResistance: 0.1 }] })).toThrow(/torsional/);
  });
});
