import { Distance2D } from '../../generated/index.js';
import { gravity, World } from '../../runtime/index.js';
import { GRAVITY, ORIGIN, peerOfLayouts, STEP, type Layout, type Peer, type Scene } from './scene.js';

/** This project, from its sources, with its defaults. */
export function ours(): Peer {
  const build = (layout: Layout): Scene => {
    const world = new World({ space: 2, forces: [gravity([0, -GRAVITY])] });
    const origin = world.ground.point([0, 0]);
    const particles = Array.from({ length: layout.count }, (_, i) =>
      world.addParticle({ mass: 1, position: layout.positions.slice(2 * i, 2 * i + 2) }),
    );
    for (const [a, b] of layout.rods) {
      world.add(new Distance2D({ a: a === ORIGIN ? origin : particles[a]!, b: particles[b]!, length: 1 }));
    }
    return {
      step: () => {
        world.step(STEP);
      },
      read: (positions, velocities) => {
        particles.forEach((particle, i) => {
          positions.set(particle.position, 2 * i);
          velocities.set(particle.velocity, 2 * i);
        });
      },
    };
  };
  return peerOfLayouts('holonomic', 'this one', 'defaults: RK4, automatic solver', build);
}
