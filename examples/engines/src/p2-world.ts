import { Body, World } from 'p2-es';
import { Distance2D } from 'holonomic/library';
import { p2Constraint } from './p2.js';
import { G, STEP, type Start } from './swing.js';

export const start: Start = (withRod) => {
  const world = new World({ gravity: [0, -G] });
  const pivot = new Body({ mass: 0 });
  const bob = new Body({ mass: 1, position: [1, 0], damping: 0 });
  world.addBody(pivot);
  world.addBody(bob);
  if (withRod) world.addConstraint(p2Constraint(Distance2D, pivot, bob, { length: 1 }));
  return {
    step: () => world.step(STEP),
    read: () => [bob.position[0], bob.position[1], bob.velocity[0], bob.velocity[1]],
  };
};
