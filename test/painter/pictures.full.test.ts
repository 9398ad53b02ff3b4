import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadScene, simulateScene } from '../../src/scene/index.js';
import { drawScene } from '../../src/simulate/picture.js';

const ROOT = join(import.meta.dirname, '../..');
const GOLDEN = join(ROOT, 'test/golden/scenes');
const NUMBER = /-?\d+(?:\.\d+)?/g;
const scenes = readdirSync(join(ROOT, 'scenes')).map((name) => basename(name, '.json'));

/** Largest difference of a coordinate, px: the last place that is written, and one more. */
const TOLERANCE = 0.02;

test.each(scenes)('%s has its picture at t = 1 s', async (name) => {
  const scene = await loadScene(JSON.parse(readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8')));
  const svg = drawScene(await simulateScene(scene, { until: Math.min(1, scene.until) }), { isBare: true });
  const path = join(GOLDEN, `${name}.svg`);
  if (process.env['UPDATE_GOLDEN'] !== undefined) {
    mkdirSync(GOLDEN, { recursive: true });
    writeFileSync(path, svg);
    return;
  }
  expect(existsSync(path), `UPDATE_GOLDEN=1 npx vitest run --mode full ${basename(import.meta.filename)}`).toBe(true);
  const golden = readFileSync(path, 'utf8');
  expect(svg.replace(NUMBER, '#')).toBe(golden.replace(NUMBER, '#'));
  const numbers = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number);
  const [found, expected] = [numbers(svg), numbers(golden)];
  // Sines differ in the last place between engines.
  expect(found.filter((x, i) => !(Math.abs(x - expected[i]!) <= TOLERANCE))).toEqual([]);
});
