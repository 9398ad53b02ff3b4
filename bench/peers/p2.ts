import { GRAVITY, ORIGIN, peerOfLayouts, STEP, versionOf, type Layout, type Peer, type Scene } from './scene.js';

/** Stiffness that is practically rigid; the default is 1e6. */
const STIFFNESS = 1e10;
/** Steps within which a violation is removed: the default. */
const RELAXATION = 4;

/**
 * The parts of p2-es in use. Its own declarations cannot stand in one program with those of
 * cannon-es: both declare the same modules.
 */
interface Engine {
  readonly Body: new (options: object) => Body;
  readonly Broadphase: new (type: number) => object;
  readonly DistanceConstraint: new (a: Body, b: Body, options: { distance: number }) => object;
  readonly GSSolver: new (options: { iterations: number; tolerance: number }) => object;
  readonly World: new (options: object) => World;
}

interface Body {
  readonly position: ArrayLike<number>;
  readonly velocity: ArrayLike<number>;
}

interface World {
  applyDamping: boolean;
  applySpringForces: boolean;
  addBody(body: Body): void;
  addConstraint(constraint: object): void;
  setGlobalStiffness(stiffness: number): void;
  setGlobalRelaxation(relaxation: number): void;
  step(dt: number): void;
}

/**
 * SPOOK constraints under Gauss-Seidel. The engine holds vectors in single precision. A documented
 * global variable, set before it is loaded, makes it use arrays of doubles.
 */
export async function p2(iterations: number): Promise<Peer> {
  Object.assign(globalThis, { P2_ARRAY_TYPE: Array });
  // Not a literal type, so that the compiler does not load the declarations.
  const packageName = 'p2-es' as string;
  const { Body, Broadphase, DistanceConstraint, GSSolver, World } = (await import(packageName)) as Engine;

  /** A broadphase that finds no pairs, since nothing collides. */
  class NoPairs extends Broadphase {
    getCollisionPairs(): [] {
      return [];
    }
  }

  const build = (layout: Layout): Scene => {
    const world = new World({
      gravity: [0, -GRAVITY],
      broadphase: new NoPairs(0),
      solver: new GSSolver({ iterations, tolerance: 0 }),
      islandSplit: false,
    });
    world.applyDamping = false;
    world.applySpringForces = false;
    const ground = new Body({ mass: 0 });
    world.addBody(ground);
    const bodies = Array.from({ length: layout.count }, (_, i) => {
      const position: [number, number] = [layout.positions[2 * i]!, layout.positions[2 * i + 1]!];
      const body = new Body({ mass: 1, position, fixedRotation: true, damping: 0, angularDamping: 0 });
      world.addBody(body);
      return body;
    });
    for (const [a, b] of layout.rods) {
      const bodyA = a === ORIGIN ? ground : bodies[a]!;
      world.addConstraint(new DistanceConstraint(bodyA, bodies[b]!, { distance: 1 }));
    }
    world.setGlobalStiffness(STIFFNESS);
    world.setGlobalRelaxation(RELAXATION);
    return {
      step: () => {
        world.step(STEP);
      },
      read: (positions, velocities) => {
        bodies.forEach(({ position, velocity }, i) => {
          positions.set(position, 2 * i);
          velocities.set(velocity, 2 * i);
        });
      },
    };
  };
  return peerOfLayouts(
    'p2-es',
    versionOf('p2-es'),
    `DistanceConstraint, stiffness ${STIFFNESS.toExponential(0)}, relaxation ${RELAXATION}; GSSolver, ${iterations} iterations, tolerance 0; doubles`,
    build,
  );
}
