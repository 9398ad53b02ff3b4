import { automatic, blockLDL, conjugateResiduals, velocityStep, type Solver, type World } from '../runtime/index.js';
import type { HandWrittenNet } from './hand/net.js';
import { NetByLDL } from './hand/net-ldl.js';
import { NetByPCG } from './hand/net-pcg.js';
import { dissect } from './hand/net-rows.js';
import { report } from './figures.js';
import { contest } from './measure.js';
import { net, netRods } from './net-scene.js';

const DT = 1 / 240;
const G = 9.81;
const TOLERANCE = 1e-8;
/** Steps that a net makes in each round. */
const STEPS = 2;

const SOLVERS: readonly (readonly [string, Solver])[] = [
  ['blockLDL', blockLDL()],
  ['automatic', automatic()],
  ['IC(0) conjugate residuals', conjugateResiduals({ preconditioner: 'incompleteCholesky', tolerance: TOLERANCE })],
];

function startOf(n: number): number[] {
  const world = net(n);
  return [0, 0, ...world.particles.flatMap(({ position }) => [...position])].map((x, i) =>
    i < 2 ? [0.2 * Math.sin(0), 0.2 * Math.cos(0)][i]! : x,
  );
}

/** Formats the largest violation, m. */
function violation(world: World): string {
  return `${world.residual().position.toExponential(1)} m`;
}

function handWrittenViolation(handWritten: HandWrittenNet, n: number, lengths: readonly number[]): string {
  const { q } = handWritten;
  const worst = netRods(n).reduce(
    (largest, [a, b], i) =>
      Math.max(largest, Math.abs(Math.hypot(q[2 * b]! - q[2 * a]!, q[2 * b + 1]! - q[2 * a + 1]!) - lengths[i]!)),
    0,
  );
  return `${worst.toExponential(1)} m`;
}

/** Prints the time per velocity step of a falling net, in the runtime and hand-written. */
export function benchNet(sizes: readonly number[] = [32, 64]): void {
  const lines = sizes.flatMap((n) => {
    const start = startOf(n);
    const lengths = netRods(n).map(([a, b]) =>
      Math.hypot(start[2 * b]! - start[2 * a]!, start[2 * b + 1]! - start[2 * a + 1]!),
    );
    const handWritten = [
      ['hand-written LDLᵀ, nested dissection', new NetByLDL(start, dissect(n), G)],
      ['hand-written IC(0) conjugate gradients', new NetByPCG(start, netRods(n), G, TOLERANCE)],
    ] as const;
    const worlds = SOLVERS.map(([, solver]) => net(n, { integrator: velocityStep(), solver }));
    const { times, ratios } = contest(
      [
        ...handWritten.map(([, scene]) => () => {
          for (let k = 0; k < STEPS; k++) scene.step(DT);
        }),
        ...worlds.map((world) => () => {
          for (let k = 0; k < STEPS; k++) world.step(DT);
        }),
      ],
      9,
      3,
    );
    const row = (name: string, i: number, fill: string, off: string): string[] => [
      String(lengths.length),
      name,
      `${(times[i]! / STEPS).toFixed(1)} ms`,
      ratios[i]!.toFixed(2),
      (times[i]! / times[1]!).toFixed(2),
      fill,
      off,
    ];
    return [
      ...handWritten.map(([name, scene], i) => row(name, i, '', handWrittenViolation(scene, n, lengths))),
      ...worlds.map((world, i) => row(SOLVERS[i]![0], i + 2, String(world.stats.fill), violation(world))),
    ];
  });
  report('net', 'Square nets hung up at a corner: velocity step at 240 Hz', [
    ['rods', 'solver', 'per step', 'to hand-written LDLᵀ', 'to hand-written IC(0)', 'fill', 'violation'],
    ...lines,
  ]);
}
