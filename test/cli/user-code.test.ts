import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inFull, someOf } from '../support/scope.js';
import { cli, project, rodSpec, STACK } from './support.js';

const OVERDUE = 'it was not ready after 2 s.';

/** Code that a module must not get away with, and the words for it. */
const HOSTILE: readonly (readonly [what: string, code: string, words: string])[] = [
  ['ends the process', 'process.exit(0);', 'it called process.exit(0).'],
  ['never settles', 'await new Promise(() => {});', 'it awaits something that never comes.'],
  ['waits while something goes on', 'setInterval(() => 0, 10); await new Promise(() => {});', OVERDUE],
  ['loops for ever', 'for (;;);', OVERDUE],
  [
    'fails where nobody catches',
    "setImmediate(() => { throw new Error('too late'); }); await new Promise(() => {});",
    'too late',
  ],
];

describe.each(someOf(HOSTILE, 2))('a module that %s', (_, code, words) => {
  beforeEach(() => {
    if (words === OVERDUE) vi.stubEnv('HOLONOMIC_LOAD_SECONDS', '2');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  inFull('fails generate as a spec file, and the mistakes of other files are reported', async () => {
    const folder = await project({
      'constraints-spec/bad.ts': `${rodSpec().replace('Rod', 'Bad')}\n${code}\n`,
      'constraints-spec/rod.ts': rodSpec('norm(a - b) == lenght'),
    });
    const { exitCode, stdout, stderr } = await cli(folder, 'generate', '--json');
    expect(exitCode, stderr).toBe(1);
    const { errors } = JSON.parse(stdout) as { errors: { message: string; file: string }[] };
    expect(errors.length).toBeGreaterThan(1);
    expect(errors[0]!.message).toBe(`bad.ts cannot be loaded: ${words}`);
    expect(errors[1]!.message).toContain('lenght');
    expect(existsSync(join(folder, 'generated'))).toBe(false);
  });

  inFull('fails as the configuration, and as a scene', async () => {
    const folder = await project({
      'constraints-spec/rod.ts': rodSpec(),
      'holonomic.config.ts': `${code}\nexport default {};\n`,
      'scenes/scene.ts': `${code}\nexport const build = () => ({});\n`,
    });
    const configured = await cli(folder, 'generate');
    expect(configured).toMatchObject({ exitCode: 2, stdout: '' });
    expect(configured.stderr).toContain(`holonomic.config.ts cannot be loaded: ${words}`);
    await rm(join(folder, 'holonomic.config.ts'));
    const simulated = await cli(folder, 'simulate', 'scenes/scene.ts', '--no-svg');
    expect(simulated).toMatchObject({ exitCode: 1, stdout: '' });
    expect(simulated.stderr).toContain(words);
    expect(simulated.stderr).not.toMatch(STACK);
  });
});

inFull('what modules print goes to standard error, and JSON stays JSON', async () => {
  const folder = await project({
    'constraints-spec/rod.ts': `${rodSpec()}\nconsole.log('hello from %s', 'a spec');\nprocess.stdout.write(new Uint8Array([104, 105, 10]));`,
    'holonomic.config.ts': `console.log('hello from the configuration');\nexport default {};`,
    'scene.ts': `import { World } from 'holonomic/runtime';
export const title = 'Fall', until = 0.5;
export const build = () => (console.log('hello from a scene'), { world: new World({ space: 2 }) });`,
  });
  const stray = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const textOf = async (...argv: readonly string[]): Promise<string> => {
      printed.mockClear();
      const { stdout } = await cli(folder, ...argv, '--json');
      expect(JSON.parse(stdout)).toMatchObject({ ok: true });
      return printed.mock.calls.map(([text]) => String(text)).join('');
    };
    const configured = 'hello from the configuration\n';
    expect(await textOf('generate')).toBe(`${configured}hello from a spec\nhi\n`);
    expect(await textOf('explain', 'Rod')).toBe(`${configured}hello from a spec\nhi\n`);
    expect(await textOf('simulate', 'scene.ts', '--no-svg')).toBe('hello from a scene\n');
    expect(stray).not.toHaveBeenCalled();
  } finally {
    vi.restoreAllMocks();
  }
});

test('exports that cannot be read, or are no plain data, are mistakes with a name', async () => {
  const folder = await project({
    'constraints-spec/rod.mjs': `
const rod = (C) => ({ kind: 'constraint', summary: 'A rod.', space: 2, inputs: { a: 'point' }, C });
export const Called = rod(['a', () => 'a']);
export const Thrown = rod({ get text() { throw new Error('not now'); } });
export const Helper = () => rod('a');
`,
    'constraints-spec/getter.js': `
export const Fine = { kind: 'constraint', summary: 'A place.', space: 2, inputs: { a: 'point' }, C: 'a' };
Object.defineProperty(exports, 'Getter', { enumerable: true, get() { throw new Error('no such luck'); } });
`,
  });
  const { exitCode, stdout, stderr } = await cli(folder, 'generate', '--json');
  expect(exitCode, stderr).toBe(1);
  const { errors } = JSON.parse(stdout) as { errors: { message: string; spec: string; field?: string }[] };
  expect(errors.map(({ message, spec, field }) => [spec, field, message])).toEqual([
    ['Getter', undefined, 'The export "Getter" cannot be read: no such luck.'],
    ['Called', 'C[1]', '"C[1]" is a function, and must be plain data.'],
    ['Thrown', undefined, 'The export "Thrown" cannot be read: not now.'],
  ]);
});
