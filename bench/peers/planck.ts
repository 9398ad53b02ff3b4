import { DistanceJoint, Settings, World } from 'planck';
import { GRAVITY, ORIGIN, peerOfLayouts, STEP, versionOf, type Layout, type Peer, type Scene } from './scene.js';

/**
 * Box2D 2.4 in JavaScript: sequential impulses, warm-started, then position corrections. A distance
 * joint of 0 Hz is rigid. Bodies have mass data and no fixtures, so that there is nothing to
 * collide.
 */
export function planck(velocityIterations: number, positionIterations: number, linearSlop: number): Peer {
  const build = (layout: Layout): Scene => {
    // The tolerance at which position corrections stop is a setting of the whole engine.
    Settings.linearSlop = linearSlop;
    const world = new World({ gravity: { x: 0, y: -GRAVITY }, allowSleep: false, continuousPhysics: false });
    const ground = world.createBody();
    const bodies = Array.from({ length: layout.count }, (_, i) => {
      const position = { x: layout.positions[2 * i]!, y: layout.positions[2 * i + 1]! };
      const body = world.createBody({ type: 'dynamic', position, fixedRotation: true });
      body.setMassData({ mass: 1, center: { x: 0, y: 0 }, I: 0 });
      return body;
    });
    for (const [a, b] of layout.rods) {
      world.createJoint(
        new DistanceJoint({
          bodyA: a === ORIGIN ? ground : bodies[a]!,
          bodyB: bodies[b]!,
          localAnchorA: { x: 0, y: 0 },
          localAnchorB: { x: 0, y: 0 },
          length: 1,
          frequencyHz: 0,
        }),
      );
    }
    return {
      step: () => {
        world.step(STEP, velocityIterations, positionIterations);
      },
      read: (positions, velocities) => {
        bodies.forEach((body, i) => {
          const { x, y } = body.getPosition();
          const v = body.getLinearVelocity();
          positions.set([x, y], 2 * i);
          velocities.set([v.x, v.y], 2 * i);
        });
      },
    };
  };
  return peerOfLayouts(
    'planck',
    versionOf('planck'),
    `DistanceJoint, frequencyHz 0; ${velocityIterations} velocity and ${positionIterations} position iterations, linearSlop ${linearSlop} m`,
    build,
  );
}
