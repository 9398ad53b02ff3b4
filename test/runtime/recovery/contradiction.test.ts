import { describe, expect, it } from 'vitest';
import {
  collide,
  blockLDL,
  conjugateGradient,
  conjugateResiduals,
  dense,
  gravity,
  velocityStep,
  World,
  type Solver,
  type WorldWarning,
} from '../../../runtime/index.js';
import { Distance2D as RegularDistance2D } from '../../../generated/index.js';
import { Distance2D, PointOnCircleDistance, PointOnCircle } from '../fixtures/index.js';
import { assemble, largestDifference, multiply, pseudoSolve, transpose } from '../fixtures/oracle.js';
import { bracedSquare } from '../fixtures/scenes.js';

const KS = 100;
const KD = 20;

function contradictoryRods(solver: Solver): { world: World; heard: WorldWarning[]; rods: Distance2D[] } {
  const heard: WorldWarning[] = [];
  const world = new World({
    space: 2,
    solver,
    feedback: { ks: KS, kd: KD },
    onWarning: (warning) => heard.push(warning),
  });
  const a = world.addParticle({ mass: 1, position: [0, 0], velocity: [0.2, 0] });
  const b = world.addParticle({ mass: 3, position: [1.2, 0.5], velocity: [0, 1] });
  const c = world.addParticle({ mass: 2, position: [2, 2] });
  const rods = [
    world.add(new Distance2D({ a, b, length: 1 })),
    world.add(new Distance2D({ a: b, b: c, length: 1.7 })),
    world.add(new Distance2D({ a, b, length: 2 })),
  ];
  return { world, heard, rods };
}

describe.each([conjugateGradient(), conjugateResiduals(), dense(), blockLDL()])(
  'contradictory rods with $name',
  (solver) => {
    it('get the least-squares force', () => {
      const { world } = contradictoryRods(solver);
      world.evaluate();
      const { A, J, C, Cdot, gamma, inverseMass } = assemble(world);
      const b = gamma.map((value, i) => -value - KS * C[i]! - KD * Cdot[i]!);
      const lambda = pseudoSolve(A, b);
      const missed = multiply(A, lambda).map((value, i) => b[i]! - value);
      expect(Math.hypot(...missed)).toBeGreaterThan(50);
      const expected = multiply(transpose(J), lambda).map((force, i) => force * inverseMass[i]!);
      expect(largestDifference(world.accelerations, expected)).toBeLessThan(1e-9);
      expect(
        largestDifference(
          [...world.constraints].sort((p, q) => (p.label < q.label ? -1 : 1)).map((rod) => rod.lambda[0]),
          lambda,
        ),
      ).toBeLessThan(1e-8);
    });

    it('are told of once per structure, by name', () => {
      const { world, heard, rods } = contradictoryRods(solver);
      world.step(1 / 100);
      world.step(1 / 100);
      expect(heard.map(({ message }) => message)).toEqual([
        'Constraints contradict each other at t = 0 s: no force gives all of them the acceleration they ask for. ' +
          'They miss it as follows (d²C/dt²): Distance2D #1 by -50.0, Distance2D #3 by 50.0. ' +
          'The force with the least squared error is applied. Remove one of them, or make their parameters agree. ' +
          'If they agree in another place, assemble(world) goes there.',
      ]);
      expect(world.warnings).toEqual(heard);
      expect(heard[0]).toMatchObject({
        code: 'W_CONTRADICTION',
        time: 0,
        constraints: ['Distance2D #1', 'Distance2D #3'],
      });

      world.remove(rods[1]!);
      world.step(1 / 100);
      expect(heard).toHaveLength(2);
      world.remove(rods[2]!);
      for (let k = 0; k < 10; k++) world.step(1 / 100);
      expect(heard).toHaveLength(2);
    });

    it('are told of at rest as well, where nothing else asks for an acceleration', () => {
      const world = new World({ space: 2, solver, feedback: { ks: KS, kd: KD }, onWarning: () => undefined });
      const b = world.addParticle({ mass: 1, position: [1.5 * Math.cos(1), 1.5 * Math.sin(1)] });
      const a = world.ground.point([0, 0]);
      world.add(new Distance2D({ a, b, length: 1 }));
      const long = world.add(new Distance2D({ a, b, length: 2 }));
      long.name = 'long rod';
      world.evaluate();
      expect(world.warnings[0]?.message).toContain("Distance2D #1 by -50.0, Distance2D 'long rod' by 50.0");
      expect(world.warnings[0]?.message).toContain('with the least squared error');
      expect(Math.abs(world.accelerations[0]!)).toBeLessThan(1e-12);
    });
  },
);

describe('warnings', () => {
  it('are not blamed on others where one constraint alone is at fault', () => {
    const heard: WorldWarning[] = [];
    const world = new World({ space: 2, feedback: { ks: KS, kd: KD }, onWarning: (warning) => heard.push(warning) });
    const a = world.addParticle({ mass: 1, position: [1, 1] });
    const b = world.addParticle({ mass: 1, position: [1, 1] });
    world.add(new RegularDistance2D({ a, b, length: 1 }));
    world.step(1 / 100);
    expect(heard[0]?.message).toBe(
      'Distance2D #1 cannot be satisfied at t = 0 s: no force changes its value. ' +
        'It misses what it asks for (d²C/dt²) by 100. ' +
        'All that it joins is held fast, or its derivatives are zero here, as those of a length are where its points coincide. ' +
        'Join it to something that moves, or move its points apart.',
    );
  });

  it('say nothing of least squares where the solver has none', () => {
    // One sweep over the rows, and no more.
    const sweep: Solver = {
      name: 'sweep',
      create: () => ({
        solve(problem, report) {
          const { size, rightHandSide: b, multipliers: x } = problem;
          const unit = new Float64Array(size);
          const [column, product] = [new Float64Array(size), new Float64Array(size)];
          x.fill(0);
          for (let i = 0; i < size; i++) {
            problem.multiply(unit.fill(0).fill(1, i, i + 1), column);
            problem.multiply(x, product);
            x[i]! += (b[i]! - product[i]!) / column[i]!;
          }
          report.converged = true;
          report.contradictory = true;
        },
      }),
    };
    const { world, heard } = contradictoryRods(sweep);
    world.evaluate();
    expect(heard[0]?.message).toContain('The force that the solver found is applied.');
  });

  it('are not given for redundant constraints that differ by drift', () => {
    // Moving off the circle at 3e-5 m/s makes the two forms of one circle differ by 9e-10 m/s².
    const ring = new World({ space: 2, feedback: false });
    const point = ring.addParticle({ mass: 1, position: [1, 0], velocity: [3e-5, 1] });
    ring.add(new PointOnCircleDistance({ p: point, radius: 1 }));
    ring.add(new PointOnCircle({ p: point, radius: 1 }));
    ring.evaluate();
    expect(ring.stats.residual).toBeGreaterThan(1e-11);
    expect(ring.warnings).toEqual([]);

    // At rest, where only feedback acts: a diagonal that is too long by 1e-10 m.
    const { world, rods } = bracedSquare({ feedback: { ks: KS, kd: KD }, onWarning: () => undefined });
    rods[1]!.params.length += 1e-10;
    world.evaluate();
    expect(world.stats.residual).toBeGreaterThan(0.1);
    expect(world.warnings).toEqual([]);
    rods[1]!.params.length += 1e-3;
    world.evaluate();
    expect(world.warnings).toHaveLength(1);
  });

  it('warn when the solver fails', () => {
    const world = new World({ space: 2, solver: conjugateGradient({ maxIterations: 1 }), onWarning: () => undefined });
    let a = world.addParticle({ mass: 1, position: [0, 0], velocity: [0, 1] });
    for (let i = 1; i < 6; i++) {
      const b = world.addParticle({ mass: i, position: [i, i % 2], velocity: [1, i] });
      world.add(new Distance2D({ a, b, length: i % 2 === 0 ? Math.SQRT2 : Math.SQRT2 }));
      a = b;
    }
    world.evaluate();
    world.evaluate();
    expect(world.warnings.map(({ code }) => code)).toEqual(['W_NOT_CONVERGED']);
    expect(world.warnings[0]!.message).toMatch(/^The solver stopped after 3 iterations at a relative residual of /);
  });

  it('name the masses where shapes of very different ones touch, whose contacts take no compliance', () => {
    const world = new World({
      space: 2,
      forces: [gravity([0, -9.81])],
      integrator: velocityStep(),
      onWarning: () => undefined,
    });
    const [light, heavy] = [
      world.addBody({ mass: 0.01, inertia: 0.01 / 6, position: [0, 0.5] }),
      world.addBody({ mass: 1e4, inertia: 1e4 / 6, position: [0.3, 4] }),
    ];
    const crates = [light, heavy].map((body) => ({ body, box: [1, 1] as const }));
    collide(world, { shapes: [{ box: [40, 1], at: [0, -0.5] }, ...crates] });
    world.run({ until: 0.8, dt: 1 / 60 });
    expect(world.warnings.map(({ code }) => code)).toEqual(['W_NOT_CONVERGED']);
    expect(world.warnings[0]!.message).toMatch(
      /in the contact of the ground and body #1\. Bodies may differ too much in mass there/,
    );
    expect(light.position[1]).toBeCloseTo(0.5, 2);
  });

  it.each([
    [3e-9, []],
    [3e-7, []],
    [3e-4, ['W_NOT_CONVERGED']],
  ])('two rods of a crate that stands, %d m apart, are told of where that is seen', (excess, codes) => {
    const h = 1 / 60;
    const world = new World({
      space: 2,
      forces: [gravity([0, -9.81])],
      integrator: velocityStep(),
      onWarning: () => undefined,
    });
    const crate = world.addBody({ mass: 5, inertia: 1, position: [0, 0.5] });
    collide(world, {
      shapes: [
        { box: [20, 1], at: [0, -0.5] },
        { body: crate, box: [1, 1] },
      ],
      friction: 0.5,
    });
    const b = world.ground.point([-2, 0.5]);
    for (const length of [2, 2 + excess]) world.add(new RegularDistance2D({ a: crate.point([0, 0]), b, length }));
    for (let k = 0; k < 60; k++) world.step(h);
    // Their forces have no bound but that of the search.
    expect(world.warnings.map(({ code }) => code)).toEqual(codes);
    // Both give way by the same.
    expect(Math.abs(crate.position[0] - excess / 2)).toBeLessThan(1e-3 * excess);
    // A residual of 1e-9 m/s in each counts as none; errors that give a warning can be seen.
    expect(Math.hypot(...crate.velocity)).toBeLessThan(Math.max(2e-9, codes.length > 0 ? excess : 0));
    // Without a search for impulses that do not exist, it takes some ten factorizations a step.
    if (excess < 1e-8) expect(world.stats.factorizations / world.stats.steps).toBeLessThan(20);
  });
});
