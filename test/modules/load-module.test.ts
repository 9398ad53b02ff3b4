import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as runtime from '../../runtime/index.js';
import { loadModule } from '../../src/modules/load-module.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holonomic-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Loads a module with this text, beside a helper that has the runtime. */
async function load(text: string): Promise<Readonly<Record<string, unknown>>> {
  await writeFile(join(folder, 'helper.ts'), "export { World } from 'holonomic/runtime';\n");
  await writeFile(join(folder, 'module.ts'), text);
  return loadModule(join(folder, 'module.ts'));
}

test.each([
  "export { World } from './helper.js';",
  "export * from './helper.js';",
  "import { defineConfig } from 'holonomic'; import { World } from './helper.js'; export { World };",
  "import { World } from /* the runtime */ '@holonomic/runtime'; export { World };",
  "export const { World } = await import('./helper.js');",
  "const name = 'holonomic/runtime'; export const { World } = require(name);",
])('the runtime of a module is that of this program: %s', async (text) => {
  expect((await load(text))['World']).toBe(runtime.World);
});

test('a module that imports only names of holonomic is loaded', async () => {
  const text = "import {\n  defineConfig,\n  type Config,\n} from 'holonomic';\nconst c: Config = { out: 'here' };\n";
  expect((await load(`${text}export default defineConfig(c);`))['default']).toEqual({ out: 'here' });
});

test('compiled texts lie beside the packages of a project, and are made again for another text', async () => {
  await mkdir(join(folder, 'node_modules'));
  for (const out of ['here', 'there', 'here']) {
    expect((await load(`const out: string = '${out}'; export default { out };`))['default']).toEqual({ out });
    expect(await readdir(join(folder, 'node_modules/.cache/jiti'))).toHaveLength(1);
  }
});

test('a project whose packages cannot be written to loads as well', async () => {
  await writeFile(join(folder, 'node_modules'), 'no folder');
  expect((await load("const out: string = 'here'; export default { out };"))['default']).toEqual({ out: 'here' });
});

test('a file whose name is too long for a compiled text beside it loads as well', async () => {
  await mkdir(join(folder, 'node_modules'));
  const path = join(folder, `${'a'.repeat(248)}.ts`);
  await writeFile(path, "const out: string = 'here'; export default { out };");
  expect((await loadModule(path))['default']).toEqual({ out: 'here' });
});
