import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, project, rodSpec, slopeSpec, STACK } from './support.js';

const specs = { 'constraints-spec/rod.ts': rodSpec(), 'constraints-spec/slope.ts': slopeSpec };

test.each([
  ['text', ['Slope: Keeps a point on a slope.', 'p.y == k * p.x', 'Operations']],
  ['tex', ['\\begin{align*}', '\\end{align*}', '&=']],
  ['html', ['<!doctype html>', '<math', '</html>']],
  ['json', ['"name": "Slope"', '"operations"']],
])('explain writes %s', async (format, parts) => {
  const { exitCode, stdout, stderr } = await cli(await project(specs), 'explain', 'Slope', '--format', format);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  for (const part of parts) expect(stdout).toContain(part);
});

test('a constraint is explained in all its spaces, a class in its own', async () => {
  const folder = await project(specs);
  const both = (await cli(folder, 'explain', 'Rod')).stdout;
  expect(both).toContain('Rod2D:');
  expect(both).toContain('Rod3D:');
  const one = (await cli(folder, 'explain', 'Rod3D', '--quiet')).stdout;
  expect(one).not.toContain('Rod2D');
  expect(one).toContain('Rod3D: Holds two points apart.');
  expect(both).toContain(one);
});

test('--out writes a file', async () => {
  const folder = await project(specs);
  const { stdout } = await cli(folder, 'explain', 'Slope', '--format', 'html', '--out', 'slope.html');
  expect(stdout).toBe('Wrote slope.html.\n');
  expect(await readFile(join(folder, 'slope.html'), 'utf8')).toContain('<h1>Slope</h1>');
});

test('--json explains as data', async () => {
  const folder = await project(specs);
  const plain = JSON.parse((await cli(folder, 'explain', 'Rod', '--json')).stdout) as { classes: unknown[] };
  expect(plain).toMatchObject({ command: 'explain', ok: true, classes: [{ name: 'Rod2D' }, { name: 'Rod3D' }] });
  const tex = JSON.parse((await cli(folder, 'explain', 'Rod2D', '--json', '--format', 'tex')).stdout) as object;
  expect(tex).toMatchObject({ format: 'tex', content: expect.stringContaining('align*') as unknown });
});

test.each([
  ['explain', 'heart', 'PinOnHeart'],
  ['explain', 'valentine', 'PinOnHeart'],
  ['verify', 'heart', 'PinOnHeart'],
  ['verify', 'Nope', 'Rope'],
])('%s %s: did you mean %s', async (command, name, meant) => {
  const folder = await project({
    'constraints-spec/valentine.ts': slopeSpec.replace('Slope', 'PinOnHeart'),
  });
  const { exitCode, stderr } = await cli(folder, command, name);
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    `error: No constraint is called "${name}" in constraints-spec, nor in the library.\nhint: Did you mean "${meant}"?\n`,
  );
});

test('an unknown name is answered with the nearest one', async () => {
  const folder = await project(specs);
  const { exitCode, stdout, stderr } = await cli(folder, 'explain', 'Slop');
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toBe(
    'error: No constraint is called "Slop" in constraints-spec, nor in the library.\nhint: Did you mean "Slope"?\n',
  );
  expect((await cli(folder, 'explain', 'slo')).stderr).toContain('Did you mean "Slope"?');
  expect((await cli(folder, 'explain', 'Banana')).stderr).toContain('Known: Rod, Rod2D, Rod3D, Slope.');
});

test('a mistake in the spec is shown, one in another spec is not', async () => {
  const folder = await project({ ...specs, 'constraints-spec/rod.ts': rodSpec('norm(a - c) == length') });
  const { exitCode, stderr } = await cli(folder, 'explain', 'Rod');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('E_UNKNOWN_NAME');
  expect(stderr).toContain('constraints-spec/rod.ts');
  expect(stderr).not.toMatch(STACK);
  expect((await cli(folder, 'explain', 'Slope')).exitCode).toBe(0);
});

test('classes of the library are explained by name', async () => {
  const folder = await project(specs);
  const { exitCode, stdout } = await cli(folder, 'explain', 'Distance2D');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Distance2D: Holds two points a fixed distance apart');
  expect((await cli(folder, 'explain', 'Distnce')).stderr).toContain('Did you mean "Distance"?');
});
