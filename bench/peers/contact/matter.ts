import Matter from 'matter-js';
import { versionOf } from '../scene.js';
import { anchor, STEP, writePlanar, type ContactPeer, type ContactScene, type Layout, type Part } from './scene.js';

const { Bodies, Body, Composite, Constraint, Engine, Vector } = Matter;

/** Pixels per metre: lengths are in pixels. */
const PIXELS = 100;
/** Speeds are in pixels per sixtieth of a second, whatever the step. */
const SPEED = PIXELS / 60;

/** Verlet steps, then Gauss-Seidel on positions and velocities. y points down; time is in milliseconds. */
export function matter(positionIterations: number, velocityIterations: number): ContactPeer {
  const build = ({ gravity, friction, fixed, moving, joints }: Layout): ContactScene => {
    const engine = Engine.create({
      positionIterations,
      velocityIterations,
      enableSleeping: false,
      gravity: { x: gravity[0], y: -gravity[1], scale: PIXELS / 1e6 },
    });
    const vector = ([x, y]: readonly number[]): Matter.Vector => Vector.create(x! * PIXELS, -y! * PIXELS);
    const boxOf = ([w, h]: readonly number[], position: readonly number[], more: object): Matter.Body => {
      const { x, y } = vector(position);
      return Bodies.rectangle(x, y, w! * PIXELS, h! * PIXELS, { friction, ...more });
    };
    const group = joints.length > 0 ? { collisionFilter: { group: -1 } } : {};
    const bodyOf = ({ shape, position, mass, velocity, angularVelocity, push }: Part): Matter.Body => {
      if (!('box' in shape) || push !== undefined) throw new Error('no capsules, nor bodies that slide along a line');
      const body = boxOf(shape.box, position, { frictionAir: 0, ...group });
      Body.setMass(body, mass);
      Body.setVelocity(body, Vector.mult(vector(velocity), SPEED / PIXELS));
      Body.setAngularVelocity(body, -angularVelocity[2] / 60);
      return body;
    };
    const bodies = moving.map(bodyOf);
    const walls = fixed.map(({ box, position }) => boxOf(box, position, { isStatic: true }));
    const pins = joints.map((joint) =>
      Constraint.create({
        bodyA: bodies[joint.a]!,
        pointA: vector(anchor(joint, moving[joint.a]!)),
        bodyB: bodies[joint.b]!,
        pointB: vector(anchor(joint, moving[joint.b]!)),
        length: 0,
        stiffness: 1,
      }),
    );
    Composite.add(engine.world, [...walls, ...bodies, ...pins]);
    return {
      step: () => {
        Engine.update(engine, 1000 * STEP);
      },
      read: (state) => {
        bodies.forEach((body, i) => {
          const { position, angle } = body;
          const { x, y } = Body.getVelocity(body);
          const spin = -Body.getAngularVelocity(body) * 60;
          const pose = { x: position.x / PIXELS, y: -position.y / PIXELS, angle: -angle };
          writePlanar(state, i, pose, { x: x / SPEED, y: -y / SPEED }, spin);
        });
      },
    };
  };
  return {
    space: 2,
    version: versionOf('matter-js'),
    settings: `${positionIterations} position and ${velocityIterations} velocity iterations, frictionAir 0; joints: Constraint, stiffness 1`,
    build,
  };
}
