import { Distance2D } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { expect, test } from 'vitest';
import * as specs from '../../../examples/linkage-page/constraints-spec/crank.js';
import { BARS, JOINTS, legAt, metres } from '../../../examples/linkage-page/src/proportions.js';
import { assemble, gravity, rattle, World, type PointConnector } from '../../../runtime/index.js';
import { G } from '../fixtures/scenes.js';

/*
 * Jansen's legs are driven through a groove with lobes. They are so fast that in some steps the
 * simplified Newton iteration of RATTLE does not contract. The row of the motor is quadratic in
 * positions: as the iteration diverges, its terms grow faster than any error.
 */
test('a step whose iteration diverges fails, and is not accepted', () => {
  const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: rattle(), onWarning: () => undefined });
  const { PinInGroove } = compile('PinInGroove', specs.PinInGroove);
  const { Sweep } = compile('Sweep', specs.Sweep);
  const pin = world.addParticle({ mass: 0.1, position: [metres('m'), 0] });
  for (const side of [-1, 1] as const) {
    const places = legAt([metres('m'), 0], side);
    const points = new Map<string, PointConnector>([['pin', pin]]);
    for (const joint of JOINTS) {
      const position = places[joint];
      const mass = joint === 'foot' ? 0.25 : 0.1;
      points.set(joint, joint === 'hip' ? world.ground.point(position) : world.addParticle({ mass, position }));
    }
    for (const [letter, from, to] of BARS)
      world.add(new Distance2D({ a: points.get(from)!, b: points.get(to)!, length: metres(letter) }));
  }
  world.add(new PinInGroove!({ p: pin, radius: metres('m'), lift: 0.04 }));
  world.add(new Sweep!({ p: pin, rate: 6 }));
  assemble(world);
  let worst = 0;
  world.run({
    until: 3,
    dt: 1 / 480,
    onStep: () => {
      worst = Math.max(worst, world.residual().position);
    },
  });
  expect(world.stats.shortened).toBeGreaterThan(0);
  expect(worst).toBeLessThan(1e-10);
});
