import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tmpdir } from 'node:os';
import { run } from '../../src/cli/run.js';
import { cli, project, slopeSpec, STACK } from './support.js';

const anywhere = process.cwd();

test.each([
  [['frobnicate'], 'frobnicate'],
  [['generat'], 'Did you mean generate?'],
  [['generate', '--chek'], '--chek'],
  [['explain'], 'name'],
  [['explain', 'Rod', '--format', 'pdf'], 'pdf'],
  [['verify', '--samples', 'many'], 'many'],
  [['verify', '--samples', '0'], '0'],
  [['simulate', 'x.ts', '--dt', '-1'], '-1'],
  [[], 'command'],
])('%j is a mistake of usage', async (argv, mentioned) => {
  const { exitCode, stdout, stderr } = await cli(anywhere, ...argv);
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(mentioned);
  expect(stderr).not.toMatch(STACK);
});

test('--cwd names a folder that is there', async () => {
  const folder = await project({ 'constraints-spec/slope.ts': slopeSpec });
  for (const argv of [
    ['generate', '--check'],
    ['simulate', 'scene.json'],
  ]) {
    const missing = await cli(folder, '--cwd', 'nowhere', ...argv);
    expect(missing).toMatchObject({ exitCode: 2, stdout: '' });
    expect(missing.stderr).toMatch(/--cwd names '.*nowhere', and there is no such folder/);
    const { stderr } = await cli(folder, '--cwd', 'constraints-spec/slope.ts', ...argv);
    expect(stderr).toMatch(/--cwd names '.*slope.ts', which is no folder/);
  }
});

test('a mistake of usage is JSON, too, where JSON is asked for', async () => {
  const { exitCode, stdout, stderr } = await cli(anywhere, '--json', 'frobnicate');
  expect(exitCode).toBe(2);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { kind: 'usage' } });
});

test('help and version go to standard output', async () => {
  const help = await cli(anywhere, '--help');
  expect(help).toMatchObject({ exitCode: 0, stderr: '' });
  for (const command of ['generate', 'verify', 'explain', 'simulate']) expect(help.stdout).toContain(command);
  expect((await cli(anywhere, 'generate', '--help')).stdout).toContain('--check');
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(await cli(anywhere, '--version')).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
});

test('a fault of the program says so, with a stack for --debug only', async () => {
  const folder = await project({ 'constraints-spec/slope.ts': slopeSpec });
  const report = async (...argv: string[]): Promise<string> => {
    let stderr = '';
    const broken = {
      write: () => {
        throw new TypeError('boom');
      },
    };
    const io = { cwd: folder, env: {}, stdout: broken, stderr: { write: (text: string) => (stderr += text) } };
    expect(await run(argv, io)).toBe(2);
    return stderr;
  };
  const stderr = await report('explain', 'Slope');
  expect(stderr).toContain('internal error: boom');
  expect(stderr).toContain('please report');
  expect(stderr).not.toMatch(STACK);
  expect(await report('explain', 'Slope', '--debug')).toMatch(STACK);
});

test('colours are for terminals, unless told otherwise', async () => {
  const colored = async (env: Record<string, string>, isTTY: boolean, ...argv: string[]): Promise<boolean> => {
    let stderr = '';
    const sink = { write: (text: string) => (stderr += text), isTTY };
    await run(['explain', 'x', ...argv], { cwd: tmpdir(), env, stdout: sink, stderr: sink });
    return /\u001B\[\d+m/.test(stderr);
  };
  expect(await colored({}, true)).toBe(true);
  expect(await colored({}, false)).toBe(false);
  expect(await colored({}, true, '--no-color')).toBe(false);
  expect(await colored({ NO_COLOR: '1' }, true)).toBe(false);
  expect(await colored({ FORCE_COLOR: '1' }, false)).toBe(true);
});

test('a command without its subcommand shows those that it has', async () => {
  const { exitCode, stderr } = await cli(await project({}), 'scene');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/No command given\.\n\nUsage: holonomic scene [^]* export [^]* schema/);
});
