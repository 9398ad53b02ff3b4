import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadModule } from '../../src/modules/load-module.js';
import { cli, project, rodSpec, slopeSpec, write } from '../cli/support.js';

interface WasmModule<Functions> {
  readonly instantiate: (memory: object) => Promise<Functions>;
  readonly instantiateSync: (memory: object) => Functions;
}

const list = async (folder: string): Promise<string[]> => (await readdir(folder)).sort();

test('C goes to a folder of its own beside TypeScript, and is kept like it', async () => {
  const folder = await project({
    'package.json': '{}',
    'holonomic.config.json': '{ "specs": "formulas", "out": "made" }',
    'formulas/slope.ts': slopeSpec,
  });
  expect((await cli(folder, 'generate')).exitCode).toBe(0);
  const made = await cli(folder, 'generate', '--target', 'c');
  expect(made.stderr).toBe('');
  // The folder of another language would have lost its files.
  expect(await list(join(folder, 'made'))).toEqual(['index.ts', 'manifest.json', 'slope.ts']);
  const files = ['holonomic.h', 'index.h', 'manifest.json', 'slope.c', 'slope.h'];
  expect(await list(join(folder, 'generated-c'))).toEqual(files);
  expect(await readFile(join(folder, 'generated-c/index.h'), 'utf8')).toContain('#include "slope.h"');
  expect((await cli(folder, 'generate', '--target', 'c')).stdout).toContain('generated-c is up to date: 1 class');

  await rm(join(folder, 'generated-c/slope.h'));
  expect((await cli(folder, 'generate', '--target', 'c', '--check')).stderr).toContain('missing   slope.h');
  await write(folder, { 'formulas/slope.ts': slopeSpec.replaceAll('Slope', 'Ramp').replace('k * p.x', '2 k * p.x') });
  expect((await cli(folder, 'generate', '--target', 'c')).exitCode).toBe(0);
  const header = await readFile(join(folder, 'generated-c/slope.h'), 'utf8');
  expect(header).toContain('Ramp_p_k = 0');
  expect(header).toContain('void rampKernel(');

  await rm(join(folder, 'formulas/slope.ts'));
  await write(folder, { 'formulas/hill.ts': slopeSpec });
  expect((await cli(folder, 'generate', '--target', 'c')).stdout).toContain('removed   slope.c');
  expect(await list(join(folder, 'generated-c'))).toContain('hill.c');
});

test('a configuration may ask for both', async () => {
  const folder = await project({
    'holonomic.config.json':
      '{ "outputs": [{ "specs": "formulas" }, { "specs": "formulas", "target": "c", "jdot": true }] }',
    'formulas/slope.ts': slopeSpec,
  });
  expect((await cli(folder, 'generate')).exitCode).toBe(0);
  expect(await list(join(folder, 'generated'))).toContain('slope.ts');
  expect(await readFile(join(folder, 'generated-c/slope.c'), 'utf8')).toContain('void slopeJdotKernel(');
});

test('a spec file cannot have the name of a file that every output in C has', async () => {
  const folder = await project({ 'constraints-spec/holonomic.ts': slopeSpec });
  const { exitCode, stderr } = await cli(folder, 'generate', '--target', 'c');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('the generated holonomic would both be emitted as holonomic.h');
});

test.each(['math', 'String', 'stddef', 'threads'])(
  'a spec file cannot have the name of the header %s of C',
  async (name) => {
    const folder = await project({ [`constraints-spec/${name}.ts`]: slopeSpec });
    const { exitCode, stderr } = await cli(folder, 'generate', '--target', 'c');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('E_DUPLICATE_FILE');
    expect(stderr).toContain(`would be emitted as ${name}.h, which hides <${name.toLowerCase()}.h> of C`);
    expect((await cli(folder, 'generate')).exitCode).toBe(0);
  },
);

/** As much of the emitted module of {@link slopeSpec} as the test uses. */
interface SlopeModule {
  readonly Slope: {
    readonly layout: Readonly<Record<string, number>>;
    readonly module: WasmModule<Record<'slopeKernel' | 'slopeConstants', (...args: number[]) => void>>;
  };
}

test('WebAssembly comes with its loader, which needs nothing else', async () => {
  const folder = await project({ 'package.json': '{}', 'constraints-spec/slope.ts': slopeSpec });
  const made = await cli(folder, 'generate', '--target', 'wasm');
  expect(made.stderr).toBe('');
  expect(await list(join(folder, 'generated-wasm'))).toEqual(['holonomic.ts', 'index.ts', 'manifest.json', 'slope.ts']);
  expect((await cli(folder, 'generate', '--target', 'wasm', '--check')).exitCode).toBe(0);

  const { Slope } = (await loadModule(join(folder, 'generated-wasm/index.ts'))) as unknown as SlopeModule;
  expect(Slope.layout).toEqual({ rows: 1, inputs: 1, width: 2, parameters: 1, slot_p: 0, J_p: 0, p_k: 0 });
  const { WebAssembly: platform } = globalThis as unknown as {
    readonly WebAssembly: { readonly Memory: new (pages: { initial: number }) => { readonly buffer: ArrayBuffer } };
  };
  for (const load of ['instantiate', 'instantiateSync'] as const) {
    const memory = new platform.Memory({ initial: 1 });
    const { slopeKernel, slopeConstants } = await Slope.module[load](memory);
    const numbers = new Float64Array(memory.buffer, 64);
    // Three points, slopes 1, 2 and 3: C = y − k x, Cdot = vy − k vx, J = [−k, 1].
    numbers.set([2, 5, 3, 5, 4, 5], 0);
    numbers.set([1, 7, 1, 8, 1, 9], 10);
    numbers.set([1, 2, 3], 20);
    new Int32Array(memory.buffer).set([0, 2, 4]);
    const [x, v, p, C, Cdot, J, gamma] = [0, 10, 20, 30, 40, 50, 60].map((entry) => 64 + 8 * entry);
    slopeConstants(3, J!);
    slopeKernel(3, 0, x!, v!, p!, 0, C!, Cdot!, J!, gamma!);
    expect([...numbers.subarray(30, 34)]).toEqual([3, -1, -7, 0]);
    expect([...numbers.subarray(40, 44)]).toEqual([6, 6, 6, 0]);
    expect([...numbers.subarray(50, 57)]).toEqual([-1, 1, -2, 1, -3, 1, 0]);
  }
});

test('modules import what docs/wasm.md says', async () => {
  const spec = `
import { defineConstraint } from 'holonomic';

const given = { summary: 'Keeps a point on a curve.', space: 2, inputs: { p: 'point' } };
export const Wave = defineConstraint({ ...given, params: { k: {} }, C: 'p.y == sin(k * p.x) + erf(k * p.x)' });
export const Followed = defineConstraint({ ...given, params: { line: { kind: 'curve' } }, C: 'p.y == line(p.x)' });
`;
  const folder = await project({ 'package.json': '{}', 'constraints-spec/waves.ts': spec });
  expect((await cli(folder, 'generate', '--target', 'wasm')).stderr).toBe('');
  const made = (await loadModule(join(folder, 'generated-wasm/index.ts'))) as Readonly<Record<string, { readonly module: { readonly bytes: () => Uint8Array } }>>; // prettier-ignore
  const { WebAssembly: platform } = globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: {
        new (bytes: Uint8Array): object;
        imports(module: object): readonly { readonly module: string; readonly name: string }[];
      };
    };
  };
  const found = ['Wave', 'Followed'].map((name) =>
    platform.Module.imports(new platform.Module(made[name]!.module.bytes()))
      .map(({ module, name: imported }) => `${module}.${imported}`)
      .sort(),
  );
  expect(found).toEqual([
    ['env.memory', 'holonomic.cos', 'holonomic.erf', 'holonomic.exp', 'holonomic.sin'],
    ['env.memory', 'holonomic.curveSecond', 'holonomic.curveSlope', 'holonomic.curveValue'],
  ]);
});

test('the example of docs/wasm.md prints what it says', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/wasm.md'), 'utf8');
  const [, program, output] = /```text\n(import .*?)```.*?```text\n(.*?)```/s.exec(page)!;
  const folder = await project({ 'package.json': '{ "type": "module" }', 'kernels.ts': program! });
  await write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - b) == length', '2') });
  expect((await cli(folder, 'generate', '--target', 'wasm')).stderr).toBe('');
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => {
    log.mockRestore();
  });
  await loadModule(join(folder, 'kernels.ts'));
  expect(log.mock.calls.map((args) => `${args.join(' ')}\n`).join('')).toBe(output);
});

test('another language is a mistake', async () => {
  const folder = await project({ 'constraints-spec/slope.ts': slopeSpec });
  const { exitCode, stderr } = await cli(folder, 'generate', '--target', 'fortran');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Allowed choices are typescript, c, wasm.');
});
