import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, project, rodSpec, slopeSpec, STACK, write } from './support.js';

const specs = { 'constraints-spec/rod.ts': rodSpec(), 'constraints-spec/slope.ts': slopeSpec };

test('verify proves classes in memory where none are generated', async () => {
  const { exitCode, stdout, stderr } = await cli(await project(specs), 'verify', '--samples', '5');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^class +rows +operations +samples +differences +64 digits +of allowed +verdict$/);
  expect(lines.slice(1, 4).map((line) => line.split(' ')[0])).toEqual(['Rod2D', 'Rod3D', 'Slope']);
  expect(stdout).toContain('3 classes proven.');
});

test('verify names formulas that lose digits as they are written', async () => {
  const spec = slopeSpec.replace(/C: '.*'/, "C: 'k * (p.y - p.y^3/6 - sin(p.y))'").replace(/Slope/g, 'Bend');
  const folder = await project({ 'constraints-spec/bend.ts': spec, 'constraints-spec/rod.ts': rodSpec() });
  const { exitCode, stdout } = await cli(folder, 'verify', '--samples', '60');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^Bend: J row 1, by p\[2\] loses \d digits to cancellation near p = \[.+\], k = .+\.$/m);
  expect(stdout).not.toMatch(/^Rod.*loses/m);
});

test('names choose constraints and classes', async () => {
  const folder = await project(specs);
  const names = async (...argv: string[]): Promise<string[]> => {
    const { stdout } = await cli(folder, 'verify', '--json', '--samples', '3', ...argv);
    return (JSON.parse(stdout) as { reports: { name: string }[] }).reports.map(({ name }) => name);
  };
  expect(await names('Rod')).toEqual(['Rod2D', 'Rod3D']);
  expect(await names('Rod3D', 'Slope')).toEqual(['Rod3D', 'Slope']);
  const unknown = await cli(folder, 'verify', 'Rood');
  expect(unknown.exitCode).toBe(1);
  expect(unknown.stderr).toContain('Did you mean "Rod"?');
});

test('names choose classes of the library, too, also where there is no project', async () => {
  for (const folder of [await project(specs), await project({})]) {
    const { exitCode, stdout } = await cli(folder, 'verify', '--json', '--samples', '3', 'Distance', 'Hinge');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      reports: ['Distance2D', 'Distance3D', 'Hinge'].map((name) => ({ name, source: 'generated', stale: false })),
    });
  }
  const folder = await project(specs);
  expect((await cli(folder, 'verify', '--samples', '3', 'Slope', 'Distance3D')).stdout).toContain('2 classes proven.');
  const { exitCode, stderr } = await cli(folder, 'verify', 'Distanz');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/nor in the library\.\nhint: Did you mean "Distance"\?/);
});

test.each([
  ['a kernel', /J\[(.+?)\] = (.+?);/, 'J[$1] = 1.001 * ($2);'],
  ['a constant', /(constantJ: .*?)\b1\b/s, '$11.001'],
] as const)('a generated class that was tampered with fails, and is named: %s', async (_, right, changed) => {
  const folder = await project(specs);
  await cli(folder, 'generate');
  const good = JSON.parse((await cli(folder, 'verify', '--json', '--samples', '3')).stdout) as object;
  expect(good).toMatchObject({ ok: true, reports: [{ source: 'generated' }, { source: 'generated' }, {}] });

  const path = join(folder, 'generated/slope.ts');
  const code = await readFile(path, 'utf8');
  const wrong = code.replace(right, changed);
  expect(wrong).not.toBe(code);
  await writeFile(path, wrong);
  const { exitCode, stdout, stderr } = await cli(folder, 'verify', '--samples', '3');
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^Slope .+ FAILED$/m);
  expect(stdout).toMatch(/^Rod2D .+ proven$/m);
  expect(stderr).toContain('FAIL  Slope');
  expect(stderr).not.toMatch(STACK);
});

test('a class generated from an older spec is not taken for proven', async () => {
  const folder = await project(specs);
  await cli(folder, 'generate');
  await write(folder, { 'constraints-spec/slope.ts': slopeSpec.replace('k * p.x', 'k * p.x + 1') });
  const { exitCode, stderr } = await cli(folder, 'verify', 'Slope', '--samples', '3');
  expect(exitCode).toBe(1);
  expect(stderr).toBe('Generated from an older spec: Slope. Run "holonomic generate".\n');
});

test('the same seed gives the same report', async () => {
  const folder = await project(specs);
  const report = (seed: string): Promise<unknown> =>
    cli(folder, 'verify', 'Rod2D', '--json', '--samples', '4', '--seed', seed);
  expect(await report('7')).toEqual(await report('7'));
  expect(await report('7')).not.toEqual(await report('8'));
});
