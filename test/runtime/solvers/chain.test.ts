import { describe, expect, it } from 'vitest';
import { blockLDL, conjugateGradient, dense } from '../../../runtime/index.js';
import { assemble, largestDifference, multiply, pseudoSolve, random, transpose } from '../fixtures/oracle.js';
import { bracedSquare, chain, G } from '../fixtures/scenes.js';

const angles = Array.from({ length: 10 }, (_, i) => 0.3 + 0.25 * i);

/** Draws a velocity that no rod resists: random, with its part along the rows of `J` subtracted. */
function legalVelocity(J: number[][], seed: number): number[] {
  const v = Array.from({ length: J[0]!.length }, random(seed));
  const JJt = J.map((row) => multiply(J, row));
  const mu = pseudoSolve(JJt, multiply(J, v));
  const excess = multiply(transpose(J), mu);
  return v.map((value, i) => value - excess[i]!);
}

describe('a chain of ten rods', () => {
  it('accelerates alike with conjugate gradients, the dense solver, and an independent dense solution', () => {
    const accelerations = [conjugateGradient(), dense()].map((solver) => {
      const { world, particles } = chain(angles, { solver, feedback: false });
      const v = legalVelocity(assemble(world).J, 4);
      particles.forEach((particle, i) => {
        particle.velocity.set(v.slice(2 * i, 2 * i + 2));
      });
      world.evaluate();
      return { found: world.accelerations.slice(), world };
    });
    const { A, J, gamma } = assemble(accelerations[0]!.world);
    const weight = J[0]!.map((_, i) => (i % 2 === 1 ? -G : 0));
    const JWQ = multiply(J, weight);
    const lambda = pseudoSolve(
      A,
      gamma.map((value, i) => -value - JWQ[i]!),
    );
    const expected = multiply(transpose(J), lambda).map((value, i) => value + weight[i]!);
    expect(Math.max(...expected.map(Math.abs))).toBeGreaterThan(1);
    expect(largestDifference(accelerations[0]!.found, expected)).toBeLessThan(1e-10);
    expect(largestDifference(accelerations[1]!.found, expected)).toBeLessThan(1e-10);
    expect(accelerations[0]!.found).not.toEqual(accelerations[1]!.found);
  });

  it('has constraint forces that do no work on legal velocities', () => {
    const { world, rods, particles } = chain(angles);
    world.step(1 / 240);
    world.evaluate();
    const { J } = assemble(world);
    const force = new Array<number>(20).fill(0);
    for (const rod of rods) {
      const b = particles.findIndex((particle) => particle === rod.inputs.b);
      const a = particles.findIndex((particle) => particle === rod.inputs.a);
      for (let c = 0; c < 2; c++) {
        force[2 * b + c]! += rod.forceOn('b')[c]!;
        if (a >= 0) force[2 * a + c]! += rod.forceOn('a')[c]!;
      }
    }
    expect(Math.hypot(...force)).toBeGreaterThan(10);
    for (const seed of [1, 2, 3]) {
      const v = legalVelocity(J, seed);
      expect(Math.hypot(...v)).toBeGreaterThan(0.1);
      expect(Math.abs(force.reduce((power, f, i) => power + f * v[i]!, 0))).toBeLessThan(1e-11);
    }
  });

  it('hangs at rest, and each rod bears the weight below it', () => {
    const { world, rods } = chain(new Array<number>(10).fill(0));
    world.evaluate();
    rods.forEach((rod, i) => {
      expect(rod.forceOn('b')[1]).toBeCloseTo(G * (10 - i), 9);
    });
  });
});

describe('a braced square, one rod too many', () => {
  it('has three degrees of freedom in the plane', () => {
    expect(bracedSquare().world.degreesOfFreedom()).toBe(3);
  });

  it.each([conjugateGradient(), dense(), blockLDL()])(
    'turns like a rigid body with $name, without a warning',
    (solver) => {
      const { world, corners, rods } = bracedSquare({ solver });
      const masses = corners.map(({ mass }) => mass);
      const total = masses.reduce((sum, mass) => sum + mass, 0);
      const centre = [0, 1].map((c) => corners.reduce((sum, p) => sum + (p.mass * p.position[c]!) / total, 0));
      const w = 3;
      for (const { position, velocity } of corners) {
        velocity.set([-w * (position[1] - centre[1]!), w * (position[0] - centre[0]!)]);
      }
      const before = corners.map(({ position }) => [position[0] - centre[0]!, position[1] - centre[1]!]);
      world.run({ until: 1, dt: 1 / 400 });
      corners.forEach(({ position }, i) => {
        const [x, y] = before[i] as [number, number];
        expect(position[0]).toBeCloseTo(centre[0]! + x * Math.cos(w) - y * Math.sin(w), 8);
        expect(position[1]).toBeCloseTo(centre[1]! + x * Math.sin(w) + y * Math.cos(w), 8);
      });
      expect(world.warnings).toEqual([]);
      expect(Math.max(...rods.map((rod) => Math.abs(rod.lambda[0])))).toBeLessThan(100);
    },
  );
});
