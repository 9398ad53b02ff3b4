import Matter from 'matter-js';
import { GRAVITY, ORIGIN, peerOfLayouts, STEP, versionOf, type Layout, type Peer, type Scene } from './scene.js';

const { Bodies, Body, Composite, Constraint, Engine, Vector } = Matter;

/** Pixels per metre: lengths are in pixels. */
const PIXELS = 100;
const MILLISECONDS = 1000 * STEP;

/**
 * Position-based: Verlet steps, then Gauss-Seidel on the positions. y points down; time is in
 * milliseconds.
 */
export function matter(constraintIterations: number): Peer {
  const build = (layout: Layout): Scene => {
    const engine = Engine.create({
      constraintIterations,
      enableSleeping: false,
      gravity: { x: 0, y: 1, scale: (GRAVITY * PIXELS) / 1e6 },
    });
    const bodies = Array.from({ length: layout.count }, (_, i) => {
      const x = layout.positions[2 * i]! * PIXELS;
      const y = -layout.positions[2 * i + 1]! * PIXELS;
      const body = Bodies.rectangle(x, y, 1, 1, { frictionAir: 0, collisionFilter: { mask: 0 } });
      Body.setMass(body, 1);
      Body.setInertia(body, Infinity);
      return body;
    });
    const rods = layout.rods.map(([a, b]) =>
      Constraint.create({
        ...(a === ORIGIN ? { pointA: Vector.create(0, 0) } : { bodyA: bodies[a]! }),
        bodyB: bodies[b]!,
        length: PIXELS,
        stiffness: 1,
        damping: 0,
      }),
    );
    Composite.add(engine.world, [...bodies, ...rods]);
    // Velocities are in pixels per sixtieth of a second, whatever the step.
    const toSpeed = 60 / PIXELS;
    return {
      step: () => {
        Engine.update(engine, MILLISECONDS);
      },
      read: (positions, velocities) => {
        bodies.forEach((body, i) => {
          const { position } = body;
          const velocity = Body.getVelocity(body);
          positions.set([position.x / PIXELS, -position.y / PIXELS], 2 * i);
          velocities.set([velocity.x * toSpeed, -velocity.y * toSpeed], 2 * i);
        });
      },
    };
  };
  return peerOfLayouts(
    'matter-js',
    versionOf('matter-js'),
    `Constraint, stiffness 1, damping 0; ${constraintIterations} constraint iterations`,
    build,
  );
}
