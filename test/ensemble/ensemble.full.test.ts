import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EnsembleError, runEnsemble } from 'holonomic/ensemble';
import period, { G, LENGTH } from '../../examples/ensemble/swing.js';
import { project } from '../cli/support.js';
import { RUN } from './run-module.js';

const swing = new URL('../../examples/ensemble/swing.ts', import.meta.url);

/** `2π √(l/g) / agm(1, cos θ/2)`, the period of a pendulum of any amplitude (Gauss). */
function exactPeriod(amplitude: number): number {
  let [a, b] = [1, Math.cos(amplitude / 2)];
  while (Math.abs(a - b) > 1e-15) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI * Math.sqrt(LENGTH / G)) / a;
}

test('runs in threads are those of this thread, to the bit and in order', async () => {
  const inputs = [2.5, 0.1, 1.5, 3, 0.7];
  const heard: [number, number][] = [];
  const results = await runEnsemble<number>(swing, {
    inputs,
    threads: 2,
    onProgress: (...progress) => heard.push(progress),
  });
  expect(results).toEqual(inputs.map((amplitude) => period(amplitude)));
  for (const [i, amplitude] of inputs.entries())
    expect(Math.abs(results[i]! / exactPeriod(amplitude) - 1)).toBeLessThan(1e-5);
  expect(heard).toEqual(inputs.map((_, i) => [i + 1, 5]));
  // Each thread reads the library's TypeScript.
}, 300_000);

test('the first run that fails is named, and ends the ensemble', async () => {
  const folder = await project({ 'run.mjs': RUN });
  const inputs = ['a', 'b', 'fail', 'fail', 'e', 'f', 'g', 'h'];
  const done: number[] = [];
  const failed = runEnsemble(join(folder, 'run.mjs'), { inputs, threads: 2, onProgress: (n) => done.push(n) });
  await expect(failed).rejects.toThrow(EnsembleError);
  await expect(failed).rejects.toMatchObject({
    code: 'E_RUN',
    index: 2,
    message: 'Run 2 failed: no pendulum 2',
    cause: { message: 'no pendulum 2' },
  });
  expect(done.length).toBeLessThan(4);
});

test('a signal ends runs in the midst of their work', async () => {
  const folder = await project({ 'run.mjs': RUN });
  const controller = new AbortController();
  const inputs = ['a', 'wait', 'c', 'wait', 'e'];
  const ended = runEnsemble(join(folder, 'run.mjs'), {
    inputs,
    threads: 2,
    signal: controller.signal,
    onProgress: (done) => {
      if (done === 2) controller.abort(new Error('enough'));
    },
  });
  await expect(ended).rejects.toThrow('enough');
  await expect(runEnsemble('x.js', { count: 1, signal: controller.signal })).rejects.toThrow('enough');
});

test.each([
  ['a module without runs', 'none.mjs', 1, 'E_RUN_MISSING', 'makes none: it has no function as its default export'],
  ['a module that throws', 'broken.mjs', 1, 'E_RUN_MODULE', 'cannot be loaded: broken at its top'],
  ['a module that is not there', 'missing.mjs', 1, 'E_RUN_MODULE', 'cannot be loaded: Cannot find module'],
  ['TypeScript that is not there', 'missing.ts', 1, 'E_RUN_MODULE', 'cannot be loaded: '],
  ['an input that cannot be copied', 'run.mjs', () => 1, 'E_RUN_COPY', 'The input or the result of run 1'],
  ['a result that cannot be copied', 'run.mjs', 'function', 'E_RUN_COPY', 'The input or the result of run 1'],
  ['a run that ends its thread', 'run.mjs', 'exit', 'E_RUN_THREAD', 'The thread of run 1 failed: '],
  ['a run that throws outside of its promise', 'run.mjs', 'throw later', 'E_RUN_THREAD', 'no pendulum later'],
])('%s has its code', async (_, module, input, code, message) => {
  const folder = await project({
    'run.mjs': RUN,
    'none.mjs': 'export const run = 1;',
    'broken.mjs': 'throw new Error("broken at its top");',
  });
  const failed = runEnsemble(join(folder, module), { inputs: [0, input], threads: 1 });
  await expect(failed).rejects.toMatchObject({ code, index: module === 'run.mjs' ? 1 : 0 });
  await expect(failed).rejects.toThrow(message);
  if (module !== 'run.mjs') await expect(failed).rejects.toThrow(module);
});
