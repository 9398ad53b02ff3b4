import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { project, rodSpec, slopeSpec } from '../cli/support.js';
import { inFull } from '../support/scope.js';

/** Writes files in one go: the watcher, in this process, sees none of them half written. */
function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Runs a command with `--watch` in this process, with its output so far. */
async function watching(files: Readonly<Record<string, string>>, command = ['generate']) {
  const folder = await project({
    'package.json': '{}',
    'constraints-spec/rod.ts': rodSpec('norm(a - b) == length', '2'),
    ...files,
  });
  let output = '';
  const sink = { write: (text: string) => (output += text) };
  const end = new AbortController();
  const done = run([...command, '--watch'], { cwd: folder, env: {}, stdout: sink, stderr: sink, signal: end.signal });
  const heard = async (text: string | RegExp): Promise<string> => {
    const isThere = (): boolean => (typeof text === 'string' ? output.includes(text) : text.test(output));
    for (const limit = Date.now() + 30_000; !isThere(); await new Promise((resolve) => setTimeout(resolve, 10)))
      if (Date.now() > limit) throw new Error(`"${String(text)}" was not printed, but:\n${output}`);
    const printed = output;
    output = '';
    return printed;
  };
  const quiet = async (): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return output;
  };
  const stop = async (): Promise<number> => {
    end.abort();
    return done;
  };
  await heard('Waiting for changes.');
  return { folder, heard, quiet, stop, path: (name: string) => join(folder, name) };
}

test('editing, breaking, repairing, renaming and deleting specs', async () => {
  const { folder, heard, quiet, stop, path } = await watching({});
  expect(await readdir(path('generated'))).toEqual(['index.ts', 'manifest.json', 'rod.ts']);

  // An edit. The output that it causes must not start another run.
  write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - b) == 2 * length', '2') });
  expect(await heard(' ms)')).toMatch(/^rod\.ts changed: wrote manifest\.json, rod\.ts \(\d+ ms\)\n$/);
  expect(await quiet()).toBe('');

  // A formula with a mistake, a file with one, and the original again.
  const good = await readFile(path('generated/rod.ts'), 'utf8');
  write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - c) == 2 * length', '2') });
  expect(await heard('nothing was written.')).toContain('(constraints-spec/rod.ts:9:16)');
  write(folder, { 'constraints-spec/rod.ts': 'export const Rod = defineConstraint({' });
  expect(await heard('nothing was written.')).toContain('rod.ts cannot be loaded: Unexpected token');
  expect(await readFile(path('generated/rod.ts'), 'utf8')).toBe(good);
  write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - b) == 2 * length', '2') });
  expect(await heard(' ms)')).toMatch(/^rod\.ts changed: nothing to write/);

  // A new file, renamed and then deleted.
  write(folder, { 'constraints-spec/slope.ts': slopeSpec });
  expect(await heard(' ms)')).toContain('slope.ts added: wrote index.ts, manifest.json, slope.ts (');
  renameSync(path('constraints-spec/slope.ts'), path('constraints-spec/hill.ts'));
  expect(await heard(/removed slope\.ts.* ms\)/)).toContain('slope.ts removed');
  expect((await readdir(path('generated'))).sort()).toEqual(['hill.ts', 'index.ts', 'manifest.json', 'rod.ts']);
  rmSync(path('constraints-spec/hill.ts'));
  expect(await heard(/hill\.ts removed.* ms\)/)).toMatch(
    /hill\.ts removed: wrote index\.ts, manifest\.json; removed hill\.ts/,
  );
  expect(existsSync(path('generated/hill.ts'))).toBe(false);
  expect(await stop()).toBe(0);
});

inFull('imported helpers and the configuration count, and a broken configuration ends nothing', async () => {
  const { folder, heard, stop, path } = await watching({
    'constraints-spec/rod.ts': rodSpec('norm(a - b) == length', '2')
      .replace('\nimport', `\nimport { summary } from '../lib/text.js';\nimport`)
      .replace("'Holds two points apart.'", 'summary'),
    'lib/text.ts': `export const summary = 'First.';\n`,
  });
  write(folder, { 'lib/text.ts': `export const summary = 'Second.';\n` });
  expect(await heard(' ms)')).toContain('text.ts changed: wrote manifest.json, rod.ts');
  expect(await readFile(path('generated/rod.ts'), 'utf8')).toContain('Second.');

  // An import that is deleted, and comes back.
  rmSync(path('lib/text.ts'));
  expect(await heard('nothing was written.')).toContain('rod.ts cannot be loaded: ');
  write(folder, { 'lib/text.ts': `export const summary = 'Third.';\n` });
  expect(await heard(' ms)')).toContain('text.ts added: wrote manifest.json, rod.ts');
  expect(await readFile(path('generated/rod.ts'), 'utf8')).toContain('Third.');

  writeFileSync(path('holonomic.config.json'), '{ "out": "made" }');
  await heard('holonomic.config.json added: wrote index.ts, manifest.json, rod.ts');
  expect(await readdir(path('made'))).toContain('rod.ts');
  writeFileSync(path('holonomic.config.json'), '{ "out": 1 }');
  await heard('"out" must be a path');
  writeFileSync(path('holonomic.config.json'), '{ "out": "again" }');
  await heard('holonomic.config.json changed: wrote index.ts, manifest.json, rod.ts');
  expect(await stop()).toBe(0);
});

inFull('a refusal of the operating system is reported, and does not end the watch', async () => {
  const { folder, heard, stop, path } = await watching({});
  // An unreadable spec, at which the watcher must not fail either.
  rmSync(path('constraints-spec/rod.ts'));
  symlinkSync('rod.ts', path('constraints-spec/rod.ts'));
  write(folder, { 'constraints-spec/slope.ts': slopeSpec });
  await heard('slope.ts added');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  rmSync(path('constraints-spec/rod.ts'));
  write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - b) == length', '2') });
  await heard(/rod\.ts (?:added|changed): wrote/);

  // A file in place of the output folder.
  rmSync(path('generated'), { recursive: true });
  writeFileSync(path('generated'), 'mine');
  write(folder, { 'constraints-spec/slope.ts': `\n${slopeSpec}` });
  expect(await heard('hint:')).toContain('generated cannot be created: something else has this name (EEXIST).');
  expect(await readFile(path('generated'), 'utf8')).toBe('mine');
  rmSync(path('generated'));
  write(folder, { 'constraints-spec/slope.ts': slopeSpec });
  await heard('slope.ts changed: wrote index.ts, manifest.json, rod.ts, slope.ts');
  expect(await stop()).toBe(0);
});

inFull('a scene runs again when it, or what it imports, changes', async () => {
  const scene = (length: number): string => `
    import { World } from 'holonomic/runtime';
    import { speed } from './speed.js';
    export default { title: 'Free', until: ${length}, build() {
      const world = new World({ space: 2 });
      world.addParticle({ mass: 1, position: [0, 0], velocity: [speed, 0] });
      return { world };
    } };`;
  const { heard, quiet, stop, path, folder } = await watching(
    { 'free.ts': scene(1), 'speed.ts': 'export const speed = 2;' },
    ['simulate', 'free.ts', '--csv', 'out/free.csv', '--every', '1'],
  );
  const table = async (): Promise<string> => readFile(path('out/free.csv'), 'utf8');
  expect(await table()).toMatch(/^0,0,0,2,0,/m);
  // The picture and the table that it writes must not start another run.
  expect(await quiet()).toBe('');

  write(folder, { 'free.ts': scene(2) });
  expect(await heard('time per step')).toMatch(/^\nfree\.ts changed: Free: 2 s in 480 steps/);
  write(folder, { 'speed.ts': 'export const speed = 3;' });
  expect(await heard('time per step')).toContain('speed.ts changed: Free: 2 s');
  expect(await table()).toMatch(/^0,0,0,3,0,/m);

  // A mistake, a file that is gone, and one that comes back.
  write(folder, { 'free.ts': 'export default {' });
  expect(await heard('cannot be loaded')).toContain('free.ts');
  write(folder, { 'free.ts': scene(3) });
  expect(await heard('time per step')).toContain('free.ts changed');
  rmSync(path('speed.ts'));
  await heard(/free\.ts cannot be loaded: .*speed\.[jt]s'/);
  write(folder, { 'speed.ts': 'export const speed = 4;' });
  expect(await heard('time per step')).toContain('speed.ts added: Free: 3 s');
  expect(await stop()).toBe(0);
});
