import { readFileSync } from 'node:fs';
import { loadScene, type SceneDocument } from '../src/scene/index.js';
import { report } from './figures.js';
import { cpuTime, median } from './measure.js';

const FRAMES = 8;
const ROUNDS = 200;

/**
 * Prints the cost of going back eight frames at 60 Hz and taking them again, in steps: with the
 * snapshots that the next one needs, and without.
 */
export async function benchRollback(): Promise<void> {
  const rows: string[][] = [];
  for (const name of ['strandbeest', 'klann', 'ragdoll']) {
    const document = JSON.parse(
      readFileSync(new URL(`../scenes/${name}.json`, import.meta.url), 'utf8'),
    ) as SceneDocument;
    const { world } = (await loadScene(document)).build();
    const step = (): void => {
      world.step(1 / 60);
    };
    for (let k = 0; k < 120; k++) step();
    const ratios: [number[], number[]] = [[], []];
    const [steps, hashes]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      let start = world.snapshot();
      const forward = cpuTime(() => {
        for (let k = 0; k < FRAMES; k++) step();
      });
      const reached = world.hash();
      [false, true].forEach((saves, i) => {
        const again = cpuTime(() => {
          world.restore(start);
          for (let k = 0; k < FRAMES; k++) {
            step();
            if (saves) start = world.snapshot();
          }
        });
        if (world.hash() !== reached) throw new Error(`${name}: a rollback comes to other bits`);
        ratios[i]!.push((FRAMES * again) / forward);
      });
      steps.push(forward / FRAMES);
      hashes.push(cpuTime(() => world.hash()) / (forward / FRAMES));
    }
    const [plain, saving] = ratios.map((list) => median(list).toFixed(2));
    rows.push([name, `${median(steps).toFixed(3)} ms`, plain!, saving!, median(hashes).toFixed(2)]);
  }
  report('rollback', 'Going back 8 frames at 60 Hz and taking them again, in steps (goal: less than 8.5)', [
    ['scene', 'a step', 'rollback', 'with a snapshot per frame', 'a hash'],
    ...rows,
  ]);
}
