import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

// An import map names the packages of a page one by one.
test.each([
  ['src/runtime.ts', []],
  ['src/library.ts', []],
  ['src/diagnostics/index.ts', []],
  ['src/canvas/index.ts', ['zod']], // for the schema of scenes
])('%s imports no package but %j', async (entry, expected) => {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    packages: 'external',
    outdir: 'out',
    write: false,
    metafile: true,
  });
  const { outputs } = metafile;
  const loaded = new Set(Object.keys(outputs).filter((path) => outputs[path]!.entryPoint === entry));
  const packages = new Set<string>();
  for (const path of loaded)
    for (const { path: to, kind, external } of outputs[path]!.imports)
      if (kind === 'import-statement') (external ? packages : loaded).add(to);
  expect([...packages]).toEqual(expected);
});

// `npm run build` moves the library to a package that exports its index alone.
test('the toolkit imports no file of the library but its index', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const imported = files.flatMap((name) =>
    [...readFileSync(join('src', name), 'utf8').matchAll(/'(?:\.\.\/)+generated\/([\w-]+)\.js'/g)].map(
      ([, file]) => file,
    ),
  );
  expect([...new Set(imported)]).toEqual(['index']);
});
