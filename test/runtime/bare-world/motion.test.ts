import { Distance2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  blockLDL,
  conjugateGradient,
  conjugateResiduals,
  dense,
  dormandPrince,
  gaussSeidel,
  rattle,
  remove,
  rk4,
  semiImplicitEuler,
  statistics,
  velocityStep,
  World,
  type Integrator,
  type Particle,
  type Solver,
  type BareWorld,
} from '../../../runtime/index.js';
import { bare, fill, forces, H, state, weight } from '../fixtures/bare-worlds.js';

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
