import { mkdirSync, writeFileSync } from 'node:fs';
import { runEnsemble } from 'holonomic/ensemble';
import { png } from '../chaos-map/png.js';
import { sizeOf } from '../chaos-map/size.js';
import { MAGNETS, type Row } from './ends.js';

/** Bobs a side, and how far from the middle the outermost are, m. */
const [SIZE, REACH] = [sizeOf(process.argv[2], 1000), 1.8];
/** Four bobs make a pixel, which is of the colours of their magnets. */
const PIXELS = SIZE / 2;
const COLOURS = [[233, 138, 66], [62, 142, 126], [58, 63, 112]] as const; // prettier-ignore
/** Size of a magnet in the picture, m. */
const MAGNET = 0.05;

const places = Array.from({ length: SIZE }, (_, i) => REACH * ((2 * (i + 0.5)) / SIZE - 1));
const start = performance.now();
const rows = await runEnsemble<Uint8Array, Row>(new URL('./ends.ts', import.meta.url), {
  inputs: places.map((y) => ({ x: places, y })),
  onProgress: (done, total) => process.stderr.write(`\r${done} of ${total} rows`),
});
process.stderr.write(`\n${((performance.now() - start) / 1000).toFixed(1)} s\n`);

const counts = [0, 0, 0];
for (const row of rows) for (const end of row) counts[end]!++;
console.log(counts.map((count, i) => `magnet ${i}: ${((100 * count) / SIZE ** 2).toFixed(1)} %`).join(', '));

function colour(column: number, row: number): readonly [number, number, number] {
  const [x, y] = [column, row].map((pixel) => REACH * ((2 * (pixel + 0.5)) / PIXELS - 1)) as [number, number];
  if (MAGNETS.some(([mx, my]) => Math.hypot(x - mx, y - my) < MAGNET)) return [255, 255, 255];
  const ends = [0, 1].flatMap((i) => [0, 1].map((j) => rows[2 * row + i]![2 * column + j]!));
  return [0, 1, 2].map((c) => Math.round(ends.reduce((sum, end) => sum + COLOURS[end]![c]!, 0) / 4)) as [
    number,
    number,
    number,
  ];
}
mkdirSync('out', { recursive: true });
writeFileSync(
  'out/basins.png',
  png(PIXELS, PIXELS, (x, y) => colour(x, PIXELS - 1 - y)),
);
