import { versionOf } from '../scene.js';
import { anchor, STEP, writePlanar, type ContactPeer, type ContactScene, type Layout, type Part } from './scene.js';

/**
 * The parts of p2-es in use. Its own declarations cannot stand in one program with those of
 * cannon-es: both declare the same modules.
 */
interface Engine {
  readonly Body: new (options: object) => Body;
  readonly Box: new (options: object) => object;
  readonly Capsule: new (options: object) => object;
  readonly GSSolver: new (options: { iterations: number }) => object;
  readonly RevoluteConstraint: new (a: Body, b: Body, options: object) => object;
  readonly World: new (options: object) => World;
}

interface Body {
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  readonly angle: number;
  readonly angularVelocity: number;
  readonly force: Float64Array | number[];
  addShape(shape: object): void;
}

interface World {
  readonly defaultContactMaterial: { friction: number };
  addBody(body: Body): void;
  addConstraint(constraint: object): void;
  step(dt: number): void;
}

const LIMBS = 2;
const FLOOR = 1;

/** SPOOK constraints under Gauss-Seidel. A documented global variable makes it use doubles. */
export async function p2(iterations: number): Promise<ContactPeer> {
  Object.assign(globalThis, { P2_ARRAY_TYPE: Array });
  // Not a literal type, so that the compiler does not load the declarations.
  const packageName = 'p2-es' as string;
  const { Body, Box, Capsule, GSSolver, RevoluteConstraint, World } = (await import(packageName)) as Engine;

  const build = ({ gravity, friction, fixed, moving, joints }: Layout): ContactScene => {
    const world = new World({ gravity: gravity.slice(0, 2), solver: new GSSolver({ iterations }) });
    world.defaultContactMaterial.friction = friction;
    const limbs = joints.length > 0 ? { collisionGroup: LIMBS, collisionMask: FLOOR } : {};
    const floor = joints.length > 0 ? { collisionGroup: FLOOR, collisionMask: LIMBS } : {};
    const boxOf = ([width, height]: readonly number[], filter: object): object => new Box({ width, height, ...filter });
    const shapeOf = ({ shape }: Part): object =>
      'box' in shape
        ? boxOf(shape.box, limbs)
        : new Capsule({ length: shape.capsule[0], radius: shape.capsule[1], ...limbs });
    for (const { box, position } of fixed) {
      const body = new Body({ mass: 0, position: position.slice(0, 2) });
      body.addShape(boxOf(box, floor));
      world.addBody(body);
    }
    const bodies = moving.map((part) => {
      const body = new Body({
        mass: part.mass,
        position: part.position.slice(0, 2),
        velocity: part.velocity.slice(0, 2),
        angularVelocity: part.angularVelocity[2],
        damping: 0,
        angularDamping: 0,
        ...(part.push !== undefined && { fixedRotation: true, fixedY: true }),
      });
      body.addShape(shapeOf(part));
      world.addBody(body);
      return body;
    });
    for (const joint of joints) {
      const [localPivotA, localPivotB] = [joint.a, joint.b].map((i) => anchor(joint, moving[i]!).slice(0, 2));
      world.addConstraint(new RevoluteConstraint(bodies[joint.a]!, bodies[joint.b]!, { localPivotA, localPivotB }));
    }
    return {
      step: () => {
        moving.forEach(({ push }, i) => {
          if (push !== undefined) bodies[i]!.force[0] = push;
        });
        world.step(STEP);
      },
      read: (state) => {
        bodies.forEach(({ position: [x, y], velocity: [vx, vy], angle, angularVelocity }, i) => {
          writePlanar(state, i, { x: x!, y: y!, angle }, { x: vx!, y: vy! }, angularVelocity);
        });
      },
    };
  };
  return {
    space: 2,
    version: versionOf('p2-es'),
    settings: `GSSolver, ${iterations} iterations, damping 0; doubles`,
    build,
  };
}
