import Box2D from 'box2d3-wasm';
import { GRAVITY, ORIGIN, peerOfLayouts, STEP, versionOf, type Layout, type Peer, type Scene } from './scene.js';

/**
 * Box2D v3 in WebAssembly, single precision: soft constraints, solved once per substep with a
 * relaxation. These bindings cannot set the stiffness of joints; more substeps make them stiffer.
 */
export async function box2d3(substeps: number): Promise<Peer> {
  const b2 = await Box2D();
  const build = (layout: Layout): Scene => {
    const worldOptions = b2.b2DefaultWorldDef();
    worldOptions.gravity = new b2.b2Vec2(0, -GRAVITY);
    worldOptions.enableSleep = false;
    worldOptions.enableContinuous = false;
    worldOptions.maximumLinearSpeed = 1e6;
    const world = b2.b2CreateWorld(worldOptions);
    const ground = b2.b2CreateBody(world, b2.b2DefaultBodyDef());
    const bodies = Array.from({ length: layout.count }, (_, i) => {
      const options = b2.b2DefaultBodyDef();
      options.type = b2.b2BodyType.b2_dynamicBody;
      options.position = new b2.b2Vec2(layout.positions[2 * i]!, layout.positions[2 * i + 1]!);
      options.enableSleep = false;
      const body = b2.b2CreateBody(world, options);
      const mass = new b2.b2MassData();
      mass.mass = 1;
      mass.center = new b2.b2Vec2(0, 0);
      mass.rotationalInertia = 0;
      b2.b2Body_SetMassData(body, mass);
      return body;
    });
    for (const [a, b] of layout.rods) {
      const options = b2.b2DefaultDistanceJointDef();
      options.base.bodyIdA = a === ORIGIN ? ground : bodies[a]!;
      options.base.bodyIdB = bodies[b]!;
      options.length = 1;
      options.enableSpring = false;
      b2.b2CreateDistanceJoint(world, options);
    }
    return {
      step: () => {
        b2.b2World_Step(world, STEP, substeps);
      },
      read: (positions, velocities) => {
        bodies.forEach((body, i) => {
          const p = b2.b2Body_GetPosition(body);
          const v = b2.b2Body_GetLinearVelocity(body);
          positions.set([p.x, p.y], 2 * i);
          velocities.set([v.x, v.y], 2 * i);
          p.delete();
          v.delete();
        });
      },
      dispose: () => {
        b2.b2DestroyWorld(world);
      },
    };
  };
  return peerOfLayouts(
    'box2d3-wasm',
    versionOf('box2d3-wasm'),
    `b2DistanceJoint, enableSpring off; ${substeps} substeps; single precision, one thread`,
    build,
  );
}
