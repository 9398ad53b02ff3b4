import { equilibrium, stiffness } from 'holonomic/analysis';
import { Distance2D, ElasticSolid, Spring2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  bdf2,
  constantForce,
  drag,
  gravity,
  implicitEuler,
  World,
  type Integrator,
  type Particle,
} from '../../../runtime/index.js';
import { onAxis } from '../../support/statics.js';

/**
 * A truss of von Mises: two bars of stiffness 1 over half a span of 1 m, their joint 0.5 m high, pressed down by `load`.
 * Between the bars' length `r` and height `y` lies the force `2 k y (L₀/r − 1)`, largest where `r³ = L₀`.
 */
function truss(load: number, integrator?: Integrator): { world: World<2>; top: Particle<2> } {
  const world = new World({ space: 2, ...(integrator && { integrator }) });
  const top = world.addParticle({ mass: 1, position: [0, 0.5] });
  for (const x of [-1, 1])
    world.addForce(new Spring2D({ a: world.ground.point([x, 0]), b: top, stiffness: 1, restLength: Math.sqrt(1.25) }));
  onAxis(world, top);
  world.addForce(constantForce(top, [0, -load]));
  return { world, top };
}
const LIMIT = 0.0429143257312247;
const LIMIT_HEIGHT = 0.277880091075165;

describe('a truss that snaps through', () => {
  it('loses its stiffness at its limit load, to ten digits', () => {
    // At each height in balance: under the load that this height takes.
    const negative = (y: number): number => {
      const { world, top } = truss(2 * y * (Math.sqrt(1.25) / Math.hypot(1, y) - 1));
      top.position[1] = y;
      return stiffness(world).inertia.negative;
    };
    let [low, high] = [0.2, 0.4];
    expect([negative(low), negative(high)]).toEqual([1, 0]);
    while (high - low > 1e-14) {
      const middle = (low + high) / 2;
      if (negative(middle) > 0) low = middle;
      else high = middle;
    }
    expect(Math.abs(low - LIMIT_HEIGHT)).toBeLessThan(1e-10);
    expect(Math.abs(2 * low * (Math.sqrt(1.25) / Math.hypot(1, low) - 1) - LIMIT)).toBeLessThan(1e-14);
  });

  it.each([
    { name: 'implicitEuler', integrator: implicitEuler, h: 0.1 },
    { name: 'implicitEuler', integrator: implicitEuler, h: 1 },
    { name: 'bdf2', integrator: bdf2, h: 0.1 },
    { name: 'bdf2', integrator: bdf2, h: 1 },
  ])('stays up below its limit load and goes through above it, with $name and steps of $h s', ({ integrator, h }) => {
    const { world, top } = truss(LIMIT * (1 - 1e-3), integrator());
    world.addForce(drag(0.1));
    expect(equilibrium(world)).toMatchObject({ found: true, stable: true });
    const up = top.position[1];
    for (let i = 0; i < 200 / h; i++) world.step(h);
    expect(Math.abs(top.position[1] - up)).toBeLessThan(1e-9);
    expect(up).toBeGreaterThan(LIMIT_HEIGHT);
    world.addForce(constantForce(top, [0, -2e-3 * LIMIT]));
    for (let i = 0; i < 1000 / h; i++) world.step(h);
    const y = top.position[1];
    expect(y).toBeLessThan(-0.5);
    expect(2 * y * (Math.sqrt(1.25) / Math.hypot(1, y) - 1)).toBeCloseTo(LIMIT * (1 + 1e-3), 10);
  });
});

/** Corners of the five tetrahedra of a cell, as bits of x, y, z; neighbours have the other way round. */
const FIVE = [
  [
    [0, 1, 2, 4],
    [3, 2, 1, 7],
    [5, 1, 4, 7],
    [6, 4, 2, 7],
    [1, 2, 4, 7],
  ],
  [
    [1, 3, 0, 5],
    [2, 0, 3, 6],
    [4, 5, 0, 6],
    [7, 3, 5, 6],
    [0, 3, 5, 6],
  ],
] as const;

interface Block {
  readonly world: World<3>;
  readonly nodes: readonly Particle<3>[];
  readonly rest: readonly (readonly number[])[];
}

/**
 * A block of cells of 0.1 m of stable neo-Hookean matter, with nodes moved by up to a fifth of a cell where `uneven`.
 * Nodes that are `held` cannot move.
 */
function block(
  [nx, ny, nz]: readonly [number, number, number],
  { young, poisson, mass, uneven }: { young: number; poisson: number; mass: number; uneven: boolean },
  isHeld: (i: number, j: number, k: number) => boolean,
  integrator?: Integrator,
): Block {
  const world = new World({ space: 3, ...(integrator && { integrator }) });
  const rest: number[][] = [];
  const nodes: Particle<3>[] = [];
  const index = (i: number, j: number, k: number): number => (i * (ny + 1) + j) * (nz + 1) + k;
  for (let i = 0; i <= nx; i++)
    for (let j = 0; j <= ny; j++)
      for (let k = 0; k <= nz; k++) {
        const isInside = i % nx !== 0 && j % ny !== 0 && k % nz !== 0;
        const at = [i, j, k].map(
          (x, c) => 0.1 * (x + (uneven && isInside ? 0.2 * Math.sin(7 * i + 5 * j + 3 * k + c) : 0)),
        );
        rest.push(at);
        nodes.push(world.addParticle({ mass: isHeld(i, j, k) ? Infinity : mass, position: at }));
      }
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++)
      for (let k = 0; k < nz; k++)
        for (const corners of FIVE[(i + j + k) % 2]!) {
          const [a, b, c, d] = corners.map((bits) => index(i + (bits & 1), j + ((bits >> 1) & 1), k + (bits >> 2)));
          const edge = (to: number): number[] => rest[to]!.map((x, e) => x - rest[a!]![e]!);
          const volume = (u: number[], v: number[], w: number[]): number =>
            u[0]! * (v[1]! * w[2]! - v[2]! * w[1]!) +
            u[1]! * (v[2]! * w[0]! - v[0]! * w[2]!) +
            u[2]! * (v[0]! * w[1]! - v[1]! * w[0]!);
          // The corners in the order in which the volume is positive.
          const [p, q] = volume(edge(b!), edge(c!), edge(d!)) > 0 ? [b!, c!] : [c!, b!];
          world.addForce(
            new ElasticSolid({
              a: nodes[a!]!,
              b: nodes[p]!,
              c: nodes[q]!,
              d: nodes[d!]!,
              ab: edge(p),
              ac: edge(q),
              ad: edge(d!),
              young,
              poisson,
            }),
          );
        }
  return { world, nodes, rest };
}

describe('stable neo-Hookean matter', () => {
  const F = [
    [1.2, 0.15, 0],
    [-0.1, 0.9, 0.05],
    [0.08, 0, 1.1],
  ];
  const deformed = (x: readonly number[]): number[] => F.map((row) => row.reduce((sum, f, j) => sum + f * x[j]!, 0));

  it.each([0.3, 0.45, 0.49])(
    'passes the patch test in an uneven mesh at ν = %d, by statics and by one long step',
    (poisson) => {
      const matter = { young: 1e5, poisson, mass: 0.01, uneven: true };
      const isOutside = (i: number, j: number, k: number): boolean => [i, j, k].some((x) => x % 3 === 0);
      for (const method of ['statics', 'step']) {
        const { world, nodes, rest } = block([3, 3, 3], matter, isOutside, implicitEuler({ tolerance: 1e-13 }));
        // The boundary is deformed; within, nodes stay where they were.
        nodes.forEach(({ mass, position }, i) => {
          if (mass === Infinity) position.set(deformed(rest[i]!));
        });
        let iterations: number;
        if (method === 'statics') {
          const result = equilibrium(world);
          expect(result).toMatchObject({ found: true, stable: true });
          ({ iterations } = result);
        } else {
          // The inertia of a node is 1e-15 of its stiffness.
          world.step(1e5);
          ({ iterations } = world.stats);
          expect(world.stats.factorizations).toBe(iterations);
        }
        nodes.forEach(({ position }, i) => {
          const exact = deformed(rest[i]!);
          for (let c = 0; c < 3; c++) expect(Math.abs(position[c]! - exact[c]!)).toBeLessThan(1e-12);
        });
        expect(iterations).toBeLessThanOrEqual(8);
      }
    },
  );

  it.each([0.3, 0.49])(
    'hangs and swings as a bar without an element that is made semidefinite, at ν = %d',
    (poisson) => {
      const matter = { young: 1e5, poisson, mass: 0.02, uneven: false };
      const { world, nodes } = block([10, 2, 2], matter, (i) => i === 0, implicitEuler());
      world.addForce(gravity([0, 0, -9.81]));
      for (let i = 0; i < 30; i++) world.step(1 / 60);
      expect(nodes.at(-1)!.position[2]).toBeLessThan(0.17);
      // Each iteration takes the first matrix.
      expect(world.stats.factorizations).toBe(world.stats.iterations);
      expect(world.stats.iterations / 30).toBeLessThan(5);
    },
  );
});

describe('a spring between rods', () => {
  it('is as good at any stiffness from 1 to 1e12, and at last a rod', () => {
    const run = (compliance: number): { places: number[]; iterations: number; error: number } => {
      const world = new World({ space: 2, integrator: implicitEuler(), forces: [gravity([0, -9.81])] });
      let a: Particle<2> | ReturnType<World<2>['ground']['point']> = world.ground.point([0, 0]);
      const particles: Particle<2>[] = [];
      const rods: Distance2D[] = [];
      for (let i = 1; i <= 5; i++) {
        const b = world.addParticle({ mass: 1, position: [i, 0] });
        rods.push(world.add(new Distance2D({ a, b, length: 1 }, { compliance })));
        particles.push((a = b));
      }
      for (let i = 0; i < 30; i++) world.step(1 / 60);
      // C + α λ = 0, as a part of the length.
      const error = Math.max(...rods.map(({ C, lambda }) => Math.abs(C[0] + compliance * lambda[0])));
      return {
        places: particles.flatMap(({ position }) => [...position]),
        iterations: world.stats.iterations / 30,
        error,
      };
    };
    const hard = run(0);
    const soft = Array.from({ length: 13 }, (_, e) => run(10 ** -e));
    for (const { iterations, error } of soft) {
      expect(iterations).toBeLessThan(4);
      expect(error).toBeLessThan(1e-11);
    }
    const apart = soft.map(({ places }) => Math.max(...places.map((x, i) => Math.abs(x - hard.places[i]!))));
    for (let e = 6; e < 12; e++) expect(apart[e]! / apart[e + 1]!).toBeCloseTo(10, 2);
    expect(apart[12]!).toBeLessThan(1e-9);
  });
});
