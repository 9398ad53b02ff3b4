import { Box, Circle, PrismaticJoint, RevoluteJoint, World, type Body } from 'planck';
import { versionOf } from '../scene.js';
import {
  anchor,
  momentsOf,
  sizeOf,
  STEP,
  writePlanar,
  type ContactPeer,
  type ContactScene,
  type Layout,
  type Part,
} from './scene.js';

/** Box2D 2.4 in JavaScript: sequential impulses, warm-started, then position corrections. */
export function planck(velocityIterations: number, positionIterations: number): ContactPeer {
  const build = ({ gravity, friction, fixed, moving, joints }: Layout): ContactScene => {
    const world = new World({ gravity: { x: gravity[0], y: gravity[1] }, allowSleep: false });
    const boxOf = ([w, h]: readonly number[]): Box => new Box(w! / 2, h! / 2);
    const fill = (body: Body, part: Part): void => {
      const { shape } = part;
      const surface = { friction, density: part.mass / sizeOf(part, 2), filterGroupIndex: joints.length > 0 ? -1 : 0 };
      if ('box' in shape) {
        body.createFixture({ ...surface, shape: boxOf(shape.box) });
        return;
      }
      // There are no capsules: a box with a disc at either end.
      const [length, radius] = shape.capsule;
      body.createFixture({ ...surface, shape: new Box(length / 2, radius) });
      for (const end of [-1, 1]) {
        body.createFixture({ ...surface, shape: new Circle({ x: (end * length) / 2, y: 0 }, radius) });
      }
      body.setMassData({ mass: part.mass, center: { x: 0, y: 0 }, I: momentsOf(part)[2] });
    };
    const ground = world.createBody();
    for (const { box, position } of fixed) {
      const body = world.createBody({ position: { x: position[0], y: position[1] } });
      body.createFixture({ shape: boxOf(box), friction });
    }
    const bodies = moving.map((part) => {
      const body = world.createBody({
        type: 'dynamic',
        position: { x: part.position[0], y: part.position[1] },
        linearVelocity: { x: part.velocity[0], y: part.velocity[1] },
        angularVelocity: part.angularVelocity[2],
      });
      fill(body, part);
      if (part.push !== undefined) {
        world.createJoint(new PrismaticJoint({}, ground, body, body.getPosition(), { x: 1, y: 0 }));
      }
      return body;
    });
    for (const joint of joints) {
      const [a, b] = [joint.a, joint.b].map((i) => {
        const [x, y] = anchor(joint, moving[i]!);
        return { x, y };
      });
      world.createJoint(
        new RevoluteJoint({
          bodyA: bodies[joint.a]!,
          bodyB: bodies[joint.b]!,
          localAnchorA: a!,
          localAnchorB: b!,
        }),
      );
    }
    return {
      step: () => {
        moving.forEach(({ push }, i) => {
          if (push !== undefined) bodies[i]!.applyForceToCenter({ x: push, y: 0 }, true);
        });
        world.step(STEP, velocityIterations, positionIterations);
      },
      read: (state) => {
        bodies.forEach((body, i) => {
          const { x, y } = body.getPosition();
          writePlanar(state, i, { x, y, angle: body.getAngle() }, body.getLinearVelocity(), body.getAngularVelocity());
        });
      },
    };
  };
  return {
    space: 2,
    version: versionOf('planck'),
    settings: `${velocityIterations} velocity and ${positionIterations} position iterations`,
    build,
  };
}
