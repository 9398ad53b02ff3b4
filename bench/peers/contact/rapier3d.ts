import RAPIER from '@dimforge/rapier3d-compat';
import { versionOf } from '../scene.js';
import { anchor, STEP, writeSpatial, type ContactPeer, type ContactScene, type Layout, type Part } from './scene.js';

/** Bits of the groups of limbs, which touch the floor only. */
const LIMBS = 0x0002_0001;
const FLOOR = 0x0001_0002;
/** A quarter of a turn about z: capsules are along y. */
const ALONG_X = { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 };

/** Rapier in WebAssembly, single precision. */
export async function rapier3d(solverIterations: number): Promise<ContactPeer> {
  await RAPIER.init();
  const build = ({ gravity, friction, fixed, moving, joints }: Layout): ContactScene => {
    const world = new RAPIER.World({ x: gravity[0], y: gravity[1], z: gravity[2] });
    world.timestep = STEP;
    world.integrationParameters.numSolverIterations = solverIterations;
    const hasJoints = joints.length > 0;
    const boxOf = ([x, y, z]: readonly number[]): RAPIER.ColliderDesc =>
      RAPIER.ColliderDesc.cuboid(x! / 2, y! / 2, z! / 2);
    const colliderOf = ({ shape, mass }: Part): RAPIER.ColliderDesc =>
      ('box' in shape
        ? boxOf(shape.box)
        : RAPIER.ColliderDesc.capsule(shape.capsule[0] / 2, shape.capsule[1]).setRotation(ALONG_X)
      )
        .setMass(mass)
        .setFriction(friction);
    for (const { box, position } of fixed) {
      const collider = boxOf(box)
        .setTranslation(...position)
        .setFriction(friction);
      world.createCollider(hasJoints ? collider.setCollisionGroups(FLOOR) : collider);
    }
    const bodies = moving.map((part) => {
      const { position, velocity, angularVelocity, push } = part;
      const [x, y, z] = angularVelocity;
      const options = RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...position)
        .setLinvel(...velocity)
        .setAngvel({ x, y, z })
        .setCanSleep(false);
      const isJaw = push !== undefined;
      const body = world.createRigidBody(
        isJaw ? options.enabledTranslations(true, false, false).lockRotations() : options,
      );
      const collider = colliderOf(part);
      world.createCollider(hasJoints ? collider.setCollisionGroups(LIMBS) : collider, body);
      if (isJaw) body.addForce({ x: push, y: 0, z: 0 }, true);
      return body;
    });
    for (const joint of joints) {
      const [a, b] = [joint.a, joint.b].map((i) => {
        const [x, y, z] = anchor(joint, moving[i]!);
        return { x, y, z };
      });
      const [x, y, z] = joint.axis;
      const hinge = RAPIER.JointData.revolute(a!, b!, { x, y, z });
      world.createImpulseJoint(hinge, bodies[joint.a]!, bodies[joint.b]!, true);
    }
    return {
      step: () => {
        world.step();
      },
      read: (state) => {
        bodies.forEach((body, i) => {
          writeSpatial(state, i, body.translation(), body.rotation(), body.linvel(), body.angvel());
        });
      },
      dispose: () => {
        world.free();
      },
    };
  };
  return {
    space: 3,
    version: versionOf('@dimforge/rapier3d-compat'),
    settings: `${solverIterations} solver iterations; single precision`,
    build,
  };
}
