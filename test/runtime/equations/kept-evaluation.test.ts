import { expect, test } from 'vitest';
import { Distance2D } from '../../../generated/index.js';
import { gravity, velocityStep, World } from '../../../runtime/index.js';
import { internalsOf } from '../../../runtime/world/internals.js';

const STEPS = 60;

/** A chain of bars; each step does what somebody may do between steps. */
function chain() {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep(), watches: [] });
  const bars = [0, 1, 2].map((k) => world.addBody({ mass: 1, inertia: 0.1, position: [k + 0.5, 0] }));
  const links = bars.map((bar, k) =>
    world.add(
      new Distance2D({
        a: k === 0 ? world.ground.point([0, 0.2]) : bars[k - 1]!.point([0.5, 0]),
        b: bar.point([-0.5, 0]),
        length: 0.2,
      }),
    ),
  );
  const { system } = internalsOf(world).structure;
  const interfere = (k: number): void => {
    if (k % 7 === 3) links[k % 3]!.params.length = 0.2 + 0.001 * (k % 5);
    if (k % 11 === 5) bars[k % 3]!.velocity = [0.1, 0.2];
    if (k % 13 === 6) bars[2]!.position = [2.5, 0.01 * k];
    if (k % 17 === 8) expect(links[1]!.C[0]).toBeCloseTo(0, 1);
    if (k === 40) world.remove(links[2]!);
    if (k === 50) world.add(links[2]!);
  };
  return { world, bars, system, interfere };
}

const stateOf = ({ bars }: ReturnType<typeof chain>) =>
  bars.map(({ position, velocity }) => [...position, ...velocity]);

test('Rows are not evaluated twice in one state, and are in each other one', () => {
  const kept = chain();
  const anew = chain();
  for (let k = 0; k < STEPS; k++) {
    for (const { interfere } of [kept, anew]) interfere(k);
    // As if something had been evaluated since.
    anew.system.evaluation++;
    for (const { world } of [kept, anew]) world.step(1 / 60);
    expect(stateOf(kept)).toEqual(stateOf(anew));
  }
  expect(kept.system.evaluation).toBeLessThan(anew.system.evaluation - STEPS / 3);
});
