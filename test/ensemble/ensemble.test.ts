import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EnsembleError, runEnsemble } from 'holonomic/ensemble';
import { project } from '../cli/support.js';

const RUN = `
export default async function run(input, index) {
  if (input === 'fail') throw new RangeError('no pendulum ' + index);
  if (input === 'wait') await new Promise(() => setInterval(() => {}, 1000));
  await new Promise((resolve) => setTimeout(resolve, 20 - index));
  return { input, index };
}
`;

test('an ensemble of a count gives each run its index; of nothing, no results', async () => {
  const folder = await project({ 'run.mjs': RUN });
  const module = pathToFileURL(join(folder, 'run.mjs'));
  const results = await runEnsemble(module, { count: 6, threads: 3 });
  expect(results).toEqual(Array.from({ length: 6 }, (_, i) => ({ input: i, index: i })));
  expect(await runEnsemble(module, { inputs: [] })).toEqual([]);
});

test('the first run that fails is named, and ends the ensemble', async () => {
  const folder = await project({ 'run.mjs': RUN });
  const inputs = ['a', 'b', 'fail', 'fail', 'e', 'f', 'g', 'h'];
  const done: number[] = [];
  const failed = runEnsemble(join(folder, 'run.mjs'), { inputs, threads: 2, onProgress: (n) => done.push(n) });
  await expect(failed).rejects.toThrow(EnsembleError);
  await expect(failed).rejects.toMatchObject({
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

test('what cannot be an ensemble is refused', async () => {
  const folder = await project({ 'none.mjs': 'export const run = 1;' });
  await expect(runEnsemble(join(folder, 'none.mjs'), { count: 2 })).rejects.toThrow('no function as its default');
  await expect(runEnsemble('x.js', { count: 1.5 })).rejects.toThrow('option "count" of runEnsemble is 1.5');
  await expect(runEnsemble('x.js', {} as never)).rejects.toThrow('either "count" or "inputs"');
  await expect(runEnsemble('x.js', { counts: 3 } as never)).rejects.toThrow('no option "counts"');
  await expect(runEnsemble(() => ({}) as never, { count: 1 })).rejects.toThrow('The module of runEnsemble');
});
