import { Distance2D } from 'holonomic/library';
import { blockLDL, gravity, World, type PointConnector, type Solver } from '../runtime/index.js';
import { HandWrittenChain } from './hand/chain-thomas.js';
import { report } from './figures.js';
import { contest } from './measure.js';

const DT = 1 / 240;
const G = 9.81;

/** Builds a bent hanging chain of `n` unit rods and masses, in the runtime and hand-written. */
function bentChain(n: number, solver: Solver): { world: World; handWritten: HandWrittenChain } {
  const world = new World({ space: 2, forces: [gravity([0, -G])], solver });
  let a: PointConnector = world.ground.point([0, 0]);
  const position = [0, 0];
  const q: number[] = [];
  for (let i = 0; i < n; i++) {
    const angle = 1.2 * Math.cos((3 * i) / (n + 3));
    position[0]! += Math.sin(angle);
    position[1]! -= Math.cos(angle);
    q.push(...position);
    const b = world.addParticle({ mass: 1, position });
    world.add(new Distance2D({ a, b, length: 1 }));
    a = b;
  }
  const inverseMasses = q.map(() => 1);
  return { world, handWritten: new HandWrittenChain(n, q, inverseMasses, G) };
}

/** Returns the distance between the two after so many steps, m. */
function differenceAfter(n: number, steps: number): number {
  const { world, handWritten } = bentChain(n, blockLDL());
  for (let k = 0; k < steps; k++) {
    world.step(DT);
    handWritten.step(DT);
  }
  let largest = 0;
  world.particles.forEach((particle, i) => {
    for (let c = 0; c < 2; c++)
      largest = Math.max(largest, Math.abs(particle.position[c]! - handWritten.q[2 * i + c]!));
  });
  return largest;
}

/**
 * Prints the time per rod and evaluation of the runtime with `blockLDL()`, against hand-written RK4
 * with the Thomas algorithm.
 */
export function benchChain(sizes: readonly number[] = [1, 10, 100, 1000, 10_000]): void {
  const rows = sizes.map((n) => {
    const { world, handWritten } = bentChain(n, blockLDL());
    const steps = Math.max(4, Math.ceil(40_000 / n));
    // Chains are chaotic: later on, rounding alone makes motions differ.
    const difference = differenceAfter(n, 24);
    const { times, ratios } = contest(
      [
        () => {
          for (let k = 0; k < steps; k++) handWritten.step(DT);
        },
        () => {
          for (let k = 0; k < steps; k++) world.step(DT);
        },
      ],
      9,
      1,
    );
    const perRod = times.map((time) => `${((time * 1e6) / (steps * 4 * n)).toFixed(0)} ns`);
    const perSecond = `${((times[1]! * 240) / steps).toFixed(1)} ms`;
    return [String(n), perRod[0]!, perRod[1]!, ratios[1]!.toFixed(1), perSecond, `${difference.toExponential(0)} m`];
  });
  report(
    'chain',
    'Hanging chain, RK4 at 240 Hz: time per rod and evaluation, blockLDL() against the hand-written Thomas algorithm',
    [['rods', 'hand-written', 'runtime', 'ratio', 'per simulated second', 'apart after 0.1 s'], ...rows],
  );
}
