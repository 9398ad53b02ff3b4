import { Distance2D, PointOnCycloid } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it, vi } from 'vitest';
import {
  blockLDL,
  dense,
  statistics,
  stepGuard,
  World,
  type BareWorldOptions,
  type WorldWarning,
  type BareWorld,
} from '../../../runtime/index.js';
import { bare, fill, forces, H, state, weight } from '../fixtures/bare-worlds.js';
import { hangNet } from '../fixtures/pinned-net.js';
import { thrown } from '../fixtures/thrown.js';

/** A net whose rods depend on each other for a moment. */
function folding<W extends BareWorld>(world: W): W {
  hangNet(world, 12).run({ until: 1.2 });
  return world;
}

describe('the guard of steps', () => {
  it('does what that of a world does', () => {
    const told: WorldWarning[] = [];
    const guard = stepGuard({ onWarning: (warning) => told.push(warning) });
    const a = folding(bare({ guard, solver: blockLDL(), forces: weight }));
    const toldByWorld: WorldWarning[] = [];
    const onWarning = (warning: WorldWarning): void => {
      toldByWorld.push(warning);
    };
    const b = folding(new World({ space: 2, solver: blockLDL(), forces: weight, onWarning }));
    expect(b.stats.fallbacks).toBeGreaterThan(0);
    expect(statistics(a)).toEqual(b.stats);
    expect(state(a)).toEqual(state(b));
    expect(told).toEqual(toldByWorld);
    expect(told.map(({ code }) => code)).toContain('W_NEAR_SINGULAR');
  });

  it('projects if that is asked for', () => {
    const a = fill(bare({ guard: stepGuard({ projection: true }) }));
    const b = fill(new World({ space: 2, solver: dense(), forces, projection: true }));
    for (const world of [a, b]) world.run({ until: 0.1 });
    expect(a.residual().position).toBeLessThan(1e-10);
    expect(state(a)).toEqual(state(b));
    expect(thrown(() => stepGuard({ projection: { position: 0 } })).code).toBe('E_NOT_POSITIVE');
  });

  it('is not there unless it is asked for', () => {
    expect(statistics(folding(bare({ solver: blockLDL(), forces: weight }))).fallbacks).toBe(0);
    const print = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const contradict = (world: BareWorld): void => {
      const p = world.addParticle({ mass: 1, position: [1, 0] });
      for (const length of [1, 1.5]) world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length }));
      world.step(H);
    };
    contradict(bare());
    expect(print).not.toHaveBeenCalled();
    contradict(bare({ guard: stepGuard() }));
    expect(print.mock.lastCall![0]).toContain('Constraints contradict each other');
    print.mockRestore();
  });

  it('names the constraint that a state becomes infinite at', () => {
    const message = (options: Partial<BareWorldOptions>): string => {
      const world = bare(options);
      // No point of a cycloid is higher than twice its radius.
      world.add(new PointOnCycloid({ p: world.addParticle({ mass: 1, position: [0, 3] }), radius: 1 }));
      return thrown(() => {
        world.step(H);
      }).message;
    };
    expect(message({})).toBe(
      'In step 1, from t = 0 s, the state of particle #1 became infinite or NaN. ' +
        'Look for a force that grows without bound or a formula without a value, or take smaller steps.',
    );
    expect(message({ guard: stepGuard() })).toContain(
      'that of PointOnCycloid #1 at t = 0 s, with p = [0, 3], radius = 1',
    );
  });

  it('names the constraint at a singular point, of which a bare world knows the type', () => {
    const { Strict } = compile('Strict', {
      summary: 'A rod that throws.',
      space: 2,
      inputs: { a: 'point', b: 'point' },
      C: 'norm(a - b) == 1',
      singular: 'throw',
    });
    const message = (options: Partial<BareWorldOptions>): string => {
      const world = bare(options);
      world.add(new Strict!({ a: world.ground.point([0, 0]), b: world.addParticle({ mass: 1, position: [0, 0] }) }));
      return thrown(() => {
        world.step(H);
      }).message;
    };
    const hint =
      "It is singular where norm(a - b) = 0 (a and b coincide). Keep away from there, or give its spec singular: 'regularize'.";
    expect(message({})).toBe(`In step 1, at t = 0 s, Strict has no finite value or derivative. ${hint}`);
    expect(message({ guard: stepGuard() })).toBe(
      `In step 1, at t = 0 s, Strict #1 has no finite value or derivative, with a = [0, 0], b = [0, 0]. ${hint}`,
    );
  });
});
