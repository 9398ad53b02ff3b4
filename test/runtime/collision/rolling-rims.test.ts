import { expect, test } from 'vitest';
import { collide, gravity, velocityStep, World } from '../../../runtime/index.js';

const R = 0.03;
const LENGTH = 0.003;
const TILT = 0.3;
const SPIN = 40;

test('the contact of a coin that leans and rolls is on its lower edge', () => {
  const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])], integrator: velocityStep() });
  const [c, s] = [Math.cos(TILT), Math.sin(TILT)];
  const across = (R * R) / 4 + (LENGTH * LENGTH) / 12;
  const coin = world.addBody({
    mass: 1,
    inertia: [(R * R) / 2, across, across],
    position: [0, 0, R * c + (LENGTH / 2) * s],
    orientation: [Math.cos(TILT / 2), 0, Math.sin(TILT / 2), 0],
    velocity: [0, SPIN * R, 0],
    angularVelocity: [-SPIN * c, 0, SPIN * s],
  });
  const collisions = collide(world, {
    shapes: [{ plane: [0, 0, 1] }, { body: coin, cylinder: [LENGTH, R] }],
    friction: 0.5,
  });
  for (let n = 0; n < 240; n++) {
    world.step(1 / 240);
    // The upper edge is LENGTH sin(TILT) = 9e-4 m higher.
    expect(collisions.contacts).toHaveLength(1);
    expect(Math.abs(collisions.contacts[0]!.gap)).toBeLessThan(5e-5);
  }
});
