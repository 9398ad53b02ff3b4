import { Body, Vec3, World } from 'cannon-es';
import { Distance3D } from 'holonomic/library';
import { cannonConstraint } from './cannon.js';
import { G, STEP, type Start } from './swing.js';

export const start: Start = (withRod) => {
  const world = new World({ gravity: new Vec3(0, -G, 0) });
  const pivot = new Body({ mass: 0 });
  const bob = new Body({ mass: 1, position: new Vec3(1, 0, 0), linearDamping: 0 });
  world.addBody(pivot);
  world.addBody(bob);
  if (withRod) world.addConstraint(cannonConstraint(Distance3D, pivot, bob, { length: 1 }, STEP));
  return {
    step: () => world.step(STEP),
    read: () => [bob.position.x, bob.position.y, bob.velocity.x, bob.velocity.y],
  };
};
