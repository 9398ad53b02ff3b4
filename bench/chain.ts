import { blockLDL, gravity, World, type PointConnector, type Solver } from '../runtime/index.js';
import { ChainByHand } from './hand/chain-thomas.js';
import { inTurn, median, medianRatio } from './measure.js';
import { Distance2D } from './scenes/distance-2d.js';

const DT = 1 / 240;
const G = 9.81;

/** A hanging chain of `n` unit rods and masses, bent, in the runtime and by hand. */
export function bentChain(n: number, solver: Solver): { world: World; byHand: ChainByHand } {
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
  return { world, byHand: new ChainByHand(n, q, inverseMasses, G) };
}

/** How far the two are apart after so many steps, m. */
function differenceAfter(n: number, steps: number): number {
  const { world, byHand } = bentChain(n, blockLDL());
  for (let k = 0; k < steps; k++) {
    world.step(DT);
    byHand.step(DT);
  }
  let largest = 0;
  world.particles.forEach((particle, i) => {
    for (let c = 0; c < 2; c++) largest = Math.max(largest, Math.abs(particle.position[c]! - byHand.q[2 * i + c]!));
  });
  return largest;
}

/** Time per rod and evaluation of the runtime with `blockLDL()`, and of RK4 with the Thomas algorithm written by hand. */
export function benchChain(sizes: readonly number[] = [1, 10, 100, 1000, 10_000], rounds = 9): void {
  console.log('hanging chain, RK4 at 240 Hz, 4 evaluations per step');
  console.log('   rods   runtime ns/rod   by hand ns/rod   ratio   ms per simulated s   difference after 0.1 s, m');
  for (const n of sizes) {
    const { world, byHand } = bentChain(n, blockLDL());
    const steps = Math.max(4, Math.ceil(40_000 / n));
    // Chains are chaotic: later on, rounding alone makes motions differ.
    const difference = differenceAfter(n, 24);
    const [runtime, hand] = inTurn(rounds, [
      () => {
        for (let k = 0; k < steps; k++) world.step(DT);
      },
      () => {
        for (let k = 0; k < steps; k++) byHand.step(DT);
      },
    ]) as [number[], number[]];
    const perRod = 1e9 / (steps * 4 * n);
    console.log(
      [
        String(n).padStart(7),
        (median(runtime) * perRod).toFixed(1).padStart(16),
        (median(hand) * perRod).toFixed(1).padStart(16),
        medianRatio(runtime, hand).toFixed(2).padStart(7),
        ((median(runtime) * 240 * 1e3) / steps).toFixed(2).padStart(20),
        difference.toExponential(1).padStart(15),
      ].join(' '),
    );
  }
}

if (process.argv[1]?.endsWith('chain.ts')) benchChain();
