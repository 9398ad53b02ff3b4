import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../src/toolkit.js';
import { withFailingFiles, type FileCall } from '../support/failing-files.js';
import { contentsOf } from '../support/folders.js';
import { cli, project, slopeSpec, STACK, type CliResult } from './support.js';

const SCENE = `
import { gravity, World } from 'holonomic/runtime';
export default {
  title: 'Fall', until: 0.1, dt: 0.05,
  build() {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const point = world.addParticle({ mass: 1, position: [0, 0] });
    return { world, traces: [{ label: 'p', point }] };
  },
};
`;
const FILES = { 'package.json': '{ "name": "mine" }\n', 'constraints-spec/slope.ts': slopeSpec, 'scene.js': SCENE };

/**
 * Expects an error that the user can fix: exit code 1, the path, the reason, a hint, and no mention
 * of a fault of the program.
 */
function expectUserError({ exitCode, stdout, stderr }: CliResult, path: string, code: string): void {
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^E_FILE_SYSTEM {2}\(/);
  expect(stderr.split('\n')[0]).toContain(path);
  expect(stderr).toContain(`(${code}).`);
  expect(stderr).toMatch(/^ {2}hint: .{10,}$/m);
  expect(stderr).not.toMatch(/internal|fault of holonomic/);
  expect(stderr).not.toMatch(STACK);
  expect(exitCode).toBe(1);
}

/** Commands, each with a file or folder that stands in their place. */
const PLACES: readonly (readonly [command: string, arguments_: readonly string[], operation: string, path: string])[] =
  [
    ['generate', [], 'mkdir', 'generated'],
    ['generate', [], 'open', 'generated/.holonomic.lock'],
    ['generate', [], 'lstat', 'generated/manifest.json'],
    ['generate', [], 'write', 'generated/slope.ts'],
    ['generate', [], 'close', 'generated/slope.ts'],
    ['generate', [], 'rename', 'generated/slope.ts'],
    ['generate', [], 'stat', 'constraints-spec'],
    ['generate', [], 'scandir', 'constraints-spec'],
    ['generate', ['--check'], 'lstat', 'generated/manifest.json'],
    ['verify', [], 'scandir', 'constraints-spec'],
    ['verify', [], 'read', 'constraints-spec/slope.ts'],
    ['explain', ['Slope'], 'read', 'constraints-spec/slope.ts'],
    ['explain', ['Slope', '--out', 'out/slope.txt'], 'mkdir', 'out'],
    ['explain', ['Slope', '--out', 'slope.txt'], 'write', 'slope.txt'],
    ['simulate', ['scene.js'], 'read', 'scene.js'],
    ['simulate', ['scene.js', '--svg', 'out/scene.svg'], 'mkdir', 'out'],
    ['simulate', ['scene.js', '--svg', 'scene.svg'], 'write', 'scene.svg'],
    ['init', ['--yes'], 'read', 'package.json'],
    ['init', ['--yes'], 'mkdir', 'scenes'],
    ['init', ['--yes'], 'write', 'scenes/bead.ts'],
    ['init', ['--yes'], 'write', 'package.json'],
    ['init', ['--yes'], 'rename', 'package.json'],
  ];
const CODES = [
  ...['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EISDIR', 'ENOTEMPTY', 'EMFILE', 'ENFILE', 'ELOOP'],
  ...['ENAMETOOLONG', 'EBUSY', 'EXDEV', 'EIO', 'ETXTBSY'],
];

describe.each(PLACES)('%s %j: %s of %s', (command, more, operation, path) => {
  test('that the operating system refuses is for the user to fix', async () => {
    const folder = await project(FILES);
    const decide = (call: FileCall, code: string): string | undefined => {
      // What a run keeps for the next one only saves time: its failures are none of the user's.
      if (call.operation !== operation || call.path.includes('node_modules')) return undefined;
      // Files are written under temporary names; only the message tells their targets.
      const isTemporary = /\.holonomic\..*\.tmp$/.test(call.path) && ['write', 'close', 'rename'].includes(operation);
      if (!isTemporary) return call.path === join(folder, path) ? code : undefined;
      return tried++ === failing ? code : undefined;
    };
    let [tried, failing] = [0, 0];
    const run = (code: string): Promise<CliResult> => {
      tried = 0;
      return withFailingFiles(
        folder,
        (call) => decide(call, code),
        () => cli(folder, command, ...more),
      );
    };
    // The first temporary file is that of the manifest; package.json has only one.
    if (path.startsWith('generated/slope')) failing = 1;
    const before = contentsOf(folder);
    for (const code of CODES) {
      const result = await run(code);
      expectUserError(result, path, code);
      // Whatever was written meanwhile, no file of the user has changed.
      expect(contentsOf(folder)).toMatchObject(before);
      expect(Object.keys(contentsOf(folder)).filter((name) => name.includes('.holonomic'))).toEqual([]);
    }
    const { exitCode } = await cli(folder, command, ...more);
    expect(exitCode).toBe(more.includes('--check') ? 1 : 0);
  });
});

describe('a real error', () => {
  /** Makes a folder with an obstacle, and runs a command in it. */
  const running = async (prepare: (folder: string) => void, ...argv: string[]): Promise<CliResult> => {
    const folder = await project(FILES);
    prepare(folder);
    return cli(folder, ...argv);
  };
  const put =
    (name: string, text = 'mine') =>
    (folder: string): void => {
      writeFileSync(join(folder, name), text);
    };
  const loop =
    (name: string) =>
    (folder: string): void => {
      rmSync(join(folder, name), { force: true });
      symlinkSync(name.split('/').at(-1)!, join(folder, name));
    };
  const makeFolder =
    (name: string) =>
    (folder: string): void => {
      rmSync(join(folder, name), { force: true });
      mkdirSync(join(folder, name), { recursive: true });
    };
  const nothing = (): void => undefined;
  const LONG = 'x'.repeat(300);

  test.each<readonly [code: string, path: string, prepare: (folder: string) => void, argv: readonly string[]]>([
    ['EEXIST', 'generated', put('generated'), ['generate']],
    ['ENOTDIR', 'afile/deep', put('afile'), ['generate', '--out', 'afile/deep']],
    ['ENAMETOOLONG', LONG, nothing, ['generate', '--out', LONG]],
    ['ELOOP', 'circle', loop('circle'), ['generate', '--out', 'circle/deep']],
    ['ELOOP', 'circle', loop('circle'), ['generate', '--specs', 'circle']],
    ['ENAMETOOLONG', LONG, nothing, ['verify', '--specs', LONG]],
    ['EISDIR', 'holonomic.config.ts', makeFolder('holonomic.config.ts'), ['generate']],
    ['EISDIR', 'holonomic.config.json', makeFolder('holonomic.config.json'), ['verify']],
    ['ELOOP', 'mine.config.ts', loop('mine.config.ts'), ['generate', '--config', 'mine.config.ts']],
    ['EISDIR', 'constraints-spec', nothing, ['explain', 'Slope', '--out', 'constraints-spec']],
    ['ENOTDIR', 'afile/deep', put('afile'), ['explain', 'Slope', '--out', 'afile/deep/slope.txt']],
    ['EEXIST', 'afile', put('afile'), ['explain', 'Slope', '--out', 'afile/slope.txt']],
    ['ENAMETOOLONG', LONG, nothing, ['explain', 'Slope', '--out', LONG]],
    ['EISDIR', 'constraints-spec', nothing, ['simulate', 'scene.js', '--svg', 'constraints-spec']],
    ['EISDIR', 'constraints-spec', nothing, ['simulate', 'constraints-spec']],
    ['ELOOP', 'scene.js', loop('scene.js'), ['simulate', 'scene.js']],
    ['EEXIST', 'scenes', put('scenes'), ['init', '--yes']],
    ['EISDIR', 'package.json', makeFolder('package.json'), ['init', '--yes']],
  ])('%s of %s is for the user to fix', async (code, path, prepare, argv) => {
    expectUserError(await running(prepare, ...argv), path, code);
  });

  test.runIf(existsSync('/proc/self'))('a folder where none can be made is for the user to fix', async () => {
    expectUserError(await cli(await project(FILES), 'generate', '--out', '/proc/none'), '/proc/none', 'ENOENT');
  });

  test.runIf(existsSync('/dev/full'))('ENOSPC of a full device is for the user to fix', async () => {
    expectUserError(await running(nothing, 'explain', 'Slope', '--out', '/dev/full'), '/dev/full', 'ENOSPC');
    expectUserError(await running(nothing, 'simulate', 'scene.js', '--svg', '/dev/full'), '/dev/full', 'ENOSPC');
  });
});

test('as data, it has its kind and its diagnostic', async () => {
  const folder = await project(FILES);
  const out = join(folder, 'generated');
  writeFileSync(out, 'mine');
  const fault = {
    code: 'E_FILE_SYSTEM',
    message: 'generated cannot be created: something else has this name (EEXIST).',
    hint: 'move it away, or choose another name',
  };
  const printed = JSON.parse((await cli(folder, 'generate', '--json')).stdout) as unknown;
  expect(printed).toMatchObject({ ok: false, written: [], errors: [{ ...fault, file: 'generated' }] });
  const explained = JSON.parse(
    (await cli(folder, 'explain', 'Slope', '--json', '--out', 'generated/x')).stdout,
  ) as unknown;
  expect(explained).toMatchObject({
    ok: false,
    error: { kind: 'user', message: fault.message, diagnostics: [{ ...fault, file: 'generated' }] },
  });
  // A function of the toolkit does not throw it either.
  const { errors } = await generate({ specs: join(folder, 'constraints-spec'), out });
  expect(errors).toEqual([{ ...fault, file: out }]);
});

test('a file that the spec’s own code cannot read is a fault of the spec', async () => {
  const folder = await project({
    'constraints-spec/slope.ts': `import { readFileSync } from 'node:fs';\nreadFileSync('/nowhere/at/all');\n${slopeSpec}`,
  });
  const { exitCode, stderr } = await cli(folder, 'generate');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^E_SPEC_FILE .*\n {2}slope\.ts cannot be loaded: ENOENT/);
});

test('init that fails on the way leaves whole files, and the next one does the rest', async () => {
  const folder = await project({ 'package.json': FILES['package.json'] });
  let calls = 0;
  await withFailingFiles(
    folder,
    () => {
      calls++;
      return undefined;
    },
    () => cli(folder, 'init', '--yes'),
  );
  const complete = contentsOf(folder);
  expect(Object.keys(complete)).toContain('scenes/bead.ts');
  let failed = 0;
  for (let k = 0; k < calls; k += 3) {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), FILES['package.json']);
    const decide = ({ index }: FileCall): string | undefined => (index === k ? 'ENOSPC' : undefined);
    const { exitCode } = await withFailingFiles(folder, decide, () => cli(folder, 'init', '--yes'));
    if (exitCode === 1) failed++;
    for (const [name, text] of Object.entries(contentsOf(folder)))
      if (!/^(generated|node_modules)\/|\/$/.test(name))
        expect([complete[name], FILES['package.json']], name).toContain(text);
    if ((await cli(folder, 'init', '--yes')).stdout.includes('nothing to do')) await cli(folder, 'generate');
    const now = contentsOf(folder);
    for (const name of Object.keys(complete))
      if (!name.startsWith('node_modules')) expect(now[name], name).toBe(complete[name]);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(complete['package.json']);
  }
  expect(failed).toBeGreaterThan(5);
});
