import { Distance2D } from 'holonomic/library';
import { gravity, velocityStep, World, type Particle, type PointConnector } from '../runtime/index.js';
import { median, printTable } from './measure.js';
import { net } from './net-scene.js';

const DT = 1 / 240;

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

/**
 * Measures the CPU time of a step, and of one after a constraint between two particles was added or
 * removed, ms.
 */
function costOfChange(world: World, a: Particle, b: Particle): { step: number; change: number } {
  const cpu = (work: () => void): number => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const length = Math.hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]);
  const steps: number[] = [];
  const changes: number[] = [];
  const step = (): void => {
    world.step(DT);
  };
  for (let round = 0; round < 8; round++) {
    for (let k = 0; k < 3; k++) steps.push(cpu(step));
    const extra = new Distance2D({ a, b, length });
    const comes = (): void => {
      world.add(extra);
      world.step(DT);
    };
    const goes = (): void => {
      world.remove(extra);
      world.step(DT);
    };
    changes.push(cpu(comes));
    for (let k = 0; k < 3; k++) steps.push(cpu(step));
    changes.push(cpu(goes));
  }
  const usual = median(steps);
  return { step: usual, change: Math.max(0, median(changes) - usual) };
}

/** Prints the cost of adding or removing one constraint in worlds of 10,000, in steps. */
export function benchStructure(): void {
  const long = chain(10_000);
  const wide = net(71, { integrator: velocityStep() });
  const scenes = [
    ['chain of 10,000 rods, RK4', long, long.particles[10]!, long.particles[12]!],
    ['net of 71 × 71, velocity step', wide, wide.particles[0]!, wide.particles[72]!],
  ] as const;
  console.log('\nAdding or removing one constraint between steps (goal: less than ten steps)\n');
  printTable([
    ['scene', 'a step', 'a change', 'in steps'],
    ...scenes.map(([name, world, a, b]) => {
      const { step, change } = costOfChange(world, a, b);
      return [name, `${step.toFixed(1)} ms`, `${change.toFixed(1)} ms`, (change / step).toFixed(1)];
    }),
  ]);
}
