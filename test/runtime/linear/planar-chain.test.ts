import { Coincident2D, Distance2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  assemble,
  automatic,
  blockLDL,
  dense,
  emptyReport,
  gravity,
  rattle,
  World,
  type Particle,
  type PointConnector,
  type Solver,
  type WorldOptions,
} from '../../../runtime/index.js';
import {
  assemble as assembleDensely,
  largestDifference,
  multiply,
  pseudoSolve,
  random,
  transpose,
} from '../fixtures/oracle.js';

const G = [0.3, -9.81];

/** Makes a solver that counts its solutions of chains, and its others. */
function counting(solver: Solver): { solver: Solver; counts: { chain: number; other: number } } {
  const counts = { chain: 0, other: 0 };
  const create: Solver['create'] = () => {
    const inner = solver.create();
    return {
      solve(problem, report) {
        inner.solve(problem, report);
        if (report.accelerated) counts.chain++;
        else counts.other++;
      },
      solveAgain(problem, report) {
        inner.solveAgain!(problem, report);
      },
    };
  };
  return { solver: { name: solver.name, create }, counts };
}

interface Built {
  readonly world: World;
  readonly particle: () => Particle;
  readonly rod: (a: PointConnector, b: PointConnector) => Distance2D;
}

function build(seed: number, options: Partial<WorldOptions> = {}): Built {
  const world = new World({ space: 2, forces: [gravity(G)], ...options });
  const next = random(seed);
  return {
    world,
    particle: () =>
      world.addParticle({ mass: 1.5 + next(), position: [5 * next(), 5 * next()], velocity: [next(), next()] }),
    rod: (a, b) => {
      const [p, q] = [a.position, b.position];
      return world.add(new Distance2D({ a, b, length: Math.hypot(p[0] - q[0], p[1] - q[1]) }));
    },
  };
}

type Scene = (built: Built) => void;

/**
 * Adds `n` rods from `start`, or from a free particle. Each begins where the one before ended, or
 * is reversed. Returns the last particle.
 */
function chain(built: Built, n: number, start: PointConnector | undefined, reversed = false): Particle {
  const from = start ?? built.particle();
  const to = built.particle();
  if (reversed) built.rod(to, from);
  else built.rod(from, to);
  return n === 1 ? to : chain(built, n - 1, to, reversed);
}

const CHAINS: Readonly<Record<string, Scene>> = {
  'a rod': (built) => chain(built, 1, built.world.ground.point([0, 0])),
  'a free rod': (built) => chain(built, 1, undefined),
  'a hanging chain': (built) => chain(built, 7, built.world.ground.point([0.1, 0.2])),
  'a free chain': (built) => chain(built, 6, undefined),
  'a chain built the other way round': (built) => chain(built, 5, built.world.ground.point([0, 0]), true),
  'a chain held at both ends': (built) => {
    built.rod(chain(built, 6, built.world.ground.point([0, 0])), built.world.ground.point([3, 1]));
  },
  'a chain on a moving handle': (built) =>
    chain(
      built,
      4,
      built.world.handle((t) => [Math.sin(t), t * t]),
    ),
  'several chains and particles of no chain': (built) => {
    built.particle();
    chain(built, 3, built.world.ground.point([1, 0]));
    built.particle();
    chain(built, 4, undefined, true);
    chain(built, 1, undefined);
    chain(built, 2, built.world.ground.point([-1, 0]), true);
    built.particle();
  },
};

const OTHERS: Readonly<Record<string, Scene>> = {
  'a star': (built) => {
    const hub = chain(built, 2, built.world.ground.point([0, 0]));
    built.rod(hub, built.particle());
    built.rod(hub, built.particle());
  },
  'a ring': (built) => {
    const first = built.particle();
    built.rod(chain(built, 3, first), first);
  },
  'two rods side by side': (built) => {
    const [a, b] = [built.particle(), built.particle()];
    built.rod(a, b);
    built.rod(a, b);
  },
  'two rods side by side, in opposite directions': (built) => {
    const [a, b] = [built.particle(), built.particle()];
    built.rod(a, b);
    built.rod(b, a);
  },
  'rods from the middle to both sides': (built) => {
    const [a, b, c] = [built.particle(), built.particle(), built.particle()];
    built.rod(b, a);
    built.rod(b, c);
  },
  'a chain in another order': (built) => {
    const p = [0, 1, 2, 3].map(() => built.particle());
    built.rod(p[0]!, p[1]!);
    built.rod(p[2]!, p[3]!);
    built.rod(p[1]!, p[2]!);
  },
  'a chain that turns back on itself': (built) => {
    const p = [0, 1, 2].map(() => built.particle());
    built.rod(p[0]!, p[1]!);
    built.rod(p[1]!, p[2]!);
    built.rod(p[2]!, built.world.ground.point([0, 0]));
    built.rod(built.world.ground.point([1, 0]), p[0]!);
  },
  'constraints of two kinds': (built) => {
    const end = chain(built, 3, built.particle());
    built.world.add(new Coincident2D({ a: end, b: built.world.ground.point([1, 1]) }));
  },
};

/** Computes accelerations and multipliers from dense matrices, by eigenvalues. */
function byOracle(world: World): { accelerations: number[]; lambda: number[] } {
  const { J, A, gamma, inverseMass } = assembleDensely(world);
  const free = inverseMass.map((_, i) => G[i % 2]!);
  const b = multiply(J, free).map((entry, i) => -gamma[i]! - entry);
  const lambda = pseudoSolve(A, b);
  const force = multiply(transpose(J), lambda);
  return { accelerations: free.map((g, i) => g + inverseMass[i]! * force[i]!), lambda };
}

describe.each([
  ['blockLDL', blockLDL],
  ['automatic', automatic],
])('chains with %s', (_, make) => {
  it.each(Object.entries(CHAINS))('solves %s in two passes, like the oracle', (name, scene) => {
    for (let seed = 1; seed <= 5; seed++) {
      const { solver, counts } = counting(make());
      const built = build(seed, { solver });
      scene(built);
      const { world } = built;
      world.evaluate();
      // A handle accelerates, which the oracle does not know.
      if (name !== 'a chain on a moving handle') {
        const { accelerations, lambda } = byOracle(world);
        expect(largestDifference(world.accelerations, accelerations)).toBeLessThan(1e-9);
        expect(
          largestDifference(
            world.constraints.map((rod) => rod.lambda[0]),
            lambda,
          ),
        ).toBeLessThan(1e-9);
      }
      const other = build(seed, { solver: dense() });
      scene(other);
      other.world.evaluate();
      expect(largestDifference(world.accelerations, [...other.world.accelerations])).toBeLessThan(1e-9);

      // Twice, since what is left from the first time must not count.
      const before = [...world.accelerations];
      world.accelerations.fill(NaN);
      world.evaluate();
      expect([...world.accelerations]).toEqual(before);
      expect(counts).toEqual({ chain: 2, other: 0 });
      expect(world.stats.nearSingular).toBe(0);
    }
  });

  it.each(Object.entries(OTHERS))('leaves %s to the matrix', (_name, scene) => {
    const { solver, counts } = counting(make());
    const built = build(3, { solver });
    scene(built);
    built.world.evaluate();
    expect(largestDifference(built.world.accelerations, byOracle(built.world).accelerations)).toBeLessThan(1e-9);
    expect(counts).toEqual({ chain: 0, other: 1 });
  });

  it('leaves rows that nearly depend on others to the matrix, and reports them', () => {
    const { solver, counts } = counting(make());
    const world = new World({ space: 2, solver, forces: [gravity(G)] });
    const middle = world.addParticle({ mass: 1, position: [1, 1e-3] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: middle, length: 1 }));
    world.add(new Distance2D({ a: middle, b: world.ground.point([2, 0]), length: 1 }));
    world.evaluate();
    expect(counts).toEqual({ chain: 0, other: 1 });
    expect(largestDifference(world.accelerations, byOracle(world).accelerations)).toBeLessThan(1e-9);

    middle.position.set([1, 0]);
    world.evaluate();
    expect(counts).toEqual({ chain: 0, other: 2 });
    expect(world.accelerations[1]).toBeCloseTo(G[1]!, 12);
    expect(world.degreesOfFreedom()).toBe(1);
  });

  it('follows masses, forces and constraints that change', () => {
    const { solver, counts } = counting(make());
    const built = build(7, { solver });
    const end = chain(built, 4, built.world.ground.point([0, 0]));
    const { world } = built;
    world.evaluate();
    const check = (g: readonly number[]): void => {
      world.evaluate();
      const { J, A, gamma, inverseMass } = assembleDensely(world);
      const free = inverseMass.map((_w, i) => g[i % 2]!);
      const lambda = pseudoSolve(
        A,
        multiply(J, free).map((entry, i) => -gamma[i]! - entry),
      );
      const force = multiply(transpose(J), lambda);
      const expected = free.map((a, i) => a + inverseMass[i]! * force[i]!);
      expect(largestDifference(world.accelerations, expected)).toBeLessThan(1e-9);
    };
    end.mass = 7;
    check(G);
    const wind = world.addForce(gravity([2, 0]));
    check([G[0]! + 2, G[1]!]);
    world.remove(wind);
    check(G);
    built.rod(end, built.particle());
    check(G);
    world.remove(world.constraints[2]!);
    check(G);
    expect(counts.other).toBe(0);
  });

  it('lends its factors to the iterations of rattle', () => {
    const ends = [make(), dense()].map((solver) => {
      const built = build(5, { solver, integrator: rattle() });
      const end = chain(built, 6, built.world.ground.point([0, 0]));
      assemble(built.world);
      for (let k = 0; k < 40; k++) built.world.step(1 / 240);
      expect(built.world.residual().position).toBeLessThan(1e-14);
      return [...end.position];
    });
    expect(largestDifference(Float64Array.from(ends[0]!), ends[1]!)).toBeLessThan(1e-9);
  });
});

it('solves again with the last factors of several chains', () => {
  let tried = 0;
  const inner = blockLDL();
  const spy: Solver = {
    name: 'spy',
    create() {
      const solver = inner.create();
      return {
        solve: (problem, report) => {
          solver.solve(problem, report);
          expect(report.accelerated).toBe(true);
          const size = built.world.constraints.length;
          const { A } = assembleDensely(built.world);
          const next = random(9);
          const b = Float64Array.from({ length: size }, next);
          const x = new Float64Array(size);
          solver.solveAgain!({ ...problem, size, rightHandSide: b, multipliers: x }, emptyReport());
          expect(largestDifference(x, pseudoSolve(A, [...b]))).toBeLessThan(1e-10);
          tried++;
        },
      };
    },
  };
  const built = build(2, { solver: spy });
  CHAINS['several chains and particles of no chain']!(built);
  built.world.evaluate();
  expect(tried).toBe(1);
});

describe('a connector table that is the state', () => {
  const motion = (crowd: number): number[] => {
    const built = build(4);
    const { world } = built;
    const end = chain(built, 3, world.ground.point([0, 0]));
    for (let k = 0; k < 20; k++) world.step(1 / 240);
    // The state grows beyond its store, shrinks again, and is joined by a store of other bodies.
    const far = Array.from({ length: crowd }, (_, i) => world.addParticle({ mass: 1, position: [100 + i, 0] }));
    for (let k = 0; k < 20; k++) world.step(1 / 240);
    const rod = built.rod(end, world.ground.point([4, 4]));
    for (let k = 0; k < 20; k++) world.step(1 / 240);
    for (const particle of far) world.remove(particle);
    const body = world.addBody({ mass: 1, inertia: 1, position: [50, 0] });
    for (let k = 0; k < 20; k++) world.step(1 / 240);
    world.remove(rod);
    world.remove(body);
    for (let k = 0; k < 20; k++) world.step(1 / 240);
    expect(world.residual().position).toBeLessThan(1e-3);
    return world.particles.flatMap(({ position, velocity }) => [...position, ...velocity]);
  };

  it('moves the same whatever else there is', () => {
    const alone = motion(0);
    expect(alone.every(Number.isFinite)).toBe(true);
    for (const crowd of [1, 124, 125, 126, 300]) expect(motion(crowd)).toEqual(alone);
  });
});
