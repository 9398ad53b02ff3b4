import { Body as P2Body, World as P2World } from 'p2-es';
import { Distance2D } from 'holonomic/library';
import { p2Constraint } from './p2.js';
import { G, STEP, swing, type Swing } from './swing.js';

export function simulate(withRod: boolean): Swing {
  const world = new P2World({ gravity: [0, -G] });
  const pivot = new P2Body({ mass: 0 });
  const bob = new P2Body({ mass: 1, position: [1, 0], damping: 0 });
  world.addBody(pivot);
  world.addBody(bob);
  if (withRod) world.addConstraint(p2Constraint(Distance2D, pivot, bob, { length: 1 }));
  return swing(
    () => {
      world.step(STEP);
    },
    () => [bob.position[0]!, bob.position[1]!, bob.velocity[0]!, bob.velocity[1]!],
  );
}
