import Box2D from 'box2d3-wasm';
import { versionOf } from '../scene.js';
import { anchor, sizeOf, STEP, writePlanar, type ContactPeer, type ContactScene, type Layout } from './scene.js';

/** Box2D v3 in WebAssembly, single precision: soft contacts, solved once per substep, then relaxed. */
export async function box2d3(substeps: number): Promise<ContactPeer> {
  const b2 = await Box2D();
  const build = ({ gravity, friction, fixed, moving, joints }: Layout): ContactScene => {
    const vector = ([x, y]: readonly number[]): InstanceType<typeof b2.b2Vec2> => new b2.b2Vec2(x!, y!);
    const worldOptions = b2.b2DefaultWorldDef();
    worldOptions.gravity = vector(gravity);
    worldOptions.enableSleep = false;
    const world = b2.b2CreateWorld(worldOptions);
    const surface = (density: number): ReturnType<typeof b2.b2DefaultShapeDef> => {
      const options = b2.b2DefaultShapeDef();
      options.density = density;
      options.material.friction = friction;
      if (joints.length > 0 && density > 0) options.filter.groupIndex = -1;
      return options;
    };
    for (const { box, position } of fixed) {
      const options = b2.b2DefaultBodyDef();
      options.position = vector(position);
      const body = b2.b2CreateBody(world, options);
      b2.b2CreatePolygonShape(body, surface(0), b2.b2MakeBox(box[0] / 2, box[1] / 2));
    }
    const bodies = moving.map((part) => {
      const { shape, push } = part;
      const options = b2.b2DefaultBodyDef();
      options.type = b2.b2BodyType.b2_dynamicBody;
      options.position = vector(part.position);
      options.linearVelocity = vector(part.velocity);
      options.angularVelocity = part.angularVelocity[2];
      options.enableSleep = false;
      if (push !== undefined) {
        options.motionLocks.linearY = true;
        options.motionLocks.angularZ = true;
      }
      const body = b2.b2CreateBody(world, options);
      const material = surface(part.mass / sizeOf(part, 2));
      if ('box' in shape) {
        b2.b2CreatePolygonShape(body, material, b2.b2MakeBox(shape.box[0] / 2, shape.box[1] / 2));
      } else {
        const capsule = new b2.b2Capsule();
        capsule.center1 = vector([-shape.capsule[0] / 2, 0]);
        capsule.center2 = vector([shape.capsule[0] / 2, 0]);
        capsule.radius = shape.capsule[1];
        b2.b2CreateCapsuleShape(body, material, capsule);
      }
      return body;
    });
    for (const joint of joints) {
      const options = b2.b2DefaultRevoluteJointDef();
      options.base.bodyIdA = bodies[joint.a]!;
      options.base.bodyIdB = bodies[joint.b]!;
      options.base.localFrameA.p = vector(anchor(joint, moving[joint.a]!));
      options.base.localFrameB.p = vector(anchor(joint, moving[joint.b]!));
      b2.b2CreateRevoluteJoint(world, options);
    }
    return {
      step: () => {
        moving.forEach(({ push }, i) => {
          if (push !== undefined) b2.b2Body_ApplyForceToCenter(bodies[i]!, vector([push, 0]), true);
        });
        b2.b2World_Step(world, STEP, substeps);
      },
      read: (state) => {
        bodies.forEach((body, i) => {
          const p = b2.b2Body_GetPosition(body);
          const v = b2.b2Body_GetLinearVelocity(body);
          const angle = b2.b2Rot_GetAngle(b2.b2Body_GetRotation(body));
          writePlanar(state, i, { x: p.x, y: p.y, angle }, v, b2.b2Body_GetAngularVelocity(body));
          p.delete();
          v.delete();
        });
      },
      dispose: () => {
        b2.b2DestroyWorld(world);
      },
    };
  };
  return {
    space: 2,
    version: versionOf('box2d3-wasm'),
    settings: `${substeps} substeps; single precision, one thread`,
    build,
  };
}
