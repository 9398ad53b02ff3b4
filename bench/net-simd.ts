import { velocityStep, type World } from '../runtime/index.js';
import { withoutSimd } from '../test/runtime/fixtures/without-simd.js';
import { loadScenes } from './before.js';
import { report } from './figures.js';
import { contest } from './measure.js';
import { net } from './net-scene.js';

const DT = 1 / 240;
/** Rods that a net moves by a step in one turn. */
const ROD_STEPS = 20_000;

/** Widths of nets, with the goal for the time of a step, relative to the tree of before. */
const NETS: readonly (readonly [n: number, goal: number])[] = [
  [10, 0.6],
  [32, 0.42],
  [64, 0.4],
  [224, 0.36],
];

/** A net of this tree or of another. */
type MakeNet = (n: number) => World;

/** The same nets with the runtime of another revision. */
async function netOf(revision: string): Promise<MakeNet> {
  const contents = `
    import { net } from './bench/net-scene.js';
    import { velocityStep } from './runtime/index.js';
    export const make = (n) => net(n, { integrator: velocityStep() });
  `;
  return (await loadScenes<{ readonly make: MakeNet }>(contents, ['net-scene.ts'], revision)).make;
}

const thisNet: MakeNet = (n) => net(n, { integrator: velocityStep() });

/** Makes a net, and has it make its first step. */
function started(make: MakeNet, n: number): World {
  const world = make(n);
  world.step(DT);
  return world;
}

/**
 * Prints the time of a velocity step with the fronts in JavaScript and in WebAssembly, and, if the
 * environment names a revision in `BEFORE`, that of the runtime there.
 */
export async function benchNetSimd(): Promise<void> {
  const revision = process.env['BEFORE'];
  const before = revision === undefined ? undefined : await netOf(revision);
  const rows = NETS.map(([n, goal]) => {
    const simd = started(thisNet, n);
    const plain = withoutSimd(() => started(thisNet, n));
    const worlds = [simd, plain, ...(before ? [started(before, n)] : [])];
    const rods = simd.constraints.length;
    const steps = Math.max(1, Math.round(ROD_STEPS / rods));
    const { times, ratios } = contest(
      worlds.map((world) => () => {
        for (let k = 0; k < steps; k++) world.step(DT);
      }),
      15,
      3,
    );
    const perRod = times[0]! / steps / rods;
    const { factorization } = simd.stats;
    return [
      String(rods),
      ...times.map((time) => `${(time / steps).toPrecision(3)} ms`),
      (1 / ratios[1]!).toFixed(2),
      ...(before ? [(1 / ratios[2]!).toFixed(2), String(goal)] : []),
      `${(1e6 * perRod).toFixed(0)} ns`,
      factorization,
    ];
  });
  report('net-simd', 'Nets, velocity step, fronts in JavaScript and in WebAssembly with SIMD', [
    [
      'rods',
      'SIMD',
      'JavaScript',
      ...(before ? [revision!] : []),
      'to JavaScript',
      ...(before ? ['to before', 'goal'] : []),
      'per rod',
      'runs in',
    ],
    ...rows,
  ]);
}
