import { velocityStep } from '../runtime/index.js';
import { report } from './figures.js';
import { cpuTime, median } from './measure.js';
import { net } from './net-scene.js';

const ROUNDS = 41;

/** Prints the cost of saving and restoring a net of 4,095 particles and 8,064 rods, in steps. */
export function benchSnapshots(): void {
  const world = net(64, { integrator: velocityStep() });
  const step = (): void => {
    world.step(1 / 240);
  };
  for (let k = 0; k < 20; k++) step();
  const times: number[][] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    let snapshot = world.snapshot();
    times[0]!.push(cpuTime(step));
    times[1]!.push(cpuTime(() => (snapshot = world.snapshot())));
    step();
    times[2]!.push(
      cpuTime(() => {
        world.restore(snapshot);
      }),
    );
  }
  // Apart, as the arrays of copies keep the garbage collector busy.
  const foreign = structuredClone(world.snapshot());
  for (let round = 0; round < ROUNDS; round++) {
    step();
    times[3]!.push(
      cpuTime(() => {
        world.restore(foreign);
      }),
    );
  }
  const [usual, ...others] = times.map(median);
  report('snapshots', 'Saving and restoring a net of 64 × 64, velocity step (goal: each with its own in one step)', [
    ['call', 'time', 'in steps'],
    ['a step', `${usual!.toFixed(2)} ms`, ''],
    ...['snapshot()', 'restore() of its own snapshot', 'restore() of a copy, checked'].map((name, i) => [
      name,
      `${others[i]!.toFixed(2)} ms`,
      (others[i]! / usual!).toFixed(1),
    ]),
  ]);
}
