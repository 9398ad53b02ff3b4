import { describe, expect, it } from 'vitest';
import {
  automatic,
  blockLDL,
  conjugateGradient,
  dense,
  gaussSeidel,
  gravity,
  World,
  type Solver,
} from '../../../runtime/index.js';
import { Distance2D, Distance3D } from '../fixtures/index.js';
import { network } from '../fixtures/networks.js';
import { largestDifference } from '../fixtures/oracle.js';
import { bracedSquare, chain } from '../fixtures/scenes.js';

const angles = (n: number): number[] => Array.from({ length: n }, (_, i) => Math.cos(i));

const everySolver: readonly (readonly [string, Solver])[] = [
  ['blockLDL', blockLDL()],
  ['automatic', automatic()],
  ['gaussSeidel', gaussSeidel()],
  ['blockJacobi', conjugateGradient({ preconditioner: 'blockJacobi' })],
  ['incompleteCholesky', conjugateGradient({ preconditioner: 'incompleteCholesky' })],
];

describe('blockLDL', () => {
  it('makes no fill on a chain, and counts what it does', () => {
    for (const n of [1, 10, 50]) {
      const { world } = chain(angles(n), { solver: blockLDL() });
      world.step(1 / 240);
      expect(world.stats).toMatchObject({ factorizations: 4, fill: n - 1, flops: 3 * (n - 1), nearSingular: 0 });
    }
  });

  it('takes time in proportion to the length of a chain: operations', () => {
    const flops = [100, 200, 400].map((n) => {
      const { world } = chain(angles(n), { solver: blockLDL() });
      world.evaluate();
      return world.stats.flops;
    });
    expect(flops[2]! / flops[1]!).toBeCloseTo(2, 1);
  });

  it('follows bodies and constraints that come and go', () => {
    const worlds = [blockLDL(), dense()].map((solver) => chain(angles(6), { solver }));
    for (const { world, particles, rods } of worlds) {
      world.step(1 / 240);
      const tie = world.add(new Distance2D({ a: particles[0]!, b: particles[4]!, length: 2 }));
      const extra = world.addParticle({ mass: 3, position: [4, 4] });
      world.add(new Distance2D({ a: particles[2]!, b: extra, length: 5 }));
      world.step(1 / 240);
      world.remove(rods[3]!);
      world.step(1 / 240);
      world.remove(tie);
      particles[1]!.mass = 7;
      world.step(1 / 240);
      world.evaluate();
    }
    expect(largestDifference(worlds[0]!.world.accelerations, worlds[1]!.world.accelerations)).toBeLessThan(1e-8);
    const { factorizations, evaluations } = worlds[0]!.world.stats;
    expect(factorizations).toBe(evaluations);
  });

  it('counts evaluations in which rods are nearly parallel', () => {
    const rods = (angle: number): World => {
      const world = new World({ space: 2, solver: blockLDL(), forces: [gravity([0, -1])], feedback: false });
      const b = world.addParticle({ mass: 1, position: [0, 0] });
      for (const sign of [-1, 1]) {
        const a = world.ground.point([Math.cos(sign * angle), Math.sin(sign * angle)]);
        world.add(new Distance2D({ a, b, length: 1 }));
      }
      world.evaluate();
      return world;
    };
    expect(rods(0.1).stats.nearSingular).toBe(0);
    const near = rods(2e-5);
    expect(near.stats.nearSingular).toBe(1);
    expect(near.degreesOfFreedom()).toBe(0);
    // Held against gravity by two rods that are almost horizontal.
    expect(Math.hypot(...near.accelerations)).toBeLessThan(1e-6);
    expect(rods(0).degreesOfFreedom()).toBe(1);
    expect(rods(0).stats.nearSingular).toBe(0);
  });
});

describe.each(everySolver)('%s', (_, solver) => {
  it('has nothing to do without rows', () => {
    const world = new World({ space: 2, solver, forces: [gravity([0, -2])] });
    world.addParticle({ mass: 1, position: [0, 0] });
    world.step(1);
    expect([...world.particles[0]!.velocity]).toEqual([0, -2]);
  });

  it('leaves rows between fixed points alone, and the others at work', () => {
    const world = new World({ space: 2, solver, forces: [gravity([0, -2])], onWarning: () => undefined });
    const fixed = world.add(
      new Distance2D({ a: world.ground.point([0, 0]), b: world.ground.point([1, 0]), length: 1 }),
    );
    const b = world.addParticle({ mass: 3, position: [0, -1] });
    const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b, length: 1 }));
    world.evaluate();
    expect(fixed.lambda[0]).toBeCloseTo(0, 14);
    expect(rod.forceOn('b')[1]).toBeCloseTo(6, 12);
    expect(Math.hypot(...world.accelerations)).toBeLessThan(1e-12);
  });

  it('warns of a fixed row that cannot be satisfied, and stays finite', () => {
    const world = new World({ space: 2, solver, feedback: { ks: 100, kd: 20 }, onWarning: () => undefined });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: world.ground.point([1, 0]), length: 2 }));
    world.evaluate();
    expect(world.warnings.map(({ code }) => code)).toEqual(['W_CONTRADICTION']);
    expect(world.constraints[0]!.lambda[0]).toBe(0);
  });

  it('keeps a redundant square rigid over time', () => {
    const { world, corners } = bracedSquare({ solver });
    for (const corner of corners) corner.velocity.set([1 - corner.position[1], 0.5 + corner.position[0]]);
    world.run({ until: 0.25, dt: 1 / 240 });
    expect(world.residual().position).toBeLessThan(1e-9);
    expect(world.warnings).toEqual([]);
  });
});

describe('automatic', () => {
  it('factorises mechanisms and nets of moderate size', () => {
    const { world } = chain(angles(40));
    world.evaluate();
    expect(world.stats).toMatchObject({ factorizations: 1, iterations: 0, fill: 39 });
  });

  it('does not write out the dense matrix of a hub', () => {
    const world = new World({ space: 3 });
    const hub = world.addParticle({ mass: 1, position: [0, 0, 0], velocity: [1, 0, 0] });
    for (let i = 0; i < 3000; i++) {
      const position = [Math.cos(i), Math.sin(i), Math.cos(0.3 * i)];
      const b = world.addParticle({ mass: 1, position });
      world.add(new Distance3D({ a: hub, b, length: Math.hypot(...position) }));
    }
    world.evaluate();
    expect(world.stats.factorizations).toBe(0);
    expect(world.stats.residual).toBeLessThan(1e-12);
  });
});

describe('memory', () => {
  it.each(everySolver)('does not grow with the number of steps: %s', (_, solver) => {
    const world = network({ seed: 5, space: 2, particles: 40, constraints: 30 }, { solver });
    for (let k = 0; k < 200; k++) world.evaluate();
    const before = process.memoryUsage();
    for (let k = 0; k < 2000; k++) world.evaluate();
    const after = process.memoryUsage();
    // A single array of 30 rows per evaluation would be half a megabyte.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(1e5);
  });
});
