import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { preloadScenes } from '../../site/build/preload.js';
import { project } from '../cli/support.js';

const BASE = '/some/where/';

test('a page with a scene fetches what opens it at once, what moves it next, and the scripts of VitePress then', async () => {
  const page = (body: string): string =>
    `<head>\n    <script type="module" src="${BASE}assets/app.1.js"></script>\n` +
    `    <link rel="modulepreload" href="${BASE}assets/chunks/framework.1.js">\n  </head>\n<body>${body}</body>`;
  const folder = await project({
    'plain.html': page('<p>No scene: <code>&lt;holonomic-scene src="heart"&gt;</code></p>'),
    'gallery/heart.html': page('<holonomic-scene src="heart"></holonomic-scene>'),
    'openings/heart.json': '{"title":"</script>"}',
    'assets/app.1.js': '',
    'assets/chunks/framework.1.js': '',
    'assets/chunks/element.1-x.js':
      'const map=["first"];\nimport{l}from"./loader.1.js";' +
      'const x=["from"];import{a as b}from"./paint.1.js";import"./side.1.js";import("./scenes.1.js");',
    'assets/chunks/scenes.1.js':
      'import{b}from"./paint.1.js";import{a}from"./runtime.1.js";const scenes={' +
      '"./generated/heart.js":()=>l(()=>import("./heart.1.js"),[]).then(e=>e.default),' +
      '"./generated/rope.js":()=>l(()=>import("./rope.1.js"),f([0,1])).then(e=>e.default)};',
    'assets/chunks/loader.1.js': '',
    'assets/chunks/paint.1.js': '',
    'assets/chunks/runtime.1.js': 'import{c}from"./core.1.js";throw new Error("import from"),c("./nothing.js");',
    'assets/chunks/core.1.js': 'export const c=()=>import("./later.1.js");',
    'assets/chunks/side.1.js': '',
    'assets/chunks/heart.1.js': 'import{c}from"./core.1.js";import*as d from"./library.1.js";export default 1;',
    'assets/chunks/library.1.js': '',
    'assets/chunks/rope.1.js': '',
  });
  const plain = readFileSync(join(folder, 'plain.html'), 'utf8');
  preloadScenes(folder, BASE, join(folder, 'openings'));
  expect(readFileSync(join(folder, 'plain.html'), 'utf8')).toBe(plain);
  const text = readFileSync(join(folder, 'gallery/heart.html'), 'utf8');
  const addresses = (names: readonly string[]): string[] => names.map((name) => `${BASE}assets/chunks/${name}.js`);
  const preloaded = [...text.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, target]) => target!);
  expect(preloaded.sort()).toEqual(addresses(['element.1-x', 'loader.1', 'paint.1', 'side.1']));
  const scripts = text.match(/<script.*?<\/script>/g)!;
  expect(scripts.slice(0, 2)).toEqual([
    '<script>document.documentElement.classList.add("early")</script>',
    `<script type="module">import("${BASE}assets/chunks/element.1-x.js")` +
      `.catch(()=>{document.documentElement.classList.remove("early");import("${BASE}assets/app.1.js")})</script>`,
  ]);
  const [, json] = /^<script type="application\/json" id="openings">(.*)<\/script>$/.exec(scripts[2]!)!;
  const { openings, next, app } = JSON.parse(json!) as { openings: unknown; next: string[]; app: string };
  expect(app).toBe(`${BASE}assets/app.1.js`);
  expect(openings).toEqual({ heart: { title: '</script>' } });
  expect(next.sort()).toEqual(addresses(['core.1', 'heart.1', 'library.1', 'runtime.1', 'scenes.1']));
});
