import { mkdirSync, writeFileSync } from 'node:fs';
import { runEnsemble } from 'holonomic/ensemble';
import { LONGEST, LOOK, type Row } from './flips.js';
import { png } from './png.js';
import { sizeOf } from './size.js';

/** Pixels a side, an even number. Angles go from −π to π, to the right for the upper rod, upwards for the lower one. */
const SIZE = sizeOf(process.argv[2], 320);
const angles = Array.from({ length: SIZE }, (_, i) => (2 * Math.PI * (i + 0.5)) / SIZE - Math.PI);

const start = performance.now();
// A pendulum that begins on the other side is its mirror image.
const half = await runEnsemble<Float64Array, Row>(new URL('./flips.ts', import.meta.url), {
  inputs: angles.slice(SIZE / 2).map((upper) => ({ upper, lower: angles })),
  onProgress: (done, total) => process.stderr.write(`\r${done} of ${total} columns`),
});
process.stderr.write('\n');
const seconds = (performance.now() - start) / 1000;

const timeAt = (column: number, row: number): number => {
  const isRight = column >= SIZE / 2;
  return half[isRight ? column - SIZE / 2 : SIZE / 2 - 1 - column]![isRight ? row : SIZE - 1 - row]!;
};
/** From pale, where the rod turns over at once, to dark, where it takes long; white where it does not. */
function colour(time: number): readonly [number, number, number] {
  if (time === Infinity) return [255, 255, 255];
  const x = Math.log(time / LOOK) / Math.log(LONGEST / LOOK);
  return STOPS[0]!.map((_, c) => {
    const place = x * (STOPS.length - 1);
    const i = Math.min(STOPS.length - 2, Math.floor(place));
    return Math.round(STOPS[i]![c]! + (place - i) * (STOPS[i + 1]![c]! - STOPS[i]![c]!));
  }) as [number, number, number];
}
const STOPS = [[253, 231, 190], [247, 178, 103], [232, 93, 80], [140, 40, 110], [40, 20, 80], [8, 8, 30]]; // prettier-ignore

const times = half.flatMap((column) => [...column]);
const turned = times.filter((time) => time < Infinity).length;
console.log(`${((100 * turned) / times.length).toFixed(1)} % of ${SIZE ** 2} pendulums turn over within ${LONGEST} s`);
process.stderr.write(`${seconds.toFixed(1)} s\n`);
mkdirSync('out', { recursive: true });
writeFileSync(
  'out/chaos-map.png',
  png(SIZE, SIZE, (x, y) => colour(timeAt(x, SIZE - 1 - y))),
);
