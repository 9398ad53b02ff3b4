import RAPIER from '@dimforge/rapier2d-compat';
import { GRAVITY, ORIGIN, peerOfLayouts, STEP, versionOf, type Layout, type Peer, type Scene } from './scene.js';

/**
 * Stiffness, N/m. It is integrated implicitly, which does not limit the step. Stiffer is better,
 * until single precision shows.
 */
const STIFFNESS = 1e8;
const CENTRE = { x: 0, y: 0 };

/**
 * Rapier in WebAssembly, single precision. Its bindings have no joint that keeps a distance. Stiff
 * springs without damping come closest: with 4 iterations and 1e6 to 1e8 N/m, the errors of the
 * chains of 1 and 10 rods are 1e-3 to 6e-2 m. Ropes, which only pull, give 3e-1 and 2e-2 m.
 * Revolute joints in reduced coordinates (multibodies, trees only) give 1.1 and 1e-1 m, and a chain
 * of 100 blows up.
 */
export async function rapier(solverIterations: number): Promise<Peer> {
  await RAPIER.init();
  const build = (layout: Layout): Scene => {
    const world = new RAPIER.World({ x: 0, y: -GRAVITY });
    world.timestep = STEP;
    world.integrationParameters.numSolverIterations = solverIterations;
    const ground = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
    const bodies = Array.from({ length: layout.count }, (_, i) =>
      world.createRigidBody(
        RAPIER.RigidBodyDesc.dynamic()
          .setTranslation(layout.positions[2 * i]!, layout.positions[2 * i + 1]!)
          .setAdditionalMassProperties(1, CENTRE, 0)
          .setLinearDamping(0)
          .setCanSleep(false),
      ),
    );
    for (const [a, b] of layout.rods) {
      const spring = RAPIER.JointData.spring(1, STIFFNESS, 0, CENTRE, CENTRE);
      world.createImpulseJoint(spring, a === ORIGIN ? ground : bodies[a]!, bodies[b]!, true);
    }
    return {
      step: () => {
        world.step();
      },
      read: (positions, velocities) => {
        bodies.forEach((body, i) => {
          const p = body.translation();
          const v = body.linvel();
          positions.set([p.x, p.y], 2 * i);
          velocities.set([v.x, v.y], 2 * i);
        });
      },
      dispose: () => {
        world.free();
      },
    };
  };
  return peerOfLayouts(
    'rapier2d-compat',
    versionOf('@dimforge/rapier2d-compat'),
    `spring joints, stiffness ${STIFFNESS.toExponential(0)} N/m, damping 0; ${solverIterations} solver iterations; single precision`,
    build,
  );
}
