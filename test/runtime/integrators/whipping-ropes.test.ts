import { expect, it } from 'vitest';
import { Rope2D } from 'holonomic/library';
import { gravity, velocityStep, World, type PointConnector } from '../../../runtime/index.js';

// It rose by two thirds of `m g l` in one step, seconds after light links had taken that.
it.each([
  [1, 20, 30, 1 / 60],
  [2, 20, 30, 1 / 60],
  [1, 20, 100, 1 / 240],
  [2, 20, 100, 1 / 240],
] as const)(
  'the energy of a wrecking ball rises by little in a step of order %d, whatever links of 0.1 kg took before: %d links, %d kg, %d s',
  (order, links, load, dt) => {
    const options = order === 1 ? {} : { order };
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep(options) });
    const pitch = 0.25;
    let end: PointConnector = world.ground.point([0, 0]);
    for (let k = 1; k <= links; k++) {
      const mass = k === links ? load : 0.1;
      const bead = world.addParticle({ mass, position: [pitch * k, 0] });
      world.add(new Rope2D({ a: end, b: bead, length: pitch }));
      end = bead;
    }
    let [before, most] = [world.energy().total, 0];
    for (let k = 0; k < 20 / dt; k++) {
      world.step(dt);
      const { total } = world.energy();
      most = Math.max(most, total - before);
      before = total;
    }
    expect(most).toBeLessThan(0.1 * load * 9.81 * links * pitch);
  },
);
