import Box2D from 'box2d3-wasm';
import { GRAVITY } from '../scene.js';
import { FRAME, STRIDE, type End, type Interactive, type InteractivePeer, type Layout, type Point } from './layout.js';

/**
 * Box2D v3 in WebAssembly, single precision: soft constraints, solved once per substep with a
 * relaxation. Guides are kinematic bodies with the velocities that lead to their next places.
 */
export async function box2d3(substeps: number): Promise<InteractivePeer> {
  const b2 = await Box2D();
  const build = ({ bodies, guides, joints }: Layout): Interactive => {
    const vector = ([x, y]: Point): InstanceType<typeof b2.b2Vec2> => new b2.b2Vec2(x, y);
    const worldOptions = b2.b2DefaultWorldDef();
    worldOptions.gravity = vector([0, -GRAVITY]);
    worldOptions.enableSleep = false;
    worldOptions.enableContinuous = false;
    worldOptions.maximumLinearSpeed = 1e6;
    const world = b2.b2CreateWorld(worldOptions);
    const ground = b2.b2CreateBody(world, b2.b2DefaultBodyDef());
    const handles = guides.map((guide) => {
      const options = b2.b2DefaultBodyDef();
      options.type = b2.b2BodyType.b2_kinematicBody;
      options.position = vector(guide(0));
      return b2.b2CreateBody(world, options);
    });
    const moving = bodies.map(({ mass, inertia = 0, position, velocity = [0, 0], spin = 0 }) => {
      const options = b2.b2DefaultBodyDef();
      options.type = b2.b2BodyType.b2_dynamicBody;
      options.position = vector(position);
      options.linearVelocity = vector(velocity);
      options.angularVelocity = spin;
      options.enableSleep = false;
      const body = b2.b2CreateBody(world, options);
      const data = new b2.b2MassData();
      data.mass = mass;
      data.center = vector([0, 0]);
      data.rotationalInertia = inertia;
      b2.b2Body_SetMassData(body, data);
      return body;
    });
    const placeOf = (end: End): readonly [body: typeof ground, at: Point] => {
      if ('ground' in end) return [ground, end.ground];
      return 'guide' in end ? [handles[end.guide]!, [0, 0]] : [moving[end.body]!, end.at];
    };
    for (const { a, b, length } of joints) {
      const options = length === 0 ? b2.b2DefaultRevoluteJointDef() : b2.b2DefaultDistanceJointDef();
      const [[bodyA, atA], [bodyB, atB]] = [placeOf(a), placeOf(b)];
      options.base.bodyIdA = bodyA;
      options.base.bodyIdB = bodyB;
      options.base.localFrameA.p = vector(atA);
      options.base.localFrameB.p = vector(atB);
      if ('length' in options) {
        options.length = length;
        options.enableSpring = false;
        b2.b2CreateDistanceJoint(world, options);
      } else b2.b2CreateRevoluteJoint(world, options);
    }
    let frame = 0;
    return {
      step: () => {
        frame++;
        handles.forEach((handle, i) => {
          const at = b2.b2Body_GetPosition(handle);
          const [x, y] = guides[i]!(frame * FRAME);
          b2.b2Body_SetLinearVelocity(handle, vector([(x - at.x) / FRAME, (y - at.y) / FRAME]));
          at.delete();
        });
        b2.b2World_Step(world, FRAME, substeps);
      },
      read: (state) => {
        moving.forEach((body, i) => {
          const at = b2.b2Body_GetPosition(body);
          state.set([at.x, at.y, b2.b2Rot_GetAngle(b2.b2Body_GetRotation(body))], STRIDE * i);
          at.delete();
        });
      },
      dispose: () => {
        b2.b2DestroyWorld(world);
      },
    };
  };
  return { name: `box2d3-wasm, ${substeps} substeps`, settings: 'single precision, one thread', build };
}
