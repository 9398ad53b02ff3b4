import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProject } from '../../src/config/project.js';
import { cli, project, rodSpec, slopeSpec, STACK } from '../cli/support.js';

const CONFIG = `
import { defineConfig } from 'holonomic';
const out = 'made' as const;
export default defineConfig({ specs: 'formulas', out, jdot: true, runtime: '@holonomic/runtime', threads: 1 });
`;

test('a configuration is found from anywhere in the project, and its paths are its own', async () => {
  const folder = await project({ 'package.json': '{}', 'holonomic.config.ts': CONFIG, 'deep/er/x.txt': '' });
  expect(await loadProject({ cwd: join(folder, 'deep/er') })).toEqual({
    cwd: join(folder, 'deep/er'),
    root: folder,
    configFile: join(folder, 'holonomic.config.ts'),
    entries: [
      { specs: [join(folder, 'formulas')], out: join(folder, 'made'), jdot: true, runtime: '@holonomic/runtime' },
    ],
    threads: 1,
  });
});

test.each([
  ['js', 'export default { out: "x" };'],
  ['mjs', 'export default { out: "x" };'],
  ['json', '{ "out": "x" }'],
])('a configuration may be .%s', async (extension, text) => {
  const folder = await project({ [`holonomic.config.${extension}`]: text });
  expect((await loadProject({ cwd: folder })).entries).toEqual([
    { specs: [join(folder, 'constraints-spec')], out: join(folder, 'x') },
  ]);
});

test('several outputs are generated together, and none if one has a mistake', async () => {
  const folder = await project({
    'holonomic.config.json': '{ "outputs": [{ "specs": "a", "out": "x" }, { "specs": ["b"], "out": "y" }] }',
    'a/rod.ts': rodSpec('norm(a - b) == length', '2'),
    'b/slope.ts': slopeSpec.replace('k * p.x', 'k * p.q'),
  });
  const bad = await cli(folder, 'generate');
  expect(bad).toMatchObject({ exitCode: 1, stdout: '' });
  expect(bad.stderr).toContain('b/slope.ts:9:20');
  expect((await readdir(folder)).sort()).toEqual(['a', 'b', 'holonomic.config.json']);

  await writeFile(join(folder, 'b/slope.ts'), slopeSpec);
  const good = await cli(folder, 'generate');
  expect(good.stdout).toContain('x: 1 class from 1 spec file.');
  expect(good.stdout).toContain('y: 1 class from 1 spec file.');
  expect((await cli(folder, 'generate', '--check')).exitCode).toBe(0);
  // Options of the command line take precedence.
  expect((await cli(folder, 'generate', '--specs', 'a', '--out', 'z')).stdout).toContain('z: 1 class');
});

test('emitted code imports the runtime from where the configuration says', async () => {
  const folder = await project({ 'package.json': '{}', 'constraints-spec/slope.ts': slopeSpec });
  const emitted = (): Promise<string> => readFile(join(folder, 'generated/slope.ts'), 'utf8');
  await cli(folder, 'generate');
  const usual = await emitted();
  expect(usual).toContain(`from 'holonomic/runtime';`);
  // What an earlier run recorded does not hold any more.
  await writeFile(join(folder, 'holonomic.config.json'), '{ "runtime": "@holonomic/runtime" }');
  expect((await cli(folder, 'generate', '--check')).exitCode).toBe(1);
  await cli(folder, 'generate');
  const withoutHash = (text: string): string => text.replace(/Hash: .*/, '');
  expect(withoutHash(await emitted())).toBe(
    withoutHash(usual).replace(`from 'holonomic/runtime'`, `from '@holonomic/runtime'`),
  );
  expect((await cli(folder, 'verify', '--samples', '5')).stdout).toContain('1 class proven.');
});

test.each([
  ['{ "spec": "a" }', 'There is no setting "spec".', 'did you mean "specs"?'],
  ['{ "outputs": [{ "oot": "a" }] }', 'There is no setting "oot".', 'did you mean "out"?'],
  ['{ "out": 3 }', '"out" must be a path, and not empty, not 3.', ''],
  ['{ "specs": [] }', '"specs" must be', 'none of them empty'],
  ['{ "outputs": [] }', '"outputs" must be a list with at least one object', ''],
  ['{ "jdot": 1 }', '"jdot" must be true or false, not 1.', ''],
  ['{ "runtime": "./own" }', '"runtime" must be the name of a module, such as "@holonomic/runtime", not "./own".', ''],
  ['{ "outputs": [{ "runtime": "a\'; b" }] }', '"outputs[0].runtime" must be the name of a module', ''],
  ['{ "threads": 0.5 }', '"threads" must be a whole number of at least 1, not 0.5.', ''],
  ['{ "outputs": [{}], "out": "x" }', 'has both "outputs" and "out"', ''],
  ['{ "outputs": [{ "specs": "a", "out": "x" }, { "specs": "b", "out": "./x" }] }', 'Two outputs go to x.', ''],
  ['{ "specs": "x", "out": "x" }', 'The specs of x lie in their own output, x.', ''],
  ['{ "specs": ', 'holonomic.config.json cannot be loaded', ''],
  ['[]', 'The configuration must be an object', ''],
])('%s is a mistake of the configuration', async (text, message, hint) => {
  const folder = await project({ 'holonomic.config.json': text });
  const { exitCode, stdout, stderr } = await cli(folder, 'generate');
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('E_CONFIG');
  expect(stderr).toContain('holonomic.config.json');
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
  expect(stderr).not.toMatch(STACK);
});

test('a configuration with a mistake in its code is shown where it is, with a stack for --debug only', async () => {
  const folder = await project({
    'my.config.ts': `export default {\n  out: undefinedName,\n};\n`,
    'none.ts': 'export const x = 1;',
  });
  const broken = await cli(folder, '--config', 'my.config.ts', 'generate');
  expect(broken.exitCode).toBe(2);
  expect(broken.stderr).toContain('(my.config.ts:2:3)');
  expect(broken.stderr).toContain('> 2 |   out: undefinedName,');
  expect(broken.stderr).not.toMatch(STACK);
  expect((await cli(folder, '--config', 'my.config.ts', '--debug', 'generate')).stderr).toMatch(STACK);
  expect((await cli(folder, 'generate', '--config', 'none.ts')).stderr).toContain('none.ts has no default export.');
  expect((await cli(folder, 'generate', '--config', 'nowhere.ts')).stderr).toContain(
    'There is no configuration nowhere.ts.',
  );
});
