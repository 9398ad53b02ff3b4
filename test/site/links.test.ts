import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BASE } from '../../site/build/base.js';
import { checkLinks } from '../../site/build/links.js';
import { makeRelative } from '../../site/build/relative.js';
import { sceneBlocks } from '../../site/build/scene-blocks.js';
import { project } from '../cli/support.js';

test('links that lead nowhere are found, and what is loaded from elsewhere', async () => {
  const folder = await project({
    'index.html': `<a href="./a/b.html#here">1</a> <a href="a/b.html#there">2</a> <a href="c.html">3</a>
      <a href="./api/index.html">4</a> <a href="https://example.org">5</a> <img class="x" src="https://example.org/x.png">
      <code><a href="not-a-link.html"></code> <a href="/a/b.html">6</a> <a href="a/">7</a>
      <a href="a/index.html#g=heart">8</a>`,
    'a/b.html': '<h2 id="here">Here</h2> <a href="../index.html">1</a> <script src="../x.js"></script>',
    'a/index.html': '',
    'x.js': '',
  });
  expect(checkLinks(folder, ['api'])).toEqual([
    'index.html: a/b.html#there (no such heading)',
    'index.html: c.html',
    'index.html: https://example.org/x.png is loaded from elsewhere',
    'index.html: /a/b.html',
  ]);
});

test('paths become relative to their page; scripts find the folder', async () => {
  const data = JSON.stringify(JSON.stringify({ base: BASE }));
  const page = `<head></head><link href="${BASE}assets/x.css"><script>window.__VP_SITE_DATA__=JSON.parse(${data})</script>`;
  const folder = await project({
    'index.html': page,
    'a/b.html': page,
    'assets/x.css': `a{background:url(${BASE}x.svg)}`,
    'assets/chunks/y.js': `const f=()=>{return"${BASE}"+1};const g='${BASE}z.svg';`,
    'assets/a_b.md.hash.js': `const html='<a href="${BASE}index.html">';`,
  });
  makeRelative(folder);
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  expect(text('index.html')).toContain('<link href="./assets/x.css">');
  expect(text('a/b.html')).toContain('<link href="../assets/x.css">');
  expect(text('assets/x.css')).toBe('a{background:url(../x.svg)}');
  expect(text('assets/a_b.md.hash.js')).toContain('href="../index.html"');
  const [, script] = /<script>(window.*)<\/script>/.exec(text('a/b.html'))!;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the scripts under test
  const run = new Function(
    'window',
    `globalThis.__base = '/some/where/'; ${script!}; ${text('assets/chunks/y.js')} return [window.__VP_SITE_DATA__, f(), g];`,
  ) as (window: object) => unknown;
  expect(run({})).toEqual([{ base: '/some/where/' }, '/some/where/1', '/some/where/z.svg']);
});

test('scenes of a page are found', () => {
  const page = 'Text\n\n```scene\n{ "a": 1 }\n```\n\n```json\n{}\n```\n\n```scene\n{}\n```\n';
  expect(sceneBlocks('docs/x.md', page)).toEqual([
    { name: 'x-1', json: '{ "a": 1 }' },
    { name: 'x-2', json: '{}' },
  ]);
});
