import { expect, it } from 'vitest';
import { collide, gravity, velocityStep, World } from '../../../runtime/index.js';

it('crates that begin within each other come apart without a factorization: 1,440 rows took half a minute', () => {
  for (const spread of [0, 0.1]) {
    const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])], integrator: velocityStep() });
    const crates = Array.from({ length: 16 }, (_, k) =>
      world.addBody({
        mass: 1,
        inertia: [0.1, 0.1, 0.1],
        position: [spread * Math.sin(k), spread * Math.cos(3 * k), 3 + spread * Math.sin(7 * k)],
      }),
    );
    const shapes = crates.map((body) => ({ body, box: [0.6, 0.6, 0.6] as const }));
    collide(world, { shapes: [{ plane: [0, 0, 1] }, ...shapes] });
    for (let k = 0; k < 4; k++) world.step(1 / 60);
    expect(world.stats.factorizations).toBe(0);
    expect(world.warnings.map(({ code }) => code)).toEqual(['W_ILLEGAL_START']);
  }
});
