import { Vec2, World } from 'planck';
import { Distance2D } from 'holonomic/library';
import { GeneratedJoint } from './planck.js';
import { G, STEP, type Start } from './swing.js';

export const start: Start = (withRod) => {
  const world = new World({ gravity: new Vec2(0, -G) });
  const pivot = world.createBody();
  // A body without fixtures has a mass of 1 kg.
  const bob = world.createBody({ type: 'dynamic', position: new Vec2(1, 0), allowSleep: false });
  if (withRod)
    world.createJoint(
      new GeneratedJoint(Distance2D, pivot, bob, { a: { body: pivot }, b: { body: bob } }, { length: 1 }),
    );
  return {
    step: () => world.step(STEP),
    read: () => {
      const [position, velocity] = [bob.getPosition(), bob.getLinearVelocity()];
      return [position.x, position.y, velocity.x, velocity.y];
    },
  };
};
