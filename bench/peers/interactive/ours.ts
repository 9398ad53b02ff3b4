import { Coincident2D, Distance2D } from '../../../generated/index.js';
import { gravity, velocityStep, World, type PointConnector } from '../../../runtime/index.js';
import { GRAVITY } from '../scene.js';
import { FRAME, STRIDE, type End, type Interactive, type InteractivePeer, type Layout } from './layout.js';

/** This project, from its sources: one velocity step per frame, corrected to a millimetre. */
export function ours(): InteractivePeer {
  const build = ({ bodies, guides, joints }: Layout): Interactive => {
    const world = new World({
      space: 2,
      forces: [gravity([0, -GRAVITY])],
      integrator: velocityStep(),
      projection: { position: 1e-3, velocity: Infinity },
      onWarning: () => undefined,
    });
    const handles = guides.map((guide) => world.handle(guide(0)));
    const moving = bodies.map(({ mass, inertia, position, velocity = [0, 0], spin = 0 }) => {
      if (inertia !== undefined) return world.addBody({ mass, inertia, position, velocity, angularVelocity: spin });
      return world.addParticle({ mass, position, velocity });
    });
    const connector = (end: End): PointConnector => {
      if ('ground' in end) return world.ground.point(end.ground);
      if ('guide' in end) return handles[end.guide]!;
      const body = moving[end.body]!;
      return 'angle' in body ? body.point(end.at) : body;
    };
    for (const joint of joints) {
      const [a, b] = [connector(joint.a), connector(joint.b)];
      world.add(joint.length === 0 ? new Coincident2D({ a, b }) : new Distance2D({ a, b, length: joint.length }));
    }
    let frame = 0;
    return {
      step: () => {
        frame++;
        handles.forEach((handle, i) => {
          handle.moveTo(guides[i]!(frame * FRAME));
        });
        world.step(FRAME);
      },
      read: (state) => {
        moving.forEach((body, i) => {
          state.set(body.position, STRIDE * i);
          state[STRIDE * i + 2] = 'angle' in body ? body.angle.value : 0;
        });
      },
    };
  };
  return { name: 'holonomic', settings: 'velocityStep(), projection: { position: 1e-3, velocity: Infinity }', build };
}
