import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { loadScene } from '../src/scene/index.js';
import { animationOf } from './animation.js';

// Simulates a scene that is JSON, and draws it as an SVG that moves by itself:
// npm run animate -- scenes/strandbeest.json --svg docs/pictures/strandbeest.svg
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { svg: { type: 'string' }, frames: { type: 'string', default: '40' } },
});
const [path] = positionals;
const frames = Number(values.frames);
if (path === undefined || values.svg === undefined || !Number.isSafeInteger(frames) || frames < 2) {
  console.error('npm run animate -- <scene.json> --svg <file> [--frames <count>]');
  process.exit(2);
}
const scene = await loadScene(JSON.parse(readFileSync(path, 'utf8')));
const svg = await animationOf(scene, frames);
mkdirSync(dirname(values.svg), { recursive: true });
writeFileSync(values.svg, svg);
console.log(`${values.svg}: ${frames} frames, ${(svg.length / 1000).toFixed(0)} kB`);
