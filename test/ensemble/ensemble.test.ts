import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, runEnsemble, type RunStore } from 'holonomic/ensemble';
import { bullmq } from 'holonomic/ensemble/bullmq';
import { idOfRun, type RunCode } from '../../src/ensemble/identity.js';
import type { RunQueue } from '../../src/ensemble/index.js';
import { project } from '../cli/support.js';
import { RUN } from './run-module.js';
import { inFull } from '../support/scope.js';

inFull('an ensemble of a count gives each run its index; of nothing, no results', async () => {
  const module = pathToFileURL(join(await project({ 'run.mjs': RUN }), 'run.mjs'));
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

test('what is kept of a queue has the name that its run has there, though the module changes meanwhile', async () => {
  const module = join(await project({ 'run.mjs': RUN }), 'run.mjs');
  const names: string[] = [];
  const queued: RunCode[] = [];
  const on: RunQueue = {
    most: 2,
    open: (code) => {
      queued.push(code);
      writeFileSync(module, `${RUN}// another version\n`);
      return Promise.resolve({
        perform: (input, index) => Promise.resolve({ result: [input, index] }),
        close: () => Promise.resolve(),
      });
    },
  };
  const store: RunStore = {
    read: () => Promise.resolve(undefined),
    write: (name) => Promise.resolve(void names.push(name)),
    remove: () => Promise.resolve(),
  };
  expect(await runEnsemble(module, { inputs: ['a', 'b'], store, on })).toEqual([['a', 0], ['b', 1]]); // prettier-ignore
  expect(names).toEqual(['a', 'b'].map((input, index) => idOfRun(queued[0]!, input, index)));
});

test('what cannot be kept, queued or collected is refused', async () => {
  const run = (options: object): Promise<unknown> => runEnsemble('x.js', { count: 2, ...options });
  await expect(run({ collect: 'some' })).rejects.toThrow('option "collect" of runEnsemble');
  await expect(run({ store: 'runs' })).rejects.toThrow("folder('runs')");
  await expect(run({ on: 'redis://127.0.0.1' })).rejects.toThrow('bullmq({ connection, queue })');
  expect(() => folder('')).toThrow('The path of folder');
  expect(() => bullmq({ queue: 'a b', connection: 'redis://x' })).toThrow('option "queue" of bullmq');
  expect(() => bullmq({ queue: 'a', connection: 'http://x' })).toThrow('option "connection" of bullmq');
  expect(() => bullmq({ queue: 'a' } as never)).toThrow('option "connection" of bullmq');
  const on = bullmq({ queue: 'a', connection: 'redis://127.0.0.1:1' });
  await expect(run({ on, threads: 2 })).rejects.toThrow('holonomic worker --threads');
  for (const connection of [
    { host: '127.0.0.1', port: 1 },
    { url: 'redis://127.0.0.1:1' },
    { host: '127.0.0.1', port: 1, database: 'runs' },
    'postgres://me:secret@127.0.0.1:1/runs',
  ]) {
    const failed = run({ on: bullmq({ queue: 'a', connection }) });
    await expect(failed).rejects.toThrow(/E_QUEUE\n.*127\.0\.0\.1:1\S*, cannot be used: connect ECONNREFUSED/);
    await expect(failed).rejects.not.toThrow('secret');
  }
  await expect(run({ on })).rejects.toThrow('redis://127.0.0.1:1, cannot be used: connect ECONNREFUSED');
});
