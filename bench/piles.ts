import { collide, type World } from '../runtime/index.js';
import { internalsOf } from '../runtime/world/internals.js';
import { bin, cubeWall, hitWall, spatialRagdolls } from '../test/runtime/fixtures/contact/spatial-worlds.js';
import { report } from './figures.js';
import { cpuTime, median } from './measure.js';

const DT = 1 / 60;

/** A pile, and the number of steps that it is watched. */
interface Pile {
  readonly name: string;
  readonly make: () => { world: World };
  readonly steps: number;
}

const PILES: readonly Pile[] = [
  { name: '60 spheres into a bin', make: () => bin(60), steps: 150 },
  { name: 'pyramid of 210 cubes at rest', make: () => cubeWall(20), steps: 60 },
  { name: 'pyramid of 210 cubes asleep', make: () => sleeping(cubeWall(20)), steps: 120 },
  { name: 'pyramid of 210 cubes, hit', make: () => hitWall(20), steps: 60 },
  { name: 'pyramid of 55 cubes, hit', make: () => hitWall(10), steps: 90 },
  { name: 'three ragdolls on a heap', make: () => spatialRagdolls(3), steps: 120 },
  { name: '1,000 spheres into a bin', make: () => bin(1000, {}, 10), steps: 60 },
];

function sleeping(pile: { world: World }): { world: World } {
  collide(pile.world, { shapes: [], sleep: true });
  return pile;
}

/** Takes steps. Returns their CPU times, the share of those that miss the tolerance, and by how much. */
function watch({ make, steps }: Pile): string[] {
  const { world } = make();
  const { recovery, structure } = internalsOf(world);
  const told = recovery.watch.boundsSolved.bind(recovery.watch);
  // The last solution in a step is the one that it is taken with.
  let misses: readonly number[] = [];
  recovery.watch.boundsSolved = (report) => {
    misses = report.converged ? [] : [report.residual];
    told(report);
  };
  const times: number[] = [];
  let [rows, missed, worst] = [0, 0, 0];
  for (let k = 0; k < steps; k++) {
    misses = [];
    times.push(
      cpuTime(() => {
        world.step(DT);
      }),
    );
    rows = Math.max(rows, structure.system.all.rows.count);
    missed += misses.length;
    worst = Math.max(worst, ...misses);
  }
  const [first, ...rest] = times;
  return [
    String(rows),
    first!.toFixed(0),
    median(rest).toFixed(1),
    Math.max(...rest).toFixed(0),
    `${((100 * missed) / steps).toFixed(0)} %`,
    missed > 0 ? worst.toExponential(1) : '-',
  ];
}

/** Prints what steps of 1/60 s of piles in space take with the default tolerance, and which miss it. */
export function benchPiles(): void {
  const lines = PILES.map((pile) => [pile.name, ...watch(pile)]);
  report('piles', 'Steps of 1/60 s of piles in space: CPU time in ms, and residuals in m/s beyond the tolerance', [
    ['pile', 'rows', 'first', 'median', 'longest', 'missed', 'worst miss'],
    ...lines,
  ]);
}
