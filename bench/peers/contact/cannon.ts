import { Body, Box, GSSolver, HingeConstraint, Quaternion, SAPBroadphase, Sphere, Vec3, World } from 'cannon-es';
import { versionOf } from '../scene.js';
import { anchor, STEP, writeSpatial, type ContactPeer, type ContactScene, type Layout, type Part } from './scene.js';

const LIMBS = 2;
const FLOOR = 1;

/** SPOOK constraints under Gauss-Seidel, with friction in two boxes of directions. */
export function cannon(iterations: number): ContactPeer {
  const build = ({ gravity, friction, fixed, moving, joints }: Layout): ContactScene => {
    const solver = new GSSolver();
    solver.iterations = iterations;
    const world = new World({ gravity: new Vec3(...gravity), solver, allowSleep: false });
    world.broadphase = new SAPBroadphase(world);
    world.defaultContactMaterial.friction = friction;
    const boxOf = ([x, y, z]: readonly number[]): Box => new Box(new Vec3(x! / 2, y! / 2, z! / 2));
    const fill = (body: Body, { shape }: Part): void => {
      if ('box' in shape) {
        body.addShape(boxOf(shape.box));
        return;
      }
      // There are no capsules; what is pinched touches with its ends.
      const [length, radius] = shape.capsule;
      for (const end of [-1, 1]) body.addShape(new Sphere(radius), new Vec3((end * length) / 2, 0, 0));
    };
    for (const { box, position } of fixed) {
      world.addBody(new Body({ mass: 0, position: new Vec3(...position), shape: boxOf(box) }));
    }
    const bodies = moving.map((part) => {
      const body = new Body({
        mass: part.mass,
        position: new Vec3(...part.position),
        velocity: new Vec3(...part.velocity),
        angularVelocity: new Vec3(...part.angularVelocity),
        quaternion: new Quaternion(),
        linearDamping: 0,
        angularDamping: 0,
        ...(joints.length > 0 && { collisionFilterGroup: LIMBS, collisionFilterMask: FLOOR }),
        ...(part.push !== undefined && { fixedRotation: true, linearFactor: new Vec3(1, 0, 0) }),
      });
      fill(body, part);
      world.addBody(body);
      return body;
    });
    for (const joint of joints) {
      const axis = new Vec3(...joint.axis);
      world.addConstraint(
        new HingeConstraint(bodies[joint.a]!, bodies[joint.b]!, {
          pivotA: new Vec3(...anchor(joint, moving[joint.a]!)),
          pivotB: new Vec3(...anchor(joint, moving[joint.b]!)),
          axisA: axis,
          axisB: axis,
          maxForce: Number.MAX_VALUE,
        }),
      );
    }
    return {
      step: () => {
        moving.forEach(({ push }, i) => {
          if (push !== undefined) bodies[i]!.applyForce(new Vec3(push, 0, 0));
        });
        world.step(STEP);
      },
      read: (state) => {
        bodies.forEach(({ position, quaternion, velocity, angularVelocity }, i) => {
          writeSpatial(state, i, position, quaternion, velocity, angularVelocity);
        });
      },
    };
  };
  return {
    space: 3,
    version: versionOf('cannon-es'),
    settings: `GSSolver, ${iterations} iterations, SAPBroadphase, damping 0`,
    build,
  };
}
