import { automatic, conjugateResiduals, velocityStep, type Solver, type World } from '../runtime/index.js';
import { report } from './figures.js';
import { contest, cpuTime } from './measure.js';
import { net } from './net-scene.js';

const DT = 1 / 240;

/** Solvers, with the rounds in which they are timed: more for faster ones. */
const SOLVERS: readonly (readonly [string, () => Solver, rounds: number])[] = [
  [
    'IC(0) conjugate residuals to 1e-8',
    () => conjugateResiduals({ preconditioner: 'incompleteCholesky', tolerance: 1e-8 }),
    3,
  ],
  ['automatic()', automatic, 11],
];

/**
 * Prints the time per constraint of the velocity step, for nets of growing size, which take turns.
 */
export function benchScaling(sizes: readonly number[] = [32, 64, 128, 224]): void {
  const lines = SOLVERS.flatMap(([name, solver, rounds]) => {
    const nets = sizes.map((n) => new Contestant(net(n, { integrator: velocityStep(), solver: solver() })));
    const before = nets.map(({ world }) => world.stats);
    const { times, ratios } = contest(
      nets.map((contestant) => contestant.run),
      rounds,
      0,
    );
    return nets.map(({ world, rods, steps, setUp }, i) => [
      name,
      String(rods),
      `${(setUp / 1000).toFixed(2)} s`,
      `${((times[i]! * 1e3) / (steps * rods)).toFixed(2)} µs`,
      ((ratios[i]! * nets[0]!.steps * nets[0]!.rods) / (steps * rods)).toFixed(2),
      ((world.stats.iterations - before[i]!.iterations) / (world.stats.steps - before[i]!.steps)).toFixed(0),
      String(world.stats.fill),
    ]);
  });
  report('scaling', 'Nets, velocity step (goal at 100,000 rods: at most 2.2)', [
    ['solver', 'rods', 'first step', 'per rod and step', 'against the first', 'iterations', 'fill'],
    ...lines,
  ]);
}

/** A net that in each round makes enough steps for about ten thousand rods in all, at least one. */
class Contestant {
  readonly world: World;
  readonly rods: number;
  readonly steps: number;
  /** Time of the first step, ms. */
  readonly setUp: number;

  constructor(world: World) {
    this.world = world;
    this.rods = world.constraints.length;
    this.steps = Math.max(1, Math.round(10_000 / this.rods));
    this.setUp = cpuTime(() => {
      world.step(DT);
    });
    this.run();
  }

  readonly run = (): void => {
    this.world.run({ until: this.world.time + this.steps * DT });
  };
}
