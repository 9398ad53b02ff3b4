import type { World, WorldOptions } from '../runtime/index.js';
import { internalsOf } from '../runtime/world/internals.js';
import { bin, cubeWall, hitWall, spatialRagdolls } from '../test/runtime/fixtures/contact/spatial-worlds.js';
import { report } from './figures.js';
import { cpuTime, median } from './measure.js';

const DT = 1 / 60;

/** A pile, the number of steps that it is watched, and whether solutions to rounding take less than minutes. */
interface Pile {
  readonly name: string;
  readonly make: (options?: Partial<WorldOptions>) => { world: World };
  readonly steps: number;
  readonly isFeasible?: true;
}

const PILES: readonly Pile[] = [
  { name: '60 spheres into a bin', make: (options) => bin(60, options), steps: 150, isFeasible: true },
  { name: '1,000 spheres into a bin', make: (options) => bin(1000, options, 10), steps: 60 },
  { name: 'pyramid of 210 cubes at rest', make: (options) => cubeWall(20, options), steps: 60 },
  { name: 'pyramid of 55 cubes, hit', make: (options) => hitWall(10, options), steps: 90 },
  { name: 'pyramid of 210 cubes, hit', make: (options) => hitWall(20, options), steps: 60 },
  { name: 'three ragdolls on a heap', make: (options) => spatialRagdolls(3, options), steps: 120 },
];

/** Takes steps. Returns their CPU times, and what solutions have left and needed. */
function watch({ make, steps }: Pile, options: Partial<WorldOptions>): string[] {
  const { world } = make(options);
  const { recovery, structure } = internalsOf(world);
  const told = recovery.watch.boundsSolved.bind(recovery.watch);
  let [residual, rows, unsolved] = [0, 0, 0];
  recovery.watch.boundsSolved = (report) => {
    residual = Math.max(residual, report.residual);
    if (!report.converged) unsolved++;
    told(report);
  };
  const times: number[] = [];
  for (let k = 0; k < steps; k++) {
    times.push(
      cpuTime(() => {
        world.step(DT);
      }),
    );
    rows = Math.max(rows, structure.system.all.rows.count);
  }
  const [first, ...rest] = times;
  return [
    String(rows),
    first!.toFixed(0),
    median(rest).toFixed(1),
    Math.max(...rest).toFixed(1),
    residual.toExponential(1),
    String(unsolved),
  ];
}

/** Prints what a step of 1/60 s of piles in space takes, within the default tolerance and to rounding. */
export function benchPiles(): void {
  const lines = PILES.flatMap((pile) => [
    [pile.name, 'default', ...watch(pile, {})],
    ...(pile.isFeasible ? [[pile.name, '0', ...watch(pile, { contactTolerance: 0 })]] : []),
  ]);
  report('piles', 'Steps of 1/60 s of piles in space: CPU time in ms, largest residual in m/s', [
    ['pile', 'contactTolerance', 'rows', 'first', 'median', 'worst', 'residual', 'unsolved'],
    ...lines,
  ]);
}
