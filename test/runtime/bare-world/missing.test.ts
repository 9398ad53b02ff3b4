import { Distance2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  BareWorld,
  dense,
  rattle,
  rk4,
  run,
  statistics,
  stepGuard,
  velocityStep,
  World,
  type BareWorldOptions,
  type Integrator,
} from '../../../runtime/index.js';
import { bare, fill, H, state } from '../fixtures/bare-worlds.js';
import { thrown } from '../fixtures/thrown.js';

describe('what is missing in a bare world is named', () => {
  // As a caller without types may do.
  const make = (options: object): (() => BareWorld) => {
    return () => new BareWorld(options as BareWorldOptions);
  };

  it.each([
    [
      { space: 2, integrator: rk4() },
      'E_OPTION_MISSING',
      "needs the option 'solver'. Give solver: dense(), or use World.",
    ],
    [{ space: 2, solver: dense(), integrator: 'rk4' }, 'E_FACTORY', "The integrator of a world is 'rk4'."],
    [{ space: 2, solver: dense(), integrator: rk4(), projection: true }, 'E_OPTION_UNKNOWN', "no 'projection'."],
    [{ space: 4, solver: dense(), integrator: rk4() }, 'E_SPACE', 'is 4'],
    [undefined, 'E_OPTIONS', 'BareWorld options are undefined'],
  ])('%o', (options, code, part) => {
    const { code: found, message } = thrown(make(options as object));
    expect(found).toBe(code);
    expect(message).toContain(part);
  });

  it('options of a run that need more', () => {
    const world = bare();
    const error = thrown(() => {
      world.run({ until: 1, samples: [0.5] } as { until: number });
    });
    expect(error.code).toBe('E_OPTION_UNKNOWN');
    expect(error.message).toContain("Run options have no 'samples'");
    expect(thrown(() => run(world, { until: 1, samples: [0.5] })).code).toBe('E_DENSE_OUTPUT');
  });

  it('code that an integrator does not bring along', () => {
    const own: Integrator = { name: 'own', create: () => velocityStep().create() };
    const world = fill(bare({ integrator: own }));
    const before = state(world);
    expect(
      thrown(() => {
        world.step(H);
      }),
    ).toEqual({
      code: 'E_OPTION_MISSING',
      message: 'The integrator has no code for velocities. Give it needs: { velocities }, or use World.',
    });
    expect(world.time).toBe(0);
    expect(before).toHaveLength(state(world).length);
    // A world has all of it, and a guard brings along what it uses.
    fill(new World({ space: 2, integrator: own })).step(H);
    fill(bare({ integrator: own, guard: stepGuard() })).step(H);
  });

  it('a guard, where the integrator gives a step up', () => {
    const spin = (options: Partial<BareWorldOptions>): BareWorld => {
      const world = bare({ integrator: rattle({ maxIterations: 1 }), ...options });
      const p = world.addParticle({ mass: 1, position: [1, 0], velocity: [0, 40] });
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
      return world;
    };
    const world = spin({});
    const before = state(world);
    expect(
      thrown(() => {
        world.step(1 / 30);
      }),
    ).toEqual({
      code: 'E_STEP_FAILED',
      message:
        'The integrator gave up the step from t = 0 s. Take shorter steps, or give the world guard: stepGuard().',
    });
    expect(state(world)).toEqual(before);
    const guarded = spin({ guard: stepGuard({ onWarning: () => undefined }) });
    guarded.step(1 / 30);
    expect(statistics(guarded).fallbacks).toBe(1);
  });
});
