import { Body, Broadphase, DistanceConstraint, GSSolver, Vec3, World } from 'cannon-es';
import { GRAVITY, ORIGIN, peerOfLayouts, STEP, versionOf, type Layout, type Peer, type Scene } from './scene.js';

/** A broadphase that finds no pairs, since nothing collides. */
class NoPairs extends Broadphase {
  override collisionPairs(): void {
    // No pairs.
  }
}

/** Stiffness that is practically rigid; the default is 1e7. */
const STIFFNESS = 1e10;
/** Steps within which a violation is removed: the default. */
const RELAXATION = 4;

/** A 3D engine, confined to the plane by `linearFactor`: SPOOK constraints under Gauss-Seidel. */
export function cannon(iterations: number): Peer {
  const build = (layout: Layout): Scene => {
    const solver = new GSSolver();
    solver.iterations = iterations;
    solver.tolerance = 0;
    const world = new World({
      gravity: new Vec3(0, -GRAVITY, 0),
      broadphase: new NoPairs(),
      solver,
      allowSleep: false,
    });
    const ground = new Body({ mass: 0 });
    world.addBody(ground);
    const bodies = Array.from({ length: layout.count }, (_, i) => {
      const body = new Body({
        mass: 1,
        position: new Vec3(layout.positions[2 * i], layout.positions[2 * i + 1], 0),
        fixedRotation: true,
        linearFactor: new Vec3(1, 1, 0),
        linearDamping: 0,
        angularDamping: 0,
      });
      world.addBody(body);
      return body;
    });
    for (const [a, b] of layout.rods) {
      const rod = new DistanceConstraint(a === ORIGIN ? ground : bodies[a]!, bodies[b]!, 1, Number.MAX_VALUE);
      for (const equation of rod.equations) equation.setSpookParams(STIFFNESS, RELAXATION, STEP);
      world.addConstraint(rod);
    }
    return {
      step: () => {
        world.step(STEP);
      },
      read: (positions, velocities) => {
        bodies.forEach(({ position, velocity }, i) => {
          positions.set([position.x, position.y], 2 * i);
          velocities.set([velocity.x, velocity.y], 2 * i);
        });
      },
    };
  };
  return peerOfLayouts(
    'cannon-es',
    versionOf('cannon-es'),
    `DistanceConstraint, stiffness ${STIFFNESS.toExponential(0)}, relaxation ${RELAXATION}; GSSolver, ${iterations} iterations, tolerance 0`,
    build,
  );
}
