import RAPIER from '@dimforge/rapier2d-compat';
import { versionOf } from '../scene.js';
import { anchor, STEP, writePlanar, type ContactPeer, type ContactScene, type Layout, type Part } from './scene.js';

/** Bits of the groups of limbs, which touch the floor only. */
const LIMBS = 0x0002_0001;
const FLOOR = 0x0001_0002;

/** Rapier in WebAssembly, single precision. */
export async function rapier2d(solverIterations: number): Promise<ContactPeer> {
  await RAPIER.init();
  const build = ({ gravity, friction, fixed, moving, joints }: Layout): ContactScene => {
    const world = new RAPIER.World({ x: gravity[0], y: gravity[1] });
    world.timestep = STEP;
    world.integrationParameters.numSolverIterations = solverIterations;
    const hasJoints = joints.length > 0;
    const boxOf = ([w, h]: readonly number[]): RAPIER.ColliderDesc => RAPIER.ColliderDesc.cuboid(w! / 2, h! / 2);
    const colliderOf = ({ shape, mass }: Part): RAPIER.ColliderDesc =>
      ('box' in shape
        ? boxOf(shape.box)
        : RAPIER.ColliderDesc.capsule(shape.capsule[0] / 2, shape.capsule[1]).setRotation(Math.PI / 2)
      )
        .setMass(mass)
        .setFriction(friction);
    for (const { box, position } of fixed) {
      const collider = boxOf(box).setTranslation(position[0], position[1]).setFriction(friction);
      world.createCollider(hasJoints ? collider.setCollisionGroups(FLOOR) : collider);
    }
    const bodies = moving.map((part) => {
      const { position, velocity, angularVelocity, push } = part;
      const options = RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(position[0], position[1])
        .setLinvel(velocity[0], velocity[1])
        .setAngvel(angularVelocity[2])
        .setCanSleep(false);
      const isJaw = push !== undefined;
      const body = world.createRigidBody(isJaw ? options.enabledTranslations(true, false).lockRotations() : options);
      const collider = colliderOf(part);
      world.createCollider(hasJoints ? collider.setCollisionGroups(LIMBS) : collider, body);
      if (isJaw) body.addForce({ x: push, y: 0 }, true);
      return body;
    });
    for (const joint of joints) {
      const [a, b] = [joint.a, joint.b].map((i) => {
        const [x, y] = anchor(joint, moving[i]!);
        return { x, y };
      });
      world.createImpulseJoint(RAPIER.JointData.revolute(a!, b!), bodies[joint.a]!, bodies[joint.b]!, true);
    }
    return {
      step: () => {
        world.step();
      },
      read: (state) => {
        bodies.forEach((body, i) => {
          const { x, y } = body.translation();
          writePlanar(state, i, { x, y, angle: body.rotation() }, body.linvel(), body.angvel());
        });
      },
      dispose: () => {
        world.free();
      },
    };
  };
  return {
    space: 2,
    version: versionOf('@dimforge/rapier2d-compat'),
    settings: `${solverIterations} solver iterations; single precision`,
    build,
  };
}
