import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { loadProject } from '../../src/config/project.js';
import { KINDS } from '../../src/kinds/index.js';
import { diagnose, generate } from '../../src/toolkit.js';
import holonomic from '../../src/vite/index.js';
import { watchProject, type WatchRun } from '../../src/watch/watch.js';
import { cli, project, rodSpec, STACK } from '../cli/support.js';

// A fault of the toolkit: the derivation of one class fails in a way that nothing foresaw.
const { derive } = KINDS.constraint;
vi.spyOn(KINDS.constraint, 'derive').mockImplementation((className, spec, space) => {
  if (spec.summary.includes('out of order')) throw new TypeError('the machine is out of order');
  return derive(className, spec, space);
});
afterAll(() => {
  vi.restoreAllMocks();
});

const good = rodSpec('norm(a - b) == length', '2');
const broken = good.replace(/summary: '/, "summary: 'out of order, ").replaceAll('Rod', 'Broken');
const mistaken = rodSpec('norm(a - c) == length', '2').replaceAll('Rod', 'Mistaken');
/** Both in one file. */
const both = broken.replaceAll('Broken', 'Failing') + mistaken.replace(/import .*/, '').replaceAll('Mistaken', 'Wrong');

test('diagnose reports it', () => {
  const spec = { summary: 'out of order', space: 2, inputs: { p: 'point' }, C: 'p.x' };
  expect(diagnose(spec)).toEqual([
    {
      code: 'E_INTERNAL',
      message: 'The toolkit fails: the machine is out of order',
      hint: expect.stringContaining('please report it') as string,
    },
  ]);
});

test('generate names the file and the export, and hides no mistake of others', async () => {
  const folder = await project({ 'specs/a.ts': broken, 'specs/b.ts': mistaken, 'specs/c.ts': both });
  const { errors } = await generate({ specs: join(folder, 'specs'), out: join(folder, 'out') });
  expect(errors.map(({ code, spec, file }) => [code, spec, file])).toEqual([
    ['E_INTERNAL', 'Broken', join(folder, 'specs/a.ts')],
    ['E_UNKNOWN_NAME', 'Mistaken', join(folder, 'specs/b.ts')],
    ['E_INTERNAL', 'Failing', join(folder, 'specs/c.ts')],
    ['E_UNKNOWN_NAME', 'Wrong', join(folder, 'specs/c.ts')],
  ]);
  expect(errors[0]!.stack).toBeUndefined();
});

test('the command line exits with 2, and shows the place in the program where it is asked for', async () => {
  const folder = await project({
    'package.json': '{}',
    'constraints-spec/a.ts': broken,
    'constraints-spec/b.ts': mistaken,
  });
  for (const name of ['generate', 'verify']) {
    const { exitCode, stderr } = await cli(folder, name);
    expect(exitCode, name).toBe(2);
    expect(stderr).toMatch(/E_INTERNAL {2}Broken {2}\(constraints-spec\/a\.ts[:\d]*\)/);
    expect(stderr).toContain('There is nothing called "c".');
    expect(stderr).not.toMatch(STACK);
  }
  expect((await cli(folder, 'generate', '--debug')).stderr).toMatch(/^ {4}at .*unforeseen\.test\.ts/m);
});

/** Waits until something is there. */
async function until(isDone: () => boolean): Promise<void> {
  for (const limit = Date.now() + 30_000; !isDone(); await new Promise((resolve) => setTimeout(resolve, 10)))
    if (Date.now() > limit) throw new Error('not reached');
}

test('watching goes on, whatever fails', async () => {
  const folder = await project({ 'package.json': '{}', 'constraints-spec/rod.ts': broken });
  const runs: WatchRun[] = [];
  let isFaulty: 'load' | 'report' | undefined;
  const watcher = watchProject({
    cwd: folder,
    load: () => {
      if (isFaulty === 'load') throw new TypeError('the configuration is out of order');
      return loadProject({ cwd: folder });
    },
    onRun: (one) => {
      runs.push(one);
      if (one.results && isFaulty === 'report') throw new TypeError('the report is out of order');
    },
  });
  onTestFinished(() => watcher.close());
  await watcher.ready;
  const [first] = runs.splice(0);
  expect(first!.results![0]!.errors.map(({ code }) => code)).toEqual(['E_INTERNAL']);

  const specFile = join(folder, 'constraints-spec/rod.ts');
  isFaulty = 'load';
  writeFileSync(specFile, `${good}\n`);
  await until(() => runs.length > 0);
  expect(String(runs.splice(0)[0]!.error)).toContain('the configuration is out of order');

  isFaulty = 'report';
  writeFileSync(specFile, `${good}\n\n`);
  await until(() => runs.length > 1);
  expect(String(runs.splice(0)[1]!.error)).toContain('the report is out of order');

  isFaulty = undefined;
  writeFileSync(specFile, good.replace('length', 'length + 0'));
  await until(() => runs.length > 0);
  expect(runs[0]!.results).toHaveLength(1);
});

test('the development server shows it over the page, and goes on', async () => {
  const folder = await project({ 'package.json': '{}', 'constraints-spec/rod.ts': broken });
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [holonomic()],
    server: { middlewareMode: true, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
  onTestFinished(() => server.close());
  const sent: { type: string; err?: { message: string } }[] = [];
  server.ws.send = (payload: (typeof sent)[number]) => void sent.push(payload);
  writeFileSync(join(folder, 'constraints-spec/rod.ts'), `${broken}\n`);
  await until(() => sent.some(({ type }) => type === 'error'));
  expect(sent.find(({ type }) => type === 'error')!.err!.message).toContain(
    'E_INTERNAL  Broken: The toolkit fails: the machine is out of order',
  );
  writeFileSync(join(folder, 'constraints-spec/rod.ts'), good);
  await until(() => existsSync(join(folder, 'generated/rod.ts')));
});
