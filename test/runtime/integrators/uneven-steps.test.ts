import { describe, expect, it } from 'vitest';
import { Distance2D } from 'holonomic/library';
import { dormandPrince, gravity, rk4, World, type Integrator } from '../../../runtime/index.js';

/** A double pendulum that is let go level. */
function swing(integrator: Integrator): World {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator });
  const a = world.addParticle({ mass: 1, position: [1, 0] });
  const b = world.addParticle({ mass: 1, position: [1, -1] });
  world.add(new Distance2D({ a: world.ground.point([0, 0]), b: a, length: 1 }));
  world.add(new Distance2D({ a, b, length: 1 }));
  return world;
}

/** The largest change of the energy, J, in steps whose lengths `next` gives, up to the time `until`. */
function change(world: World, until: number, next: (k: number) => number): number {
  const start = world.energy().total;
  let most = 0;
  for (let k = 0; world.time < until - 1e-9; k++) {
    world.step(next(k));
    most = Math.max(most, Math.abs(world.energy().total - start));
  }
  return most;
}

describe.each([
  ['rk4', rk4, 4e-4],
  ['dormandPrince', dormandPrince, 1e-6],
] as const)('steps of unequal length by %s', (_, integrator, most) => {
  it('of which the last before each tenth of a second is what is left of it, by rounding too', () => {
    const world = swing(integrator());
    const ends = (time: number): number => Math.floor(time * 10 + 1e-12) / 10 + 0.1;
    let end = 0.1;
    const found = change(world, 1, () => {
      if (world.time >= end) end = ends(end);
      return Math.min(1 / 60, end - world.time);
    });
    expect(found).toBeLessThan(most);
    expect(world.warnings).toEqual([]);
  });

  it('that are long and short in turn, and a moment after long ones', () => {
    const world = swing(integrator());
    expect(change(world, 1, (k) => (k % 2 === 0 ? 1 / 60 : 1 / 6000))).toBeLessThan(most);
    expect(change(world, world.time + 1e-9, () => 1e-10)).toBeLessThan(most);
  });

  it('that stay short after long ones: errors become those of short ones', () => {
    const world = swing(integrator());
    change(world, 0.5, () => 1 / 60);
    change(world, world.time + 0.2, () => 1 / 600);
    expect(world.residual().position).toBeLessThan(1e-7);
  });
});
