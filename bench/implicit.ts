import { gravity, implicitEuler, World, type Particle } from '../runtime/index.js';
import { ElasticSolid, Membrane3D } from '../generated/index.js';
import { report } from './figures.js';
import { cpuTime, median } from './measure.js';

/** Steps at 1/60 s: as many as a cloth needs to begin to fold. */
const STEPS = 12;

const edge = (from: Particle<3>, to: Particle<3>): number[] => Array.from(to.position, (x, k) => x - from.position[k]!);

/** A cloth of 1 m, 200 g/m², that hangs from two corners, of so many vertices along each side. */
function cloth(side: number): World<3> {
  const world = new World({ space: 3, integrator: implicitEuler(), forces: [gravity([0, 0, -9.81])] });
  const at = Array.from({ length: side * side }, (_, n) =>
    world.addParticle({
      mass: n === 0 || n === side - 1 ? Infinity : 0.2 / side ** 2,
      position: [(n % side) / (side - 1), Math.floor(n / side) / (side - 1), 0],
    }),
  );
  for (let n = 0; n < side * (side - 1); n++) {
    if (n % side === side - 1) continue;
    const [p, q, r, s] = [at[n]!, at[n + 1]!, at[n + side]!, at[n + side + 1]!];
    for (const [a, b, c] of [
      [p, q, r],
      [s, r, q],
    ] as const)
      world.addForce(new Membrane3D({ a, b, c, ab: edge(a, b), ac: edge(a, c), stiffness: 1000 }));
  }
  return world;
}

/** A beam of rubber, clamped at one end, of so many cubes. */
function beam(length: number): World<3> {
  const world = new World({ space: 3, integrator: implicitEuler(), forces: [gravity([0, 0, -9.81])] });
  const grid = Array.from({ length: 4 * (length + 1) }, (_, n) =>
    world.addParticle({
      mass: n < 4 ? Infinity : 0.02,
      position: [0.1 * (n >> 2), 0.1 * ((n >> 1) & 1), 0.1 * (n & 1)],
    }),
  );
  for (let i = 0; i < length; i++) {
    const at = (x: number, y: number, z: number): Particle<3> => grid[4 * (i + x) + 2 * y + z]!;
    for (const [a, b, c, d] of [
      [at(0, 0, 0), at(1, 0, 0), at(0, 1, 0), at(0, 0, 1)],
      [at(1, 1, 0), at(0, 1, 0), at(1, 0, 0), at(1, 1, 1)],
      [at(1, 0, 1), at(1, 0, 0), at(0, 0, 1), at(1, 1, 1)],
      [at(0, 1, 1), at(0, 0, 1), at(0, 1, 0), at(1, 1, 1)],
      [at(1, 0, 0), at(0, 1, 0), at(0, 0, 1), at(1, 1, 1)],
    ] as const)
      world.addForce(
        new ElasticSolid({ a, b, c, d, ab: edge(a, b), ac: edge(a, c), ad: edge(a, d), young: 1e5, poisson: 0.45 }),
      );
  }
  return world;
}

/** Scenes, with the number of steps of those that are slow. */
const SCENES: readonly (readonly [name: string, build: () => World<3>, steps?: number])[] = [
  ['cloth 10 × 10', () => cloth(10)],
  ['cloth 30 × 30', () => cloth(30)],
  ['cloth 100 × 100', () => cloth(100), 2],
  ['beam of 40 cubes', () => beam(40)],
];

/** Prints what steps of implicitEuler() at 1/60 s cost, the first one, which sets up the matrix, apart. */
export function benchImplicit(): void {
  const rows = SCENES.map(([name, build, steps = STEPS]) => {
    const world = build();
    const step = (): number => cpuTime(() => { world.step(1 / 60); }); // prettier-ignore
    const first = step();
    const before = world.stats;
    const times = Array.from({ length: steps }, step);
    const iterations = world.stats.iterations - before.iterations;
    const factorizations = world.stats.factorizations - before.factorizations;
    const total = times.reduce((sum, time) => sum + time, 0);
    return [
      name,
      String(world.particles.length),
      first.toFixed(0),
      median(times).toFixed(1),
      (iterations / steps).toFixed(1),
      (factorizations / steps).toFixed(1),
      (total / iterations).toFixed(2),
    ];
  });
  report(
    'implicit',
    'Steps of implicitEuler() at 1/60 s: CPU time of the first and of others, iterations of Newton and factorizations of one (goal of a cloth 30 × 30: at most 10 ms an iteration)',
    [['scene', 'particles', 'first ms', 'ms', 'iterations', 'factorizations', 'ms an iteration'], ...rows],
  );
}
