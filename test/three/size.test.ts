import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** What a page loads for an export, without three.js, and without what it has for its pictures of the plane. */
async function ownCodeOf(name: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from './src/three/index.js';`, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    external: ['three', 'earcut'],
    plugins: [
      {
        name: 'shared',
        setup(bundler) {
          bundler.onResolve({ filter: /\/(?:painter|runtime|canvas)\// }, ({ path }) => ({ path, external: true }));
        },
      },
    ],
  });
  return outputFiles[0]!.text;
}

test('views, their solids, and what shows them behind a stage are small, and views need no renderer', async () => {
  const [view, backdrop] = [await ownCodeOf('threeView'), await ownCodeOf('threeBackdrop')];
  // Imports of what it has name files here; in a bundle they are gone.
  const kilobytes = (text: string): number =>
    gzipSync(text.replaceAll(/import[^;]+?from"[^"]+";/g, ''), { level: 9 }).length / 1000;
  expect(view).not.toContain('WebGLRenderer');
  expect(view).not.toContain('three/addons');
  expect(kilobytes(view)).toBeLessThan(12);
  expect(kilobytes(backdrop)).toBeLessThan(10.2);
});
