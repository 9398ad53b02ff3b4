import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Angle2D,
  Angle3D,
  Coincident2D,
  Coincident3D,
  Distance2D,
  Distance3D,
  DistanceSquared2D,
  DistanceSquared3D,
  EqualLength2D,
  EqualLength3D,
  Midpoint2D,
  Midpoint3D,
  TetrahedronVolume,
  TriangleArea2D,
  TriangleArea3D,
} from 'holonomic/library';
import {
  automatic,
  blockLDL,
  conjugateGradient,
  dense,
  World,
  type Constraint,
  type Particle,
  type Solver,
  type Space,
} from '../../../runtime/index.js';
import { assemble, eigen, largestDifference, multiply, pseudoSolve, random, transpose } from '../fixtures/oracle.js';

const RUNS = Number(process.env['RUNS'] ?? 40);

/**
 * Constraints on four different points that do not change under a translation or a rotation of
 * everything.
 */
type Make = (a: Particle, b: Particle, c: Particle, d: Particle, size: number) => Constraint;
const INVARIANT: Readonly<Record<Space, readonly Make[]>> = {
  2: [
    (a, b, _, __, length) => new Distance2D({ a, b, length }),
    (a, b, _, __, length) => new DistanceSquared2D({ a, b, length }),
    (a, b, c, d) => new EqualLength2D({ a, b, c, d }),
    (a, b, c, _, size) => new Angle2D({ a, b, c, angle: size / 2 }),
    (a, b, c, _, area) => new TriangleArea2D({ a, b, c, area }),
  ],
  3: [
    (a, b, _, __, length) => new Distance3D({ a, b, length }),
    (a, b, _, __, length) => new DistanceSquared3D({ a, b, length }),
    (a, b, c, d) => new EqualLength3D({ a, b, c, d }),
    (a, b, c, _, size) => new Angle3D({ a, b, c, angle: size / 2 }),
    (a, b, c, _, area) => new TriangleArea3D({ a, b, c, area }),
    (a, b, c, d, volume) => new TetrahedronVolume({ a, b, c, d, volume }),
  ],
};
/**
 * Constraints that do not change under a translation; their forces need not act along lines between
 * the points.
 */
const TRANSLATED: Readonly<Record<Space, readonly Make[]>> = {
  2: [(a, b) => new Coincident2D({ a, b }), (a, b, middle) => new Midpoint2D({ middle, a, b })],
  3: [(a, b) => new Coincident3D({ a, b }), (a, b, middle) => new Midpoint3D({ middle, a, b })],
};

interface Network {
  readonly seed: number;
  readonly space: Space;
  readonly particles: number;
  readonly constraints: number;
}
const networks = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  space: fc.constantFrom<Space>(2, 3),
  particles: fc.integer({ min: 4, max: 9 }),
  constraints: fc.integer({ min: 1, max: 8 }),
});

interface Variation {
  readonly solver?: Solver;
  /** Order in which bodies are added, and below it that of constraints. */
  readonly bodyOrder?: (n: number) => number[];
  readonly constraintOrder?: (n: number) => number[];
  /** Forces: one vector per particle, scaled. */
  readonly load?: number;
}
const inOrder = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/**
 * Builds a network of constraints of all kinds between free particles that move and are pushed.
 * Particles are returned in one order, however they were added.
 */
function build(
  { seed, space, particles: n, constraints }: Network,
  variation: Variation = {},
): { world: World; particles: Particle[] } {
  const { solver = dense(), bodyOrder = inOrder, constraintOrder = inOrder, load = 1 } = variation;
  const next = random(seed);
  for (let i = 0; i < 5; i++) next();
  const vector = (size: number): number[] => Array.from({ length: space }, () => size * next());
  const pick = (count: number): number => Math.floor(((next() + 1) / 2) * count);
  const world = new World({ space, solver, onWarning: () => undefined, feedback: { ks: 2, kd: 3 } });
  const bodies = inOrder(n).map(() => ({
    mass: 1 + 3 * (next() + 1),
    position: vector(3),
    velocity: vector(1),
    force: vector(5),
  }));
  const particles: Particle[] = [];
  for (const i of bodyOrder(n)) {
    const { mass, position, velocity } = bodies[i]!;
    particles[i] = world.addParticle({ mass, position, velocity });
  }
  world.addForce({
    apply: () => {
      bodies.forEach(({ force }, i) => {
        particles[i]!.applyForce(force.map((x) => load * x));
      });
    },
  });
  const kinds = [...INVARIANT[space], ...TRANSLATED[space]];
  const made = inOrder(constraints).map(() => {
    const [a, b, c, d] = inOrder(n)
      .map((i) => ({ i, key: next() }))
      .sort((x, y) => x.key - y.key)
      .map(({ i }) => particles[i]!);
    return kinds[pick(kinds.length)]!(a!, b!, c!, d!, 1 + (next() + 1) / 2);
  });
  for (const i of constraintOrder(constraints)) world.add(made[i]!);
  return { world, particles };
}

/**
 * Computes the ratio of the largest to the least eigenvalue of `J W Jᵀ` that is not rounding. It
 * limits the difference between solvers.
 */
function condition(network: Network): number {
  const { values } = eigen(assemble(build(network).world).A);
  const largest = Math.max(...values);
  return largest / Math.min(...values.filter((value) => value > 1e-14 * largest), largest);
}

function accelerations(network: Network, variation: Variation = {}): number[] {
  const { world, particles } = build(network, variation);
  world.evaluate();
  const all = world.accelerations;
  const order = world.particles;
  return particles.flatMap((particle) => {
    const start = network.space * order.indexOf(particle);
    return [...all.subarray(start, start + network.space)];
  });
}

/**
 * Runs `test` on networks that are not nearly singular, with the rounding error allowed in
 * accelerations.
 */
function check(seed: number, test: (network: Network, rounding: number) => void): void {
  fc.assert(
    fc.property(networks, (network) => {
      const number = condition(network);
      fc.pre(number < 1e6);
      const scale = 1 + Math.max(...accelerations(network).map(Math.abs));
      test(network, 1e-12 * number * scale + 1e-10);
    }),
    { numRuns: RUNS, seed },
  );
}

describe('random networks of the library’s constraints', () => {
  it.each<[string, Solver]>([
    ['automatic', automatic()],
    ['blockLDL', blockLDL()],
    ['conjugateGradient', conjugateGradient()],
    ['blockJacobi', conjugateGradient({ preconditioner: 'blockJacobi' })],
    ['incompleteCholesky', conjugateGradient({ preconditioner: 'incompleteCholesky' })],
  ])('accelerate alike with dense() and %s', (_, solver) => {
    check(1, (network, rounding) => {
      expect(largestDifference(accelerations(network, { solver }), accelerations(network))).toBeLessThan(rounding);
    });
  });

  it('accelerate alike however bodies and constraints are numbered', () => {
    const reversed = (n: number): number[] => inOrder(n).reverse();
    const rotated = (n: number): number[] => inOrder(n).map((i) => (i + 2) % n);
    check(2, (network, rounding) => {
      const expected = accelerations(network);
      for (const solver of [blockLDL(), conjugateGradient({ preconditioner: 'incompleteCholesky' })]) {
        const renumbered = accelerations(network, { solver, bodyOrder: reversed, constraintOrder: rotated });
        expect(largestDifference(renumbered, expected)).toBeLessThan(rounding);
      }
    });
  });

  it('answer forces linearly', () => {
    check(3, (network, rounding) => {
      const [none, one, three] = [0, 1, 3].map((load) => accelerations(network, { solver: blockLDL(), load }));
      const expected = none!.map((a, i) => a + 3 * (one![i]! - a));
      expect(largestDifference(three!, expected)).toBeLessThan(10 * rounding);
    });
  });

  it('do no work on any velocity that they allow', () => {
    check(4, (network, rounding) => {
      const { world, particles } = build(network, { solver: blockLDL() });
      // v − Jᵀ (J Jᵀ)⁺ J v, for a random v.
      const { J } = assemble(world);
      const next = random(network.seed + 1);
      const v = J[0]!.map(() => next());
      const JJt = J.map((row) => J.map((other) => row.reduce((sum, entry, i) => sum + entry * other[i]!, 0)));
      const correction = multiply(transpose(J), pseudoSolve(JJt, multiply(J, v)));
      const legal = v.map((entry, i) => entry - correction[i]!);
      world.evaluate();
      const forces = constraintForces(world, particles);
      const power = forces.flat().reduce((sum, f, i) => sum + f * legal[i]!, 0);
      const scale = 1 + Math.max(...forces.flat().map(Math.abs));
      expect(Math.abs(power)).toBeLessThan(scale * (1e-9 + rounding));
    });
  });

  it('obey Newton’s third law: forces of a constraint add up to zero, and so do torques where it turns with the points', () => {
    check(5, (network) => {
      const { world } = build(network, { solver: blockLDL() });
      world.evaluate();
      for (const constraint of world.constraints as readonly Constraint<Record<string, Particle>>[]) {
        const inputs = Object.entries(constraint.inputs);
        const forces = inputs.map(([name]) => [...constraint.forceOn(name)]);
        const limit = 1e-11 * (1 + Math.max(...forces.flat().map(Math.abs)));
        for (let c = 0; c < network.space; c++) {
          expect(Math.abs(forces.reduce((sum, force) => sum + force[c]!, 0))).toBeLessThan(limit);
        }
        if (/^(Coincident|Midpoint)/.test(constraint.type.name)) continue;
        for (const [i, j] of [
          [0, 1],
          [1, 2],
          [2, 0],
        ] as const) {
          const torque = inputs.reduce((sum, [, { position: x }], k) => {
            const f = forces[k]!;
            const at = (vector: ArrayLike<number>, k: number): number => vector[k] ?? 0;
            return sum + at(x, i) * at(f, j) - at(x, j) * at(f, i);
          }, 0);
          expect(Math.abs(torque)).toBeLessThan(10 * limit);
        }
      }
    });
  });
});

/** Sums `forceOn` over all constraints, per particle. */
function constraintForces(world: World, particles: readonly Particle[]): number[][] {
  const sums = particles.map(({ size }) => new Array<number>(size).fill(0));
  for (const constraint of world.constraints as readonly Constraint<Record<string, Particle>>[]) {
    for (const [name, particle] of Object.entries(constraint.inputs)) {
      constraint.forceOn(name).forEach((f, c) => (sums[particles.indexOf(particle)]![c]! += f));
    }
  }
  return sums;
}
