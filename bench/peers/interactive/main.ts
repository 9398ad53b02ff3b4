import { cpus } from 'node:os';
import { report } from '../../figures.js';
import { cpuTime, median } from '../../measure.js';
import { scientific } from '../table.js';
import { box2d3 } from './box2d3.js';
import { FRAME, STRIDE, violation, type InteractivePeer, type Layout } from './layout.js';
import { ours } from './ours.js';
import { SCENES } from './scenes.js';

/** Frames of a run, 3 s, and number of timed runs. */
const [FRAMES, ROUNDS] = [180, 9];
/** CPU time of runs before those, for each engine, and of a timed one at least, ms. */
const [WARM_UP, ENOUGH] = [2000, 60];

/** Returns the largest error of a joint at the end of any frame, m. */
function worstOf(peer: InteractivePeer, layout: Layout): number {
  const scene = peer.build(layout);
  const state = new Float64Array(STRIDE * layout.bodies.length);
  let worst = 0;
  for (let k = 1; k <= FRAMES; k++) {
    scene.step();
    scene.read(state);
    const error = violation(layout, state, k * FRAME);
    if (!(error <= worst)) worst = error;
  }
  scene.dispose?.();
  return worst;
}

/** Returns the CPU time of a run, ms, the mean of several. */
function timeOf(peer: InteractivePeer, layout: Layout, enough = ENOUGH): number {
  let total = 0;
  let runs = 0;
  for (; total < enough; runs++) {
    const scene = peer.build(layout);
    total += cpuTime(() => {
      for (let k = 0; k < FRAMES; k++) scene.step();
    });
    scene.dispose?.();
  }
  return total / runs;
}

const peers = [await box2d3(4), await box2d3(16), ours()];
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
for (const { name, settings } of peers) console.log(`  ${name}: ${settings}`);
const rows = Object.entries(SCENES).map(([name, make]) => {
  const layout = make();
  const violations = peers.map((peer) => worstOf(peer, layout));
  for (const peer of peers) timeOf(peer, layout, WARM_UP);
  const rounds = Array.from({ length: ROUNDS }, () => peers.map((peer) => timeOf(peer, layout)));
  const cells = peers.map((_, i) => {
    const time =
      i === 0
        ? `${(median(rounds.map((times) => times[0]!)) / (FRAMES * FRAME)).toPrecision(2)} ms`
        : median(rounds.map((times) => times[i]! / times[0]!)).toPrecision(2);
    return `${time}, ${scientific(violations[i]!)} m`;
  });
  return [name, ...cells];
});
report(
  'interactive-peers',
  'CPU time per simulated second at 60 frames, or its ratio to the first, and the largest violation in 3 s',
  [['scene', ...peers.map(({ name }) => name)], ...rows],
);
process.exit(0);
