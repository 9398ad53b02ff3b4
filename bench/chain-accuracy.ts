import { Distance2D } from 'holonomic/library';
import { gravity, rk4, World, type PointConnector } from '../runtime/index.js';
import { chainInSteps, largestDistance } from './chain-reference.js';
import { HandWrittenChain } from './hand/chain-thomas.js';
import { report } from './figures.js';

const RATE = 240;
const G = 9.81;
/** Rods, seconds and the goal for the largest error, m. */
const CASES: readonly (readonly [rods: number, seconds: number, goal: number])[] = [
  [1, 10, 1e-6],
  [10, 2, 1e-6],
  [100, 2, 1e-6],
  [1000, 2, 5e-6],
];

const horizontal = (n: number): number[] => Array.from({ length: 2 * n }, (_, i) => (i % 2 === 0 ? i / 2 + 1 : 0));

function byRuntime(n: number, steps: number): number[] {
  const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: rk4() });
  let a: PointConnector = world.ground.point([0, 0]);
  for (let i = 1; i <= n; i++) {
    const b = world.addParticle({ mass: 1, position: [i, 0] });
    world.add(new Distance2D({ a, b, length: 1 }));
    a = b;
  }
  for (let k = 0; k < steps; k++) world.step(1 / RATE);
  return world.particles.flatMap(({ position }) => [...position]);
}

/** The hand-written chain by the same method, without feedback. */
function handWrittenPositions(n: number, steps: number): Float64Array {
  const start = horizontal(n);
  const chain = new HandWrittenChain(
    n,
    start,
    start.map(() => 1),
    G,
  );
  for (let k = 0; k < steps; k++) chain.step(1 / RATE);
  return chain.q;
}

/**
 * Prints errors of the positions of a chain released from horizontal, against its motion in angles
 * by extrapolation.
 */
export function benchChainAccuracy(): void {
  const rows = CASES.map(([n, seconds, goal]) => {
    const steps = RATE * seconds;
    const reference = chainInSteps(n, seconds, 2 * steps, G);
    const errors = [byRuntime(n, steps), handWrittenPositions(n, steps)].map((positions) =>
      largestDistance(positions, reference),
    );
    return [
      String(n),
      `${seconds} s`,
      ...errors.map((error) => `${error.toExponential(1)} m`),
      `${goal.toExponential(0)} m`,
    ];
  });
  report('chain-accuracy', 'Chain let go from horizontal, RK4 at 240 Hz: largest error of a position', [
    ['rods', 'after', 'runtime', 'hand-written', 'goal'],
    ...rows,
  ]);
}
