import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import flips from '../../examples/chaos-map/flips.js';
import { installTarball, run, temporaryFolder } from '../support/tarball.js';

/** Pixels a side. */
const SIZE = 12;

test('the chaos map comes with the package, and is drawn from there', { timeout: 400_000 }, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  await installTarball(folder);
  const printed = await run(folder, 'npx', 'tsx', 'node_modules/holonomic/examples/chaos-map/map.ts', String(SIZE));

  const picture = await readFile(join(folder, 'out/chaos-map.png'));
  const data = picture.indexOf('IDAT');
  const rows = inflateSync(picture.subarray(data + 4, data + 4 + picture.readUInt32BE(data - 4)));
  const pixel = (x: number, y: number): string => rows.toString('hex', y * (1 + 3 * SIZE) + 1 + 3 * x).slice(0, 6);
  const angle = (i: number): number => (2 * Math.PI * (i + 0.5)) / SIZE - Math.PI;
  let turned = 0;
  for (let x = 0; x < SIZE; x++)
    for (let y = 0; y < SIZE; y++) {
      if (pixel(x, y) !== 'ffffff') turned++;
      // Half a turn about the middle is the mirror image of a pendulum.
      expect(pixel(SIZE - 1 - x, SIZE - 1 - y)).toBe(pixel(x, y));
    }
  const share = ((100 * turned) / SIZE ** 2).toFixed(1);
  expect(printed).toContain(`${share} % of ${SIZE ** 2} pendulums turn over within 20 s`);
  // Upper rods to the right, lower ones upwards: a column is white where its pendulums do not turn over.
  const lower = Array.from({ length: SIZE }, (_, i) => angle(i));
  for (const x of [0, 7, 10]) {
    const times = flips({ upper: angle(x), lower });
    const white = lower.map((_, i) => pixel(x, SIZE - 1 - i) === 'ffffff');
    expect(white).toEqual([...times].map((time) => time === Infinity));
  }
});
