import { expect, test } from 'vitest';
import { checkLinks } from '../../site/build/links.js';
import { sceneBlocks } from '../../site/build/scene-blocks.js';
import { project } from '../cli/support.js';

test('links that lead nowhere are found, and what is loaded from elsewhere', async () => {
  const folder = await project({
    'index.html': `<a href="./a/b.html#here">1</a> <a href="a/b.html#there">2</a> <a href="c.html">3</a>
      <a href="./api/index.html">4</a> <a href="https://example.org">5</a> <img class="x" src="https://example.org/x.png">
      <code><a href="not-a-link.html"></code> <a href="/a/b.html">6</a> <a href="a/">7</a>
      <a href="a/index.html#g=heart">8</a> <a href="/sub/a/b.html#here">9</a> <a href="/sub/c.html">10</a>`,
    'a/b.html': '<h2 id="here">Here</h2> <a href="../index.html">1</a> <script src="../x.js"></script>',
    'a/index.html': '',
    'x.js': '',
  });
  expect(checkLinks(folder, '/sub/', ['api'])).toEqual([
    'index.html: a/b.html#there (no such heading)',
    'index.html: c.html',
    'index.html: https://example.org/x.png is loaded from elsewhere',
    'index.html: /a/b.html',
    'index.html: /sub/c.html',
  ]);
});

test('scenes of a page are found', () => {
  const page = 'Text\n\n```scene\n{ "a": 1 }\n```\n\n```json\n{}\n```\n\n```scene\n{}\n```\n';
  expect(sceneBlocks('docs/x.md', page)).toEqual([
    { name: 'x-1', json: '{ "a": 1 }' },
    { name: 'x-2', json: '{}' },
  ]);
});
