import { describe, expect, it } from 'vitest';
import { ComplementaritySolver } from '../../../runtime/complementarity/complementarity-solver.js';
import { emptyComplementarityReport } from '../../../runtime/complementarity/report.js';
import { denseProblem } from '../fixtures/contact/dense-problem.js';
import { painleveRod } from '../fixtures/contact/painleve.js';
import { energyOf } from '../fixtures/contact/rigid-system.js';
import {
  COLD_SCENES,
  edge,
  pinchedCapsule,
  radians,
  rollingTest,
  slidingBox,
  tower,
} from '../fixtures/contact/scenes.js';
import { mean, run } from '../fixtures/contact/stepping.js';
import { random } from '../fixtures/oracle.js';

const report = emptyComplementarityReport();
const degrees = Array.from({ length: 8 }, (_, k) => 35 + 7 * k);

describe('friction, solved without an estimate', () => {
  it.each(COLD_SCENES)('%s', (_, make) => {
    const { bodies, rows, g, h } = make();
    const { factorizations, residuals, converged } = run(bodies, rows, 1, { g, h });
    expect(converged).toBe(true);
    expect(residuals[0]).toBeLessThanOrEqual(1e-12);
    expect(factorizations[0]).toBeLessThanOrEqual(15);
  });

  it.each([1, 10, 20])('holds a tower of %i below the angle of friction, and lets it slide above', (n) => {
    const [held, slides] = [-0.01, 0.01].map((offset) => {
      const { bodies, rows, g, h } = tower(n, { theta: edge(offset), height: 0.5 / n });
      return Math.max(...run(bodies, rows, 1, { g, h }).system.velocities().map(Math.abs));
    });
    expect(held).toBeLessThanOrEqual(1e-14);
    // The component in the horizontal plane of g (sin θ − µ cos θ) h, which has the azimuth 0.3.
    const expected = ((9.81 * (Math.sin(edge(0.01)) - 0.5 * Math.cos(edge(0.01)))) / 240) * Math.cos(0.3);
    expect(slides).toBeCloseTo(expected, 13);
  });

  it.each(degrees)("solves Painlevé's problem at %i°", (angle) => {
    for (const mu of [0.5, 1, 1.4, 2, 3]) {
      const problem = painleveRod(radians(angle), mu);
      new ComplementaritySolver().solve(problem, report);
      expect(report.converged).toBe(true);
      expect(report.residual).toBeLessThanOrEqual(1e-12);
    }
  });

  it("finds the impact without collision of Painlevé's rod", () => {
    const problem = painleveRod(radians(63.4), 1.4);
    new ComplementaritySolver().solve(problem, report);
    // The rod jams: λ = A⁻¹ b, which lies inside the cone.
    expect([...problem.multipliers]).toEqual([expect.closeTo(0.30861, 5), expect.closeTo(-0.40331, 5)]);
  });

  it('solves nearly all of random problems with equalities, limits, motors and contacts', () => {
    const next = random(59);
    let solved = 0;
    for (let k = 0; k < 50; k++) {
      const J = Array.from({ length: 15 }, () => Array.from({ length: 10 }, next));
      const v = Array.from({ length: 10 }, () => 3 * next());
      const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
      const lower = J.map((_, i) => [-Infinity, 0, -0.3][i] ?? 0);
      const upper = J.map((_, i) => [Infinity, Infinity, 0.3][i] ?? 0);
      const contacts = {
        normal: Int32Array.of(3, 6, 9, 12),
        tangents: 2,
        coefficient: Float64Array.of(0.3, 0.6, 0, 0.9),
      } as const;
      const A = J.map((row) => J.map((other) => dot(row, other)));
      const b = J.map((row) => -dot(row, v));
      const problem = denseProblem(A, b, lower, upper, contacts);
      new ComplementaritySolver().solve(problem, report);
      expect(problem.multipliers.every(Number.isFinite)).toBe(true);
      expect(report.factorizations).toBeLessThanOrEqual(100);
      if (report.converged) solved++;
      // A contact without friction beside others has none.
      expect(Math.hypot(problem.multipliers[10]!, problem.multipliers[11]!)).toBeLessThan(1e-12);
    }
    expect(solved).toBeGreaterThanOrEqual(49);
  });
});

describe('friction over time', () => {
  it('rolls 25 balls on a box as a closed form says', () => {
    const { bodies, rows, g } = rollingTest();
    const { factorizations, converged } = run(bodies, rows, 40, { g, h: 1e-3 });
    expect(converged).toBe(true);
    expect(mean(factorizations.slice(1))).toBeLessThanOrEqual(1.1);
    // The balls resist with 2/7 of their mass: a = (150 − 0.4 · 35 · 9.81) / (10 + 25 · 2/7).
    const acceleration = (150 - 0.4 * 35 * 9.81) / (10 + 50 / 7);
    expect(acceleration).toBeCloseTo(0.7385, 12);
    bodies.forEach(({ v }, k) => {
      expect(Math.hypot(v[0], v[1])).toBeCloseTo(0.04 * acceleration * (k === 0 ? 1 : 2 / 7), 12);
      expect(Math.abs(v[0] - v[1])).toBeLessThan(1e-13);
    });
  });

  it.each([
    [240, 0.403586],
    [960, 0.406706],
  ])('stops a sliding box where it should, and does not lift it: %i steps a second', (rate, expected) => {
    const { bodies, rows } = slidingBox(0.5, 2);
    let lift = 0;
    const { converged } = run(bodies, rows, Math.ceil(0.6 * rate), {
      h: 1 / rate,
      onStep: () => (lift = Math.max(lift, Math.abs(bodies[0]!.x[2] - 0.25))),
    });
    expect(converged).toBe(true);
    expect(lift).toBe(0);
    expect(bodies[0]!.x[0]).toBeCloseTo(expected, 6);
    // Moreau's step is of first order.
    expect(Math.abs(bodies[0]!.x[0] - 4 / 9.81)).toBeLessThan(1.05 / rate);
  });

  it('never adds energy to a box that slides and spins', () => {
    const { bodies, rows, g } = slidingBox(0.5, 2, 10);
    let energy = energyOf(bodies, g);
    let rise = -Infinity;
    const { converged } = run(bodies, rows, 192, {
      onStep: () => {
        rise = Math.max(rise, energyOf(bodies, g) - energy);
        energy = energyOf(bodies, g);
      },
    });
    expect(converged).toBe(true);
    expect(rise).toBeLessThanOrEqual(1e-13);
    expect(Math.hypot(...bodies[0]!.v, ...bodies[0]!.w)).toBeLessThan(1e-11);
  });

  it('holds a pinched capsule, and keeps the preload', () => {
    const { bodies, rows } = pinchedCapsule();
    const preload = 15 / 240;
    const { system, converged, factorizations } = run(bodies, rows, 240, {
      start: ({ multipliers }) => {
        multipliers[0] = multipliers[3] = preload;
      },
    });
    expect(converged).toBe(true);
    expect(mean(factorizations)).toBeLessThan(0.1);
    expect(Math.hypot(...bodies[0]!.x)).toBeLessThanOrEqual(1e-15);
    for (const row of [0, 3]) expect(240 * Math.abs(system.multipliers[row]! - preload)).toBeLessThanOrEqual(1e-12);
  });

  it('reports walls that close on a rigid body, and holds it between walls with compliance', () => {
    const rigid = pinchedCapsule(0.01);
    const failed = run(rigid.bodies, rigid.rows, 1);
    expect(failed.converged).toBe(false);
    expect(failed.factorizations[0]).toBeLessThanOrEqual(35);
    expect(failed.system.multipliers.every(Number.isFinite)).toBe(true);
    const soft = pinchedCapsule(0.01);
    const held = run(soft.bodies, soft.rows, 1, { start: ({ sigma }) => (sigma[0] = sigma[3] = 1e-4 / 0.045) });
    expect(held.converged).toBe(true);
    expect(held.factorizations[0]).toBeLessThanOrEqual(12);
    expect(Math.hypot(...soft.bodies[0]!.v)).toBeLessThanOrEqual(1e-13);
  });
});
