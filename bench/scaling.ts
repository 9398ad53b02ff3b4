import { automatic, conjugateGradient, velocityStep, type Solver } from '../runtime/index.js';
import { contest, printTable } from './measure.js';
import { net } from './net-scene.js';

const DT = 1 / 240;

const SOLVERS: readonly (readonly [string, Solver])[] = [
  ['IC(0) conjugate residuals to 1e-8', conjugateGradient({ preconditioner: 'incompleteCholesky', tolerance: 1e-8 })],
  ['automatic()', automatic()],
];

/** Time per constraint and step of the velocity step, for nets of growing size. */
export function benchScaling(sizes: readonly number[] = [32, 64, 128, 224]): void {
  for (const [name, solver] of SOLVERS) benchSolver(name, solver, sizes);
}

function benchSolver(name: string, solver: Solver, sizes: readonly number[]): void {
  let perRodOfFirst = 0;
  const rows = sizes.map((n) => {
    const start = performance.now();
    const world = net(n, { integrator: velocityStep(), solver });
    const built = performance.now();
    world.step(DT);
    const setUp = performance.now() - built;
    const rods = world.constraints.length;
    const steps = Math.max(1, Math.round(10_000 / rods));
    const before = world.stats;
    const { times } = contest(
      [
        () => {
          world.run({ until: world.time + steps * DT });
        },
      ],
      3,
      0,
    );
    const after = world.stats;
    const perRod = (times[0]! * 1e3) / (steps * rods);
    if (perRodOfFirst === 0) perRodOfFirst = perRod;
    return [
      String(rods),
      `${((built - start) / 1000).toFixed(2)} s`,
      `${(setUp / 1000).toFixed(2)} s`,
      `${perRod.toFixed(2)} µs`,
      (perRod / perRodOfFirst).toFixed(2),
      ((after.iterations - before.iterations) / (after.steps - before.steps)).toFixed(0),
      String(after.fill),
    ];
  });
  console.log(`\nNets, velocity step with ${name} (goal at 100,000 rods: at most 2.5)\n`);
  printTable([
    ['rods', 'building', 'first step', 'per rod and step', 'against the first', 'iterations', 'fill'],
    ...rows,
  ]);
}
