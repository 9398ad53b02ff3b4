import { Body as CannonBody, Vec3, World as CannonWorld } from 'cannon-es';
import { Distance3D } from 'holonomic/library';
import { cannonConstraint } from './cannon.js';
import { G, STEP, swing, type Swing } from './swing.js';

export function simulate(withRod: boolean): Swing {
  const world = new CannonWorld({ gravity: new Vec3(0, -G, 0) });
  const pivot = new CannonBody({ mass: 0 });
  const bob = new CannonBody({ mass: 1, position: new Vec3(1, 0, 0), linearDamping: 0 });
  world.addBody(pivot);
  world.addBody(bob);
  if (withRod) world.addConstraint(cannonConstraint(Distance3D, pivot, bob, { length: 1 }, STEP));
  return swing(
    () => {
      world.step(STEP);
    },
    () => [bob.position.x, bob.position.y, bob.velocity.x, bob.velocity.y],
  );
}
