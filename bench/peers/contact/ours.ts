import { Coincident2D, Hinge, PointOnLine2D, PointOnLine3D } from '../../../generated/index.js';
import {
  collide,
  constantForce,
  gravity,
  hingeInputs,
  velocityStep,
  World,
  type Particle,
  type RigidBody2D,
  type RigidBody3D,
} from '../../../runtime/index.js';
import {
  momentsOf,
  STEP,
  writePlanar,
  writeSpatial,
  type ContactPeer,
  type ContactScene,
  type Layout,
  type Part,
} from './scene.js';

/** This project, from its sources, with its defaults: velocity steps, automatic solver. */
export function ours(space: 2 | 3, substeps: number): ContactPeer {
  const build = space === 2 ? planar : spatial;
  const parts = substeps === 1 ? 'one step' : `${substeps} steps of 1/${Math.round(substeps / STEP)} s`;
  return {
    space,
    version: 'this one',
    settings: `velocityStep(), collide(world, …), automatic solver; ${parts}`,
    build: (layout) => {
      const { world, read } = build(layout);
      return { ...sceneOf(world, substeps), read };
    },
  };
}

/** A world of a layout, and what writes its state. */
interface Built {
  readonly world: World;
  read(state: Float64Array): void;
}

/** What slides along x without turning is a particle on a line. */
const isJaw = ({ push }: Part): boolean => push !== undefined;

const sceneOf = (world: World, substeps: number): Omit<ContactScene, 'read'> => ({
  step: () => {
    for (let k = 0; k < substeps; k++) world.step(STEP / substeps);
  },
  report: () => {
    const { factorizations, steps } = world.stats;
    const warnings = world.warnings.length === 0 ? '' : `; ${world.warnings.map(({ code }) => code).join(', ')}`;
    return `${(factorizations / steps).toFixed(2)} factorizations a step${warnings}`;
  },
});

function planar({ gravity: g, friction, fixed, moving, joints }: Layout): Built {
  const world = new World({ space: 2, forces: [gravity(g.slice(0, 2))], integrator: velocityStep() });
  const bodies = moving.map((part): RigidBody2D | Particle => {
    const [position, velocity] = [part.position.slice(0, 2), part.velocity.slice(0, 2)];
    if (!isJaw(part)) {
      const [, , inertia] = momentsOf(part);
      return world.addBody({ mass: part.mass, inertia, position, velocity, angularVelocity: part.angularVelocity[2] });
    }
    const jaw = world.addParticle({ mass: part.mass, position });
    world.add(
      new PointOnLine2D({ p: jaw, origin: world.ground.point(position), normal: world.ground.direction([0, 1]) }),
    );
    world.addForce(constantForce(jaw, [part.push!, 0]));
    return jaw;
  });
  for (const { a, b, at } of joints) {
    const [p, q] = [a, b].map((i) =>
      (bodies[i] as RigidBody2D).point([at[0] - moving[i]!.position[0], at[1] - moving[i]!.position[1]]),
    );
    world.add(new Coincident2D({ a: p!, b: q! }));
  }
  const flat = (size: readonly number[]): number[] => size.slice(0, 2);
  collide(world, {
    shapes: [
      ...fixed.map(({ box, position }) => ({ box: flat(box), at: flat(position) })),
      ...moving.map(({ shape }, i) => ({
        body: bodies[i]!,
        ...('box' in shape ? { box: flat(shape.box) } : shape),
        ...(joints.length > 0 && { group: 'ragdoll' }),
      })),
    ],
    friction,
  });
  const read = (state: Float64Array): void => {
    bodies.forEach((body, i) => {
      const [x, y] = [body.position[0]!, body.position[1]!];
      const velocity = { x: body.velocity[0]!, y: body.velocity[1]! };
      const turns = 'orientation' in body;
      writePlanar(state, i, { x, y, angle: turns ? body.orientation : 0 }, velocity, turns ? body.angularVelocity : 0);
    });
  };
  return { world, read };
}

function spatial({ gravity: g, friction, fixed, moving, joints }: Layout): Built {
  const world = new World({ space: 3, forces: [gravity(g)], integrator: velocityStep() });
  const bodies = moving.map((part): RigidBody3D | Particle => {
    const { mass, position, velocity, angularVelocity } = part;
    if (!isJaw(part)) return world.addBody({ mass, inertia: momentsOf(part), position, velocity, angularVelocity });
    const jaw = world.addParticle({ mass, position });
    const [u, w] = [world.ground.direction([0, 1, 0]), world.ground.direction([0, 0, 1])];
    world.add(new PointOnLine3D({ p: jaw, origin: world.ground.point(position), u, w }));
    world.addForce(constantForce(jaw, [part.push!, 0, 0]));
    return jaw;
  });
  for (const { a, b, at, axis } of joints) {
    world.add(new Hinge(hingeInputs({ a: bodies[b] as RigidBody3D, b: bodies[a] as RigidBody3D, at, axis }).joint));
  }
  collide(world, {
    shapes: [
      ...fixed.map(({ box, position }) => ({ box, at: position })),
      ...moving.map(({ shape }, i) => ({
        body: bodies[i]!,
        ...shape,
        ...(joints.length > 0 && { group: 'ragdoll' }),
      })),
    ],
    friction,
  });
  const named = ([x, y, z]: ArrayLike<number> & Iterable<number>) => ({ x: x!, y: y!, z: z! });
  const read = (state: Float64Array): void => {
    bodies.forEach((body, i) => {
      const turns = 'orientation' in body;
      const [w, x, y, z] = turns ? body.orientation : [1, 0, 0, 0];
      const spin = turns ? body.angularVelocity : [0, 0, 0];
      writeSpatial(state, i, named(body.position), { w: w!, x: x!, y: y!, z: z! }, named(body.velocity), named(spin));
    });
  };
  return { world, read };
}
