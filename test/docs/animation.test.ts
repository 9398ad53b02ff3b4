import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IS_FULL } from '../support/scope.js';
import { read, ROOT } from './pages.js';

const PICTURE = 'docs/pictures/strandbeest.svg';
const SCENE = 'scenes/strandbeest.json';

type Point = readonly number[];

/** The frames of each part that moves: per frame, trails of points, px. */
const partsOf = (svg: string): readonly (readonly (readonly (readonly Point[])[])[])[] =>
  [...svg.matchAll(/attributeName="d".*? values="([^"]+)"/g)].map(([, values]) =>
    values!.split(';').map((d) =>
      d
        .split('M')
        .slice(1)
        .map((trail) => trail.split('L').map((point) => point.split(' ').map(Number))),
    ),
  );

const distance = (a: Point, b: Point): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!);

/** The lengths of the rods of a frame: neighbours on a trail. */
const lengthsOf = (frame: readonly (readonly Point[])[]): readonly number[] =>
  frame.flatMap((trail) => trail.slice(1).map((point, i) => distance(point, trail[i]!)));

test('the picture in motion is a mechanism: its rods keep their lengths, and it ends as it began', () => {
  const parts = partsOf(read(PICTURE));
  expect(parts).toHaveLength(3);
  // Sixty rods and three cranks.
  expect(parts.reduce((sum, [first]) => sum + lengthsOf(first!).length, 0)).toBe(63);
  for (const frames of parts) {
    expect(frames.length).toBeGreaterThan(30);
    expect(frames.at(-1)).toEqual(frames[0]);
    const lengths = lengthsOf(frames[0]!);
    // Coordinates are rounded to tenths of a pixel: both lengths are off by at most 0.1 √2.
    for (const frame of frames)
      lengthsOf(frame).forEach((length, i) => {
        expect(Math.abs(length - lengths[i]!)).toBeLessThan(0.29);
      });
    const half = frames[Math.floor(frames.length / 2)]!;
    expect(Math.max(...frames[0]!.flat().map((point, i) => distance(point, half.flat()[i]!)))).toBeGreaterThan(100);
  }
});

test('the first page begins with it, and names the command that made it', () => {
  const page = read('README.md');
  expect(page.indexOf(`](${PICTURE})`)).toBeLessThan(page.indexOf('## '));
  expect(page).toContain(`npm run animate -- ${SCENE} --svg ${PICTURE}`);
});

test.runIf(IS_FULL)('the command makes this picture', { timeout: 300_000 }, async () => {
  const [{ loadScene }, { animationOf }] = await Promise.all([
    import('../../src/scene/index.js'),
    import('../../scripts/animation.js'),
  ]);
  const scene = await loadScene(JSON.parse(readFileSync(join(ROOT, SCENE), 'utf8')));
  const [made, kept] = [partsOf(await animationOf(scene, 40)), partsOf(read(PICTURE))];
  expect(made.length).toBe(kept.length);
  made.flat(3).forEach((point, i) => {
    expect(distance(point, kept.flat(3)[i]!)).toBeLessThan(0.3);
  });
});
