import { Distance2D } from 'holonomic/library';
import { gravity, velocityStep, World, type Particle, type PointConnector } from '../runtime/index.js';
import { report } from './figures.js';
import { cpuTime, median } from './measure.js';
import { net } from './net-scene.js';

const DT = 1 / 240;
const ROUNDS = 8;

function chain(n: number): World {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
  let a: PointConnector = world.ground.point([0, 0]);
  for (let i = 0; i < n; i++) {
    const b = world.addParticle({ mass: 1, position: [0.6 * (i + 1), -0.8 * (i + 1)] });
    world.add(new Distance2D({ a, b, length: 1 }));
    a = b;
  }
  return world;
}

const CHANGES = ['one removed', 'added again', 'fifty removed', 'one elsewhere'] as const;

/**
 * Measures the CPU time of a step, and that of changes of constraints, each with the step after it but
 * without that step's usual time, ms. Elsewhere is between `a` and `b`, where there was none before.
 */
function costsOfChanges(world: World, a: Particle, b: Particle): { step: number; changes: number[] } {
  const steps: number[] = [];
  const changes = CHANGES.map((): number[] => []);
  const step = (): void => {
    world.step(DT);
  };
  const change = (which: number, make: () => void): void => {
    changes[which]!.push(
      cpuTime(() => {
        make();
        step();
      }),
    );
    for (let k = 0; k < 3; k++) steps.push(cpuTime(step));
  };
  for (let k = 0; k < 20; k++) step();
  for (let round = 0; round < ROUNDS; round++) {
    const [one, ...others] = world.constraints.slice(60 * round + 7, 60 * round + 57);
    change(0, () => {
      world.remove(one!);
    });
    change(1, () => world.add(one!));
    change(2, () => {
      for (const each of [one!, ...others]) world.remove(each);
    });
    for (const each of [one!, ...others]) world.add(each);
    step();
    const length = Math.hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]);
    const extra = new Distance2D({ a, b, length });
    change(3, () => world.add(extra));
    world.remove(extra);
    step();
  }
  const usual = median(steps);
  return { step: usual, changes: changes.map((times) => Math.max(0, median(times) - usual)) };
}

/** Prints the cost of changes of structure in large worlds, in steps. */
export function benchStructure(): void {
  const warnings = { onWarning: (): void => undefined };
  const long = chain(10_000);
  const nets = [71, 100, 224].map((n) => [n, net(n, { integrator: velocityStep(), ...warnings })] as const);
  const scenes = [
    ['chain of 10,000 rods, RK4', long, long.particles[10]!, long.particles[12]!] as const,
    ...nets.map(([n, world]) => {
      const rods = `${(2 * n * (n - 1)).toLocaleString('en')} rods`;
      return [`net of ${rods}, velocity step`, world, world.particles[0]!, world.particles[n + 1]!] as const;
    }),
  ];
  report('structure', 'Changes of constraints between steps, in steps (goal: one in two, fifty in three)', [
    ['scene', 'a step', ...CHANGES],
    ...scenes.map(([name, world, a, b]) => {
      const { step, changes } = costsOfChanges(world, a, b);
      return [name, `${step.toFixed(1)} ms`, ...changes.map((time) => (time / step).toFixed(1))];
    }),
  ]);
}
