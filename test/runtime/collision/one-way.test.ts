import { describe, expect, it } from 'vitest';
import { collide, gravity, velocityStep, World, type CollideOptions } from '../../../runtime/index.js';

/** A ball or a box that moves near a platform from y = 0.9 to 1, which holds it from above. */
function jump(space: 2 | 3, position: number[], velocity: number[], shape: object, more: object = {}) {
  const up = space === 2 ? [0, 1] : [0, 0, 1];
  const lift = (x: number[]): number[] => (space === 2 ? x : [x[0]!, 0, x[1]!]);
  const g = up.map((x) => -9.81 * x);
  const world = new World({ space, forces: [gravity(g)], integrator: velocityStep() });
  const start = { mass: 1, position: lift(position), velocity: lift(velocity) };
  const body =
    space === 2
      ? world.addBody({ ...start, inertia: 0.1 })
      : (world as unknown as World<3>).addBody({ ...start, inertia: [0.1, 0.1, 0.1] });
  const box = space === 2 ? [4, 0.1] : [4, 4, 0.1];
  const shapes = [
    { box, at: lift([0, 0.95]), oneWay: up, ...more },
    { body, ...shape },
  ] as CollideOptions['shapes'];
  const collisions = collide(world, { shapes });
  const height = (): number => body.position[space - 1]!;
  return { world, body, height, collisions };
}

describe.each([
  [2, 'disc', { disc: 0.2 }],
  [2, 'box', { box: [0.4, 0.4] }],
  [3, 'sphere', { sphere: 0.2 }],
  [3, 'box', { box: [0.4, 0.4, 0.4] }],
] as const)('a one-way platform in %i dimensions, with a %s', (space, _, shape) => {
  it.each([1 / 60, 1 / 240])('lets it pass from below and holds it from above, in steps of %f s', (dt) => {
    const { world, height } = jump(space, [0, 0], [0, 6], shape);
    let highest = 0;
    world.run({
      until: 0.65,
      dt,
      onStep: () => {
        highest = Math.max(highest, height());
      },
    });
    // As high as without the platform.
    let [y, v] = [0, 6];
    for (; v > 0; y += v * dt) v -= 9.81 * dt;
    expect(Math.abs(highest - (y - v * dt))).toBeLessThan(1e-12);
    world.run({ until: 3, dt });
    expect(height()).toBeCloseTo(1.2, 7);
  });

  it('holds what is fast', () => {
    const { world, height } = jump(space, [0, 9], [0, -100], shape);
    world.run({ until: 1, dt: 1 / 60 });
    expect(height()).toBeCloseTo(1.2, 6);
  });

  it('lets pass what does not get through, both ways', () => {
    const { world, height } = jump(space, [0, 0.3], [0, Math.sqrt(2 * 9.81 * 0.6)], shape);
    let highest = 0;
    world.run({
      until: 0.75,
      dt: 1 / 240,
      onStep: () => {
        highest = Math.max(highest, height());
      },
    });
    // Its upper end was above the platform, and its middle was not.
    expect(highest).toBeGreaterThan(0.85);
    const [n, h] = [180, 1 / 240];
    const v = Math.sqrt(2 * 9.81 * 0.6);
    expect(height()).toBeCloseTo(0.3 + n * h * v - (9.81 * h * h * n * (n + 1)) / 2, 12);
  });

  it('is no wall from the side', () => {
    const { world, body } = jump(space, [3, 0.97], [-2, 0], shape);
    world.run({ until: 0.5, dt: 1 / 240 });
    expect(body.velocity[0]).toBeCloseTo(-2, 12);
  });
});

describe('a one-way platform', () => {
  it('turns with its body, and carries what stands on it', () => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep() });
    const lift = world.addBody({
      mass: Infinity,
      inertia: Infinity,
      position: [0, 0],
      angle: Math.PI,
      velocity: [0, 1],
    });
    const crate = world.addBody({ mass: 1, inertia: 0.1, position: [0, 0.5] });
    const under = world.addBody({ mass: 1, inertia: 0.1, position: [1, -0.31], velocity: [0, 9] });
    collide(world, {
      shapes: [
        { body: lift, box: [4, 0.2], oneWay: [0, -1] },
        { body: crate, box: [0.4, 0.4] },
        { body: under, box: [0.4, 0.4] },
      ],
    });
    world.run({ until: 1, dt: 1 / 240 });
    expect(crate.position[1]).toBeCloseTo(1 + 0.3, 6);
    expect(under.position[1]).toBeGreaterThan(2);
  });

  it('is the same after a snapshot was restored', () => {
    const { world, height } = jump(2, [0, 0], [0, 6], { box: [0.4, 0.4] });
    const other = jump(2, [0, 0], [0, 6], { box: [0.4, 0.4] });
    world.run({ until: 0.2, dt: 1 / 240 });
    other.world.restore(world.snapshot());
    for (const { run } of [world, other.world].map((one) => ({ run: () => one.run({ until: 1.5, dt: 1 / 240 }) })))
      run();
    expect(other.height()).toBe(height());
    expect(height()).toBeCloseTo(1.2, 7);
  });
});
