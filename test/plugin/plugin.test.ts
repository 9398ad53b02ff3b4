import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { build, createServer, type InlineConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import holonomic from '../../src/vite/index.js';
import { esbuild as esbuildPlugin } from '../../src/plugin/index.js';
import { project, rodSpec, slopeSpec, write } from '../cli/support.js';
import { inFull } from '../support/scope.js';

const MAIN = `import { Rod } from '../generated/index.js';\nconsole.log(Rod.type.formula.C);\n`;
const ROOT = join(import.meta.dirname, '../..');

const configOf = (root: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'silent',
  plugins: [holonomic()],
  resolve: { alias: { 'holonomic/runtime': join(ROOT, 'runtime/index.ts') } },
  build: { rolldownOptions: { input: join(root, 'src/main.ts') }, minify: false },
});

const files = (C: string): Record<string, string> => ({
  'package.json': '{}',
  'constraints-spec/rod.ts': rodSpec(C, '2'),
  'src/main.ts': MAIN,
});

inFull('a build of Vite generates before it begins, and fails for a mistake with its place', async () => {
  const folder = await project(files('norm(a - b) == length'));
  await build(configOf(folder));
  expect(await readdir(join(folder, 'generated'))).toContain('rod.ts');
  const [bundle] = (await readdir(join(folder, 'dist/assets'))).filter((name) => name.endsWith('.js'));
  expect(await readFile(join(folder, 'dist/assets', bundle!), 'utf8')).toContain('norm(a - b) == length');

  const file = join(folder, 'constraints-spec/rod.ts');
  await write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - c) == length', '2') });
  await expect(build(configOf(folder))).rejects.toThrow(/E_UNKNOWN_NAME {2}Rod\.C: There is nothing called "c"/);
  await expect(build(configOf(folder))).rejects.toMatchObject({ message: expect.stringContaining(file) as string });
});

inFull('the plugin for other bundlers does the same', async () => {
  const folder = await project(files('norm(a - b) == length'));
  const bundle = () =>
    esbuild({
      entryPoints: [join(folder, 'src/main.ts')],
      bundle: true,
      write: false,
      logLevel: 'silent',
      alias: { 'holonomic/runtime': join(ROOT, 'runtime/index.ts') },
      plugins: [esbuildPlugin({ cwd: folder })],
    });
  const { outputFiles, warnings } = await bundle();
  expect(outputFiles[0]!.text).toContain('norm(a - b) == length');
  expect(warnings).toEqual([]);
  await write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - b == length', '2') });
  await expect(bundle()).rejects.toThrow('E_BRACKET');
});

inFull(
  'the development server shows mistakes over the page until they are repaired, and reloads what changed',
  async () => {
    const folder = await project(files('norm(a - c) == length'));
    const server = await createServer({
      ...configOf(folder),
      server: { middlewareMode: true, ws: false },
      appType: 'custom',
      optimizeDeps: { noDiscovery: true },
    });
    onTestFinished(() => server.close());
    const sent: { type: string; err?: { loc?: object; frame?: string; id?: string } }[] = [];
    server.ws.send = (payload: (typeof sent)[number]) => void sent.push(payload);
    const until = async (isDone: () => boolean | Promise<boolean>): Promise<void> => {
      for (
        const limit = Date.now() + 30_000;
        !(await isDone());
        await new Promise((resolve) => setTimeout(resolve, 10))
      )
        if (Date.now() > limit) throw new Error(`not reached; sent ${JSON.stringify(sent)}`);
    };
    const transformed = async (): Promise<string> => (await server.transformRequest('/generated/rod.ts'))?.code ?? '';

    await write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - b) == length', '2') });
    await until(() => existsSync(join(folder, 'generated/rod.ts')));
    expect(await transformed()).toContain('norm(a - b) == length');

    const file = join(folder, 'constraints-spec/rod.ts');
    await write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - b) == lenght', '2') });
    await until(() => sent.some(({ type }) => type === 'error'));
    const { err } = sent.find(({ type }) => type === 'error')!;
    expect(err).toMatchObject({ id: file, loc: { file, line: 9, column: 22 } });
    expect(err!.frame).toContain(`> 9 |   C: 'norm(a - b) == lenght',`.replace('> 9', '>  9'));

    // Back to the old text: nothing is written, yet the page must forget the mistake.
    await write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - b) == length', '2') });
    await until(() => sent.some(({ type }) => type === 'full-reload'));

    await write(folder, {
      'constraints-spec/rod.ts': rodSpec('norm(a - b) == 3 * length', '2'),
      'constraints-spec/slope.ts': slopeSpec,
    });
    await until(async () => (await transformed()).includes('norm(a - b) == 3 * length'));
  },
);

test('a file in the way of the output fails the build, and is not blamed on the plugin', async () => {
  const folder = await project({ ...files('norm(a - b) == length'), generated: 'mine' });
  await expect(build(configOf(folder))).rejects.toThrow(
    /E_FILE_SYSTEM: generated cannot be created: something else has this name \(EEXIST\)/,
  );
  expect(await readFile(join(folder, 'generated'), 'utf8')).toBe('mine');
});
