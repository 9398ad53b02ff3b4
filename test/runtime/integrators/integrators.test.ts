import { describe, expect, it } from 'vitest';
import {
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  type FeedbackOption,
  type Integrator,
} from '../../../runtime/index.js';
import { chain, G } from '../fixtures/scenes.js';
import { readReference } from '../fixtures/reference.js';
import { inFull, IS_FULL } from '../../support/scope.js';

const reference = readReference('double_pendulum_small');
const exact = reference.states.find(({ t }) => t === 2)!;

/**
 * Computes the largest error of a double pendulum's positions at t = 2 s with `n` steps per second.
 */
function errorAt(n: number, integrator: Integrator, feedback?: FeedbackOption): number {
  const { world, particles } = chain([0.2, -0.3], { integrator, ...(feedback === undefined ? {} : { feedback }) });
  world.run({ until: 2, dt: 1 / n });
  const found = particles.flatMap(({ position }) => [...position]);
  return Math.max(...found.map((value, i) => Math.abs(value - exact.q[i]!)));
}

/** Measures the order of convergence by halving the step. */
function measuredOrder(n: number, integrator: Integrator, feedback?: FeedbackOption): number {
  return Math.log2(errorAt(n, integrator, feedback) / errorAt(2 * n, integrator, feedback));
}

describe('convergence', () => {
  it('is of first order for semi-implicit Euler', () => {
    const order = measuredOrder(800, semiImplicitEuler());
    expect(order).toBeGreaterThan(0.85);
    expect(order).toBeLessThan(1.15);
  });

  it('is of first order for velocity steps, with feedback and with projection', () => {
    for (const feedback of [undefined, { hertz: 10 }]) {
      const order = measuredOrder(400, velocityStep(), feedback);
      expect(order).toBeGreaterThan(0.85);
      expect(order).toBeLessThan(1.15);
    }
  });

  it('is of second order for RATTLE', () => {
    const order = measuredOrder(200, rattle());
    expect(order).toBeGreaterThan(1.95);
    expect(order).toBeLessThan(2.05);
  });

  it.each([
    ['no feedback', false],
    ['given gains', { ks: 100, kd: 20 }],
    ['integral feedback', { ks: 100, kd: 20, ki: 50 }],
  ] as const)('is of fourth order for RK4 with %s', (_, feedback) => {
    const order = measuredOrder(100, rk4(), feedback);
    expect(order).toBeGreaterThan(3.8);
    expect(order).toBeLessThan(4.3);
  });

  it('is of fourth order for RK4 with the default feedback, whose gains grow as the step shrinks', () => {
    expect(measuredOrder(200, rk4())).toBeGreaterThan(3.7);
    expect(measuredOrder(400, rk4())).toBeGreaterThan(3.7);
    // The same gains at every stage of the method, instead of once per step, cost two orders.
    const everyStage = (n: number): number => errorAt(n, rk4(), { ks: (0.2 * n) ** 2, kd: 0.4 * n });
    expect(Math.log2(everyStage(400) / everyStage(800))).toBeLessThan(2.5);
  });
});

describe('energy of a pendulum', () => {
  it('drifts by no more than 1e-7 J in 10 s with RK4 at 240 Hz', () => {
    const { world } = chain([Math.PI / 2]);
    const before = world.energy();
    world.run({ until: 10, dt: 1 / 240 });
    const after = world.energy();
    expect(after.kinetic).toBeGreaterThan(0.1);
    expect(Math.abs(after.total - before.total)).toBeLessThan(1e-7);
    expect(world.residual().position).toBeLessThan(1e-9);
  });

  inFull('is bounded with RATTLE, without a trend', () => {
    const { world } = chain([Math.PI / 2], { integrator: rattle() });
    const start = world.energy().total;
    const extremes = Array.from({ length: IS_FULL ? 10 : 2 }, () => {
      let [least, most] = [Infinity, -Infinity];
      for (let k = 0; k < 100_000; k++) {
        world.step(1 / 240);
        const change = world.energy().total - start;
        least = Math.min(least, change);
        most = Math.max(most, change);
      }
      return [least, most] as const;
    });
    const [first, last] = [extremes[0]!, extremes.at(-1)!];
    // The error oscillates with the pendulum by 6e-4 J, and its extremes stay the same.
    expect(first[0]).toBeLessThan(-1e-5);
    expect(first[0]).toBeGreaterThan(-1e-3);
    expect(Math.abs(last[0] - first[0])).toBeLessThan(1e-10);
    expect(Math.abs(last[1] - first[1])).toBeLessThan(1e-10);
    expect(world.residual().position).toBeLessThan(1e-14);
    expect(world.residual().velocity).toBeLessThan(1e-13);
  });

  it('stays bounded with semi-implicit Euler', () => {
    const { world } = chain([1], { integrator: semiImplicitEuler() });
    const before = world.energy().total;
    let worst = 0;
    world.run({
      until: 20,
      dt: 1 / 240,
      onStep: () => {
        worst = Math.max(worst, Math.abs(world.energy().total - before));
      },
    });
    expect(worst).toBeGreaterThan(1e-6);
    expect(worst).toBeLessThan(0.25);
  });
});

describe('tension of a pendulum', () => {
  it('is m (g cos θ + L ω²) at every step, with RK4 at 240 Hz', () => {
    const { world, particles, rods } = chain([Math.PI / 2]);
    const { position, velocity } = particles[0]!;
    let worst = 0;
    world.run({
      until: 10,
      onStep: () => {
        world.evaluate();
        const tension = -G * position[1] + velocity[0] ** 2 + velocity[1] ** 2;
        worst = Math.max(worst, Math.abs(-rods[0]!.lambda[0] - tension));
      },
    });
    expect(worst).toBeLessThan(1e-4);
    expect(worst).toBeGreaterThan(0);
  });

  it('is the force of velocity steps and RATTLE as well, to first order', () => {
    for (const integrator of [velocityStep(), rattle()]) {
      const error = (n: number): number => {
        const { world, particles, rods } = chain([1], { integrator });
        world.run({ until: 1, dt: 1 / n });
        const { position, velocity } = particles[0]!;
        const tension = -G * position[1] + velocity[0] ** 2 + velocity[1] ** 2;
        return Math.abs(Math.hypot(...rods[0]!.forceOn('b')) - tension);
      };
      expect(error(200)).toBeLessThan(0.2);
      expect(error(800)).toBeLessThan(0.4 * error(200));
    }
  });
});
