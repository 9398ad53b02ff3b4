import { expect, test } from 'vitest';
import { Distance2D } from '../../../generated/index.js';
import { gravity, World } from '../../../runtime/index.js';
import { IS_FULL } from '../../support/scope.js';
import { greatestOf, leastOf } from '../../../runtime/base/vector.js';

// Beyond what a call takes as arguments, which no smaller number shows.
test.runIf(IS_FULL)('130,000 particles, each on a rod of its own', () => {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
  for (let i = 0; i < 130_000; i++) {
    const bob = world.addParticle({ mass: 1, position: [i, 0] });
    world.add(new Distance2D({ a: world.ground.point([i, 1]), b: bob, length: 1 }));
  }
  world.step(1 / 240);
  expect(world.residual().position).toBeLessThan(1e-9);
  expect(world.degreesOfFreedom()).toBe(130_000);
});

test('extremes of more values than a call takes arguments', () => {
  const values = Array.from({ length: 300_000 }, (_, i) => Math.sin(i));
  values[7] = 3;
  values[8] = -4;
  expect([greatestOf(values), leastOf(values)]).toEqual([3, -4]);
  expect([greatestOf([]), leastOf([])]).toEqual([-Infinity, Infinity]);
  expect(greatestOf([1, NaN, 2])).toBeNaN();
});
