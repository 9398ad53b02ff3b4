import { Distance2D, Rope2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  collide,
  automatic,
  blockLDL,
  conjugateGradient,
  conjugateResiduals,
  dense,
  dormandPrince,
  gaussSeidel,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
  type Solver,
  type WorldWarning,
} from '../../../runtime/index.js';

const SOLVERS = [blockLDL(), conjugateResiduals(), conjugateGradient(), gaussSeidel(), dense()];
const EVERY_STEP = [velocityStep(), dormandPrince()];
const FREE_STEPS = [rk4(), semiImplicitEuler(), rattle()];

/** A solver of an application, which works as `solver` does, and the number of its calls. */
function own(solver: Solver): { solver: Solver; calls: () => number } {
  let calls = 0;
  const create = (): ReturnType<Solver['create']> => {
    const made = solver.create();
    return {
      solve: (problem, report) => {
        calls++;
        made.solve(problem, report);
      },
    };
  };
  return { solver: { name: 'mine', create }, calls: () => calls };
}

/** A pendulum beside a bob on a rope, which hangs on it from the beginning if it is `taut`. */
function scene(solver: Solver | undefined, integrator: Integrator, taut: boolean) {
  const warnings: WorldWarning[] = [];
  const world = new World({
    space: 2,
    forces: [gravity([0, -9.81])],
    integrator,
    ...(solver && { solver }),
    onWarning: (warning) => warnings.push(warning),
  });
  const bob = (x: number) => world.addParticle({ mass: 1, position: [x, -1] });
  const [a, b] = [bob(0), bob(5)];
  world.add(new Distance2D({ a: world.ground.point([0, 0]), b: a, length: 1 }));
  const rope = (): Rope2D =>
    world.add(new Rope2D({ a: world.ground.point([5, 0]), b, length: taut ? 1 : 20 }, { name: 'the rope' }));
  return { world, rope, b, given: () => warnings.map(({ code }) => code), warnings };
}

describe("rows that an application's solver does not get", () => {
  it.each([...EVERY_STEP, ...FREE_STEPS])('are all while a bound acts: $name', (integrator) => {
    const { solver, calls } = own(blockLDL());
    const { world, rope, given, warnings } = scene(solver, integrator, true);
    world.step(1 / 240);
    const before = calls();
    expect(before).toBeGreaterThan(0);
    expect(given()).toEqual([]);
    rope();
    for (let k = 0; k < 100; k++) world.step(1 / 240);
    expect(calls()).toBe(before);
    expect(given()).toEqual(['W_SOLVER_BOUNDS']);
    expect(warnings[0]!.constraints).toEqual(["Rope2D 'the rope'"]);
    expect(warnings[0]!.time).toBe(1 / 240);
    expect(warnings[0]!.message).toMatch(/^The solver 'mine' .* Rope2D 'the rope'/);
    expect(warnings[0]!.message).toContain(`${integrator.name}()`);
    expect(warnings[0]!.message).toContain('Leave out the option solver');
  });

  it.each(EVERY_STEP)('are all while a bound could act: $name', (integrator) => {
    const { solver, calls } = own(dense());
    const { world, rope, warnings } = scene(solver, integrator, false);
    rope();
    for (let k = 0; k < 20; k++) world.step(1 / 240);
    expect(calls()).toBe(0);
    expect(warnings[0]!.message).toContain('every step');
  });

  it.each(FREE_STEPS)('are none while no bound acts: $name', (integrator) => {
    const { solver, calls } = own(dense());
    const { world, rope, warnings } = scene(solver, integrator, false);
    rope();
    for (let k = 0; k < 20; k++) world.step(1 / 240);
    expect(calls()).toBeGreaterThanOrEqual(20);
    expect(warnings[0]!.message).toContain('the steps in which one of them acts');
  });

  it.each(SOLVERS)('are the same where the solver is of the runtime: $name', (solver) => {
    const { world, rope, given } = scene(solver, velocityStep(), true);
    rope();
    world.step(1 / 240);
    expect(given()).toEqual(['W_SOLVER_BOUNDS']);
  });

  it('are no surprise where no solver was chosen', () => {
    for (const solver of [undefined, automatic()]) {
      const { world, rope, given } = scene(solver, velocityStep(), true);
      rope();
      world.step(1 / 240);
      expect(given()).toEqual([]);
    }
  });

  it('are reported once, whatever else comes and goes', () => {
    const { world, rope, given, b } = scene(dense(), velocityStep(), true);
    const first = rope();
    world.step(1 / 240);
    world.remove(first);
    world.step(1 / 240);
    world.add(new Rope2D({ a: world.ground.point([5, 0]), b, length: 1 }));
    world.step(1 / 240);
    expect(given()).toEqual(['W_SOLVER_BOUNDS']);
  });

  it('are those of contacts of shapes too, and of none but rows with bounds', () => {
    const { world, b, given, warnings } = scene(dense(), velocityStep(), true);
    const ball = world.addBody({ mass: 1, inertia: 1, position: [9, 0] });
    collide(world, {
      shapes: [
        { body: ball, disc: 1 },
        { box: [20, 1], at: [9, -1.5] },
      ],
    });
    world.add(new Distance2D({ a: world.ground.point([5, 0]), b, length: 1 }, { hertz: 2 }));
    world.step(1 / 240);
    expect(given()).toEqual(['W_SOLVER_BOUNDS']);
    expect(warnings[0]!.constraints).toEqual(['the contact of body #1 and the ground']);
  });
});
