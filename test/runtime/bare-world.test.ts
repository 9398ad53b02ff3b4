import { PointOnCycloid } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it, vi } from 'vitest';
import {
  addBody,
  addHandle,
  assemble,
  BareWorld,
  blockLDL,
  conjugateGradient,
  conjugateResiduals,
  degreesOfFreedom,
  dense,
  dormandPrince,
  drag,
  gaussSeidel,
  gravity,
  rattle,
  remove,
  restoreSnapshot,
  rk4,
  run,
  semiImplicitEuler,
  statistics,
  stepGuard,
  takeSnapshot,
  velocityStep,
  World,
  type BareWorldOptions,
  type Integrator,
  type Particle,
  type SnapshotJSON,
  type Solver,
  type WorldWarning,
} from '../../runtime/index.js';
import { Coincident2D, Distance2D, PointOnCircle } from './fixtures/index.js';
import { hangNet } from './fixtures/pinned-net.js';
import { thrown } from './fixtures/thrown.js';

const H = 1 / 240;
const weight = [gravity([0, -9.81])];
const forces = [...weight, drag(0.05)];
const bare = (options: Partial<BareWorldOptions> = {}): BareWorld =>
  new BareWorld({ space: 2, solver: dense(), integrator: rk4(), forces, ...options });

/** A braced square, which has a row too many, hung up by a chain from a handle, with a bead on a circle. */
function fill<W extends BareWorld>(world: W): W {
  const hand = addHandle(world, (t) => [0.1 * Math.sin(5 * t), 0]);
  const corners = [
    [2, 0],
    [3, 0],
    [3, 1],
    [2, 1],
  ].map((position, i) => world.addParticle({ mass: 1 + i, position, velocity: [0, 0.2] }));
  const link = world.addParticle({ mass: 0.5, position: [1, 0] });
  for (const [i, a] of corners.entries()) {
    for (const b of corners.slice(i + 1)) {
      world.add(
        new Distance2D({ a, b, length: Math.hypot(a.position[0]! - b.position[0]!, a.position[1]! - b.position[1]!) }),
      );
    }
  }
  world.add(new Distance2D({ a: hand, b: link, length: 1 }));
  world.add(new Distance2D({ a: link, b: corners[0]!, length: 1 }));
  const bead = world.addParticle({ mass: 1, position: [0, -1], velocity: [1, 0] });
  world.add(new PointOnCircle({ p: bead, centre: [0, 0], radius: 1 }));
  return world;
}

const state = (world: BareWorld): number[] => [
  world.time,
  ...world.particles.flatMap(({ position, velocity }) => [...position, ...velocity]),
  ...world.constraints.flatMap((constraint) => [...constraint.lambda, ...constraint.C]),
];

describe('a bare world moves as a world does, to the last bit', () => {
  const solvers: [string, () => Solver, () => Solver][] = [
    ['dense', dense, dense],
    ['blockLDL', blockLDL, blockLDL],
    ['conjugateResiduals', conjugateResiduals, conjugateGradient],
    ['gaussSeidel', gaussSeidel, gaussSeidel],
  ];
  const integrators: [string, () => Integrator][] = [
    ['rk4', rk4],
    ['velocityStep', velocityStep],
    ['semiImplicitEuler', semiImplicitEuler],
    ['rattle', rattle],
    ['dormandPrince', dormandPrince],
  ];

  it.each(
    solvers.flatMap(([name, solver, ofWorld]) =>
      integrators.map(([i, make]) => [name, i, solver, ofWorld, make] as const),
    ),
  )('with %s and %s', (_solver, _integrator, solver, ofWorld, integrator) => {
    const a = fill(bare({ solver: solver(), integrator: integrator() }));
    const b = fill(new World({ space: 2, solver: ofWorld(), integrator: integrator(), forces }));
    for (let i = 0; i < 48; i++) {
      a.step(H);
      b.step(H);
    }
    expect(b.stats.fallbacks).toBe(0);
    expect(state(a)).toEqual(state(b));
    expect(a.energy()).toEqual(b.energy());
    expect(a.residual()).toEqual(b.residual());
    expect(a.residual().position).toBeLessThan(1e-3);
    a.evaluate();
    b.evaluate();
    expect([...a.accelerations]).toEqual([...b.accelerations]);
    expect(statistics(a)).toEqual(b.stats);
  });

  it('with gains of feedback, an integral among them, in a run, when things come and go', () => {
    const options = { feedback: { ks: 900, kd: 60, ki: 10 } };
    const a = fill(bare(options));
    const b = fill(new World({ space: 2, solver: dense(), integrator: rk4(), forces, ...options }));
    for (const world of [a, b]) {
      world.run({ until: 0.1 });
      remove(world, world.constraints[3]!);
      remove(world, world.constraints.at(-1)!);
      remove(world, world.particles.at(-1)!);
      let steps = 0;
      world.run({ until: 0.2003, dt: 1 / 300, onStep: () => steps++ });
      expect(steps).toBe(31);
    }
    expect(a.time).toBe(0.2003);
    expect(state(a)).toEqual(state(b));
  });

  it('on a chain, solved in place and with remembered forces', () => {
    const chained = <W extends BareWorld>(world: W): W => {
      let end: Particle | undefined;
      for (let i = 1; i <= 20; i++) {
        const next = world.addParticle({ mass: 1, position: [i, 0] });
        world.add(new Distance2D({ a: end ?? world.ground.point([0, 0]), b: next, length: 1 }));
        end = next;
      }
      for (let i = 0; i < 60; i++) world.step(H);
      return world;
    };
    const b = chained(new World({ space: 2, solver: blockLDL(), forces: weight }));
    expect(b.stats.fallbacks).toBe(0);
    expect(state(chained(bare({ solver: blockLDL(), forces: weight })))).toEqual(state(b));
  });
});

describe('functions that take a bare world', () => {
  it('add bodies and handles, and remove them', () => {
    const build = <W extends BareWorld>(world: W): W => {
      const hand = addHandle(world, [0, 0]);
      const body = addBody(world, { mass: 2, inertia: 0.3, position: [0, -1], angularVelocity: 1 });
      const joint = world.add(new Coincident2D({ a: hand, b: body.point([0, 1]) }));
      for (let i = 0; i < 20; i++) {
        hand.moveTo([0.01 * i, 0]);
        world.step(H);
      }
      expect(
        thrown(() => {
          remove(world, body);
        }).code,
      ).toBe('E_IN_USE');
      remove(world, joint);
      world.step(H);
      remove(world, body);
      expect(body.removed).toBe(true);
      remove(world, hand);
      expect(hand.removed).toBe(true);
      expect(
        thrown(() => {
          remove(world, body);
        }).message,
      ).toContain('is not in this world. It was never added, or was');
      expect(
        thrown(() => {
          remove(bare(), world.addParticle({ mass: 1, position: [0, 0] }));
        }).message,
      ).toContain('It is in another world');
      world.addParticle({ mass: 1, position: [...body.position] });
      return world;
    };
    const options = { solver: blockLDL(), integrator: rk4(), forces };
    expect(state(build(bare(options)))).toEqual(state(build(new World({ space: 2, ...options }))));
  });

  it('assemble, count degrees of freedom, and save', () => {
    const build = <W extends BareWorld>(world: W): W => {
      fill(world);
      for (const particle of world.particles) particle.position[0]! += 0.05 * particle.position[1]!;
      assemble(world);
      expect(world.residual().position).toBeLessThan(1e-9);
      return world;
    };
    const a = build(bare());
    const b = build(new World({ space: 2, solver: dense(), forces }));
    expect(state(a)).toEqual(state(b));
    expect(degreesOfFreedom(a)).toBe(b.degreesOfFreedom());
    const start = takeSnapshot(a);
    a.run({ until: 0.1 });
    const end = state(a);
    restoreSnapshot(a, JSON.parse(JSON.stringify(start)) as SnapshotJSON);
    a.run({ until: 0.1 });
    expect(state(a)).toEqual(end);
  });

  it('assemble where rows lose their rank, which takes a regularized matrix', () => {
    const flat = <W extends BareWorld>(world: W): W => {
      const p = world.addParticle({ mass: 1, position: [1.5, 0] });
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
      world.add(new Distance2D({ a: world.ground.point([1, 0]), b: p, length: 1 }));
      assemble(world);
      return world;
    };
    expect(state(flat(bare()))).toEqual(state(flat(new World({ space: 2, solver: dense(), forces }))));
  });

  it('run an adaptive integrator by steps of its own, with samples and events', () => {
    const seen = (world: BareWorld): number[] => {
      const samples: number[] = [];
      fill(world);
      const event = run(world, {
        until: 1,
        samples: [0.1, 0.25],
        onSample: (at) => samples.push(...state(at)),
        events: [{ function: (at) => at.particles[0]!.position[1]! + 0.2, terminal: true }],
      });
      expect(event?.terminal).toBe(true);
      return [...samples, ...state(world)];
    };
    const b = new World({ space: 2, solver: dense(), integrator: dormandPrince(), forces });
    expect(seen(bare({ integrator: dormandPrince() }))).toEqual(seen(b));
  });
});

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
    [{ space: 2, solver: dense(), integrator: 'rk4' }, 'E_OPTION_MISSING', "needs the option 'integrator'."],
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
