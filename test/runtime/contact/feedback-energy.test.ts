import { Rope2D } from 'holonomic/library';
import { expect, it } from 'vitest';
import { collide, gravity, velocityStep, World, type PointConnector } from '../../../runtime/index.js';

/*
 * Feedback may spend what equations, ropes and stops have taken out of the motion, since they take it by the drift that
 * feedback corrects. What impacts and friction take is lost.
 */

it('leaves a crate that overlaps another without speed, also after a crash elsewhere', () => {
  const speeds = [0.5, 4].map((height) => {
    const world = new World({
      space: 2,
      forces: [gravity([0, -9.81])],
      integrator: velocityStep(),
      onWarning: () => undefined,
    });
    const block = world.addBody({ mass: 500, inertia: 80, position: [30, height] });
    const crate = world.addBody({ mass: 1, inertia: 1 / 6, position: [0, 0.5] });
    const floor = { box: [200, 1], at: [0, -0.5] };
    collide(world, { shapes: [floor, { body: block, box: [1, 1] }, { body: crate, box: [1, 1] }] });
    world.run({ until: 1, dt: 1 / 60 });
    const other = world.addBody({ mass: 1, inertia: 1 / 6, position: [0.1, 0.8] });
    collide(world, { shapes: [{ body: other, box: [1, 1] }] });
    let speed = 0;
    world.run({ until: 3, dt: 1 / 60, onStep: () => (speed = Math.max(speed, Math.hypot(...other.velocity))) });
    return speed;
  });
  expect(speeds[1]).toBeCloseTo(speeds[0]!, 6);
});

it.each([60, 240])('throws no ball that falls on a light rope, with %i steps a second', (rate) => {
  const world = new World({
    space: 2,
    forces: [gravity([0, -9.81])],
    integrator: velocityStep(),
    onWarning: () => undefined,
  });
  const links = 21;
  const length = 4.4 / links;
  const ball = world.addBody({ mass: 20, inertia: 1.6, position: [-4.4, 5] });
  let before: PointConnector = world.ground.point([0, 5]);
  for (let i = 1; i <= links; i++) {
    const next = i === links ? ball.point([0, 0]) : world.addParticle({ mass: 0.2, position: [-i * length, 5] });
    world.add(new Rope2D({ a: before, b: next, length }));
    before = next;
  }
  collide(world, {
    shapes: [
      { box: [60, 1], at: [0, -0.2] },
      { body: ball, disc: 0.4 },
    ],
  });
  let [last, most] = [world.energy().total, 0];
  world.run({
    until: 6,
    dt: 1 / rate,
    onStep: () => {
      const { total } = world.energy();
      [last, most] = [total, Math.max(most, total - last)];
    },
  });
  // The ball's fall is worth 863 J; energy that goes from step to step into swings of light links and back is a little.
  expect(most).toBeLessThan(30);
});
