import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runEnsemble } from 'holonomic/ensemble';
import { project } from '../cli/support.js';
import { RUN } from './run-module.js';

test('an ensemble of a count gives each run its index; of nothing, no results', async () => {
  const folder = await project({ 'run.mjs': RUN });
  const module = pathToFileURL(join(folder, 'run.mjs'));
  const results = await runEnsemble(module, { count: 6, threads: 3 });
  expect(results).toEqual(Array.from({ length: 6 }, (_, i) => ({ input: i, index: i })));
  expect(await runEnsemble(module, { inputs: [] })).toEqual([]);
});

test('what cannot be an ensemble is refused', async () => {
  await expect(runEnsemble('x.js', { count: 1.5 })).rejects.toThrow('option "count" of runEnsemble is 1.5');
  await expect(runEnsemble('x.js', { count: 1e12 })).rejects.toThrow('option "count" of runEnsemble is 1000000000000');
  await expect(runEnsemble('x.js', { count: 2, threads: 1e9 })).rejects.toThrow('option "threads" of runEnsemble');
  await expect(runEnsemble('x.js', { inputs: new Array(4e9) })).rejects.toThrow('option "inputs" of runEnsemble');
  await expect(runEnsemble('x.js', {} as never)).rejects.toThrow('either "count" or "inputs"');
  await expect(runEnsemble('x.js', { counts: 3 } as never)).rejects.toThrow('no option "counts"');
  await expect(runEnsemble(() => ({}) as never, { count: 1 })).rejects.toThrow('The module of runEnsemble');
});
