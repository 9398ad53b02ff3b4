import { describe, expect, it } from 'vitest';
import { Coincident2D, Distance2D } from 'holonomic/library';
import {
  conjugateGradient,
  dense,
  dormandPrince,
  rk4,
  semiImplicitEuler,
  World,
  type Integrator,
  type WorldOptions,
} from '../../../runtime/index.js';
import { fourBars, fourBarTips } from '../fixtures/four-bars.js';

/** Runs `n` four-bars, and returns the largest error of the first tip, the energy and the world. */
function errorOf(n: number, until: number, options: Partial<WorldOptions>, dt?: number) {
  const warnings: string[] = [];
  const { world, tip } = fourBars(n, { ...options, onWarning: ({ code }) => warnings.push(code) });
  const times = Array.from({ length: Math.round(until * 20) }, (_, i) => (i + 1) / 20);
  const energy = world.energy().total;
  let error = 0;
  let energyError = 0;
  fourBarTips(n, times).forEach(([x, y], i) => {
    world.run(dt === undefined ? { until: times[i]! } : { until: times[i]!, dt });
    error = Math.max(error, Math.hypot(tip.position[0] - x!, tip.position[1] - y!));
    energyError = Math.max(energyError, Math.abs(world.energy().total - energy));
  });
  return { error, energyError, evaluations: world.stats.evaluations, warnings };
}

describe('dormandPrince passes dead centres of four-bars in line', () => {
  it.each([
    [1, undefined, 1e-4],
    [2, undefined, 1e-4],
    [5, undefined, 1e-4],
    [1, 1e-4, 2e-3],
    [2, 1e-7, 1e-5],
    [5, 1e-7, 1e-5],
    [1, 1e-9, 1e-7],
    [2, 1e-9, 1e-7],
    [5, 1e-9, 1e-7],
  ])('%d, at the tolerance %s', (n, rtol, allowed) => {
    const integrator = dormandPrince(rtol === undefined ? {} : { rtol, atol: rtol / 1000 });
    const { error, energyError, evaluations, warnings } = errorOf(n, 10, { integrator });
    expect(error).toBeLessThan(allowed);
    expect(energyError).toBeLessThan(10 * allowed);
    // Some 3,000, 4,000 and 8,500 were taken: as many as on the way between dead centres.
    expect(evaluations).toBeLessThan(12_000);
    expect(warnings).toEqual([]);
  });

  it('40 of them, with 40 dependent rows', () => {
    const { error, evaluations, warnings } = errorOf(40, 4, { integrator: dormandPrince() });
    expect(error).toBeLessThan(1e-5);
    expect(evaluations).toBeLessThan(2000);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['dense', dense()],
    ['conjugateGradient', conjugateGradient()],
  ])('with the solver %s, which knows no pivots', (_, solver) => {
    const { error, warnings } = errorOf(2, 5, { integrator: dormandPrince(), solver });
    expect(error).toBeLessThan(1e-4);
    expect(warnings).toEqual([]);
  });

  it('within steps of the world, with projection, and without feedback', () => {
    const integrator = dormandPrince();
    expect(errorOf(2, 5, { integrator }, 1 / 60).error).toBeLessThan(1e-5);
    expect(errorOf(2, 5, { integrator, projection: true }).error).toBeLessThan(1e-4);
    expect(errorOf(2, 5, { integrator, feedback: false }).error).toBeLessThan(1e-4);
  });

  it('as rk4 does', () => {
    expect(errorOf(2, 5, { integrator: rk4() }, 1 / 240).error).toBeLessThan(1e-4);
  });
});

/** A parallelogram whose cranks turn by 2 rad/s through its change points, where all bars are in line. */
function parallelogram(integrator: Integrator) {
  const world = new World({ space: 2, integrator, onWarning: () => undefined });
  const { ground } = world;
  const crank = world.addBody({
    mass: 1,
    inertia: 1 / 12,
    position: [0.5, 0],
    velocity: [0, 1],
    angularVelocity: 2,
  });
  const knee = world.addParticle({ mass: 1, position: [3, 0], velocity: [0, 2] });
  world.add(new Coincident2D({ a: crank.point([-0.5, 0]), b: ground.point([0, 0]) }));
  world.add(new Distance2D({ a: knee, b: ground.point([2, 0]), length: 1 }));
  world.add(new Distance2D({ a: knee, b: crank.point([0.5, 0]), length: 2 }));
  const energy = world.energy().total;
  const lost = () => (energy - world.energy().total) / energy;
  return { world, crank, lost, codes: () => world.warnings.map(({ code }) => code) };
}

// Steps of 1/240 s end 0.04 ms from some change points.
it.each([1e-8, 1e-9, 1e-10, 1e-12])(
  'dormandPrince passes change points of a parallelogram at the tolerance %s in steps of 1/240 s',
  (rtol) => {
    const { world, crank, lost, codes } = parallelogram(dormandPrince({ rtol, atol: 1e-12 }));
    world.run({ until: 10, dt: 1 / 240 });
    expect(crank.angle.value).toBeCloseTo(20, 9);
    expect(Math.abs(lost())).toBeLessThan(1e-9);
    expect(codes()).toEqual([]);
  },
);

describe('semiImplicitEuler, through the change points of a parallelogram', () => {
  it('keeps the energy by steps that are short enough', () => {
    const { world, crank, lost, codes } = parallelogram(semiImplicitEuler());
    world.run({ until: 10, dt: 1 / 960 });
    expect(crank.angle.value).toBeCloseTo(20, 1);
    expect(lost()).toBeLessThan(0.005);
    expect(codes()).toEqual([]);
  });

  it('tells where it may lose it', () => {
    const { world, codes } = parallelogram(semiImplicitEuler());
    world.run({ until: 7, dt: 1 / 480 });
    expect(codes()).toEqual(['W_NEAR_SINGULAR']);
  });
});
