import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { folder, runEnsemble } from 'holonomic/ensemble';
import { bullmq } from 'holonomic/ensemble/bullmq';
import { project } from '../cli/support.js';
import { missingServers, postgresServer, redisServer, type QueueServerProcess } from '../support/queue-server.js';

/** Each step and each end of a run is a line of a file, so that what is done twice can be counted. */
const RUN = `
import { appendFileSync, existsSync } from 'node:fs';
const log = (line) => appendFileSync(new URL('./log', import.meta.url), line + '\\n');
export default async function run(input, index, checkpoint) {
  if (input.kill) process.kill(process.pid, 'SIGKILL');
  if (input.needs && !existsSync(new URL(input.needs, import.meta.url))) throw new Error('no ' + input.needs);
  if (input.fail) throw new RangeError('no pendulum ' + index);
  if (input.large) return 'x'.repeat(2e6);
  let sum = checkpoint.last?.sum ?? 0;
  for (let step = checkpoint.last?.step ?? 0; step < input.steps; step++) {
    await new Promise((resolve) => setTimeout(resolve, input.ms));
    sum += Math.sqrt(input.seed + step);
    log('step ' + index);
    if (input.saves) checkpoint.save({ step: step + 1, sum });
  }
  log('end ' + index);
  return { index, sum, at: new Float64Array([sum, -0]) };
}
`;

const missing = missingServers();

describe.skipIf(missing !== undefined).each([
  { name: 'Redis', make: redisServer },
  { name: 'PostgreSQL', make: postgresServer },
])('a queue in $name', ({ make }) => {
  let server: QueueServerProcess;
  const workers = new Set<ChildProcess>();

  beforeAll(async () => {
    server = await make();
    await server.start();
  });
  afterEach(() => {
    for (const worker of workers) worker.kill('SIGKILL');
    workers.clear();
  });
  afterAll(() => server.remove());

  /** Starts a worker, as from the command line. */
  function start(module: string, queue: string, threads = 2): ChildProcess {
    const worker = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', 'src/cli/main.ts', 'worker', module, '--queue', queue],
        ...['--connection', server.connection, '--threads', String(threads), '--lock', '2'],
      ],
      { stdio: 'ignore' },
    );
    workers.add(worker);
    return worker;
  }
  const exit = (worker: ChildProcess): Promise<unknown> => new Promise((resolve) => worker.once('exit', resolve));
  const linesOf = (module: string, word: string): string[] => {
    try {
      return readFileSync(module.replace('run.mjs', 'log'), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith(word));
    } catch {
      return [];
    }
  };
  const expected = (inputs: readonly { seed: number; steps: number }[]): unknown[] =>
    inputs.map(({ seed, steps }, index) => {
      const sum = Array.from({ length: steps }, (_, step) => Math.sqrt(seed + step)).reduce((a, b) => a + b, 0);
      return { index, sum, at: new Float64Array([sum, -0]) };
    });
  const settle = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  test('workers that are killed lose nothing, and a second ensemble computes nothing', async () => {
    const module = join(await project({ 'run.mjs': RUN }), 'run.mjs');
    const inputs = Array.from({ length: 200 }, (_, seed) => ({ seed, steps: 3, ms: 30 }));
    const on = bullmq({ connection: server.connection, queue: 'kill' });
    let finished = false;
    const isOver = (): boolean => finished;
    const ensemble = runEnsemble(module, { inputs, on }).finally(() => (finished = true));
    let kills = 0;
    const keepOne = async (): Promise<void> => {
      while (!isOver()) {
        const worker = start(module, 'kill');
        await settle(() => isOver() || linesOf(module, 'end').length > 20 * (kills + 1));
        if (isOver()) return;
        worker.kill('SIGKILL');
        kills++;
        await exit(worker);
      }
    };
    await Promise.all([keepOne(), keepOne(), ensemble]);
    expect(await ensemble).toEqual(expected(inputs));
    expect(kills).toBeGreaterThanOrEqual(4);
    const ends = linesOf(module, 'end').length;
    // A run is made twice only if its worker was killed between its end and the word that it has ended.
    expect(ends).toBeGreaterThanOrEqual(200);
    expect(ends - 200).toBeLessThanOrEqual(2 * kills);

    for (const worker of workers) worker.kill('SIGKILL');
    // Nobody is there to compute.
    expect(await runEnsemble(module, { inputs, on })).toEqual(expected(inputs));
    expect(linesOf(module, 'end')).toHaveLength(ends);
  });

  test('an input that kills its worker ends in the report, as do errors; the others are done', async () => {
    const module = join(await project({ 'run.mjs': RUN }), 'run.mjs');
    const inputs: object[] = Array.from({ length: 30 }, (_, seed) => ({ seed, steps: 1, ms: 1 }));
    inputs[7] = { kill: true };
    inputs[11] = { fail: true };
    inputs[13] = { large: true };
    let finished = false;
    const keepOne = async (): Promise<void> => {
      while (!finished) await exit(start(module, 'poison', 1));
    };
    const keeping = keepOne();
    const outcomes = await runEnsemble<{ index: number }>(module, {
      inputs,
      collect: 'all',
      on: bullmq({ connection: server.connection, queue: 'poison' }),
    });
    finished = true;
    for (const worker of workers) worker.kill('SIGKILL');
    await keeping;
    const codes = outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : outcome.value.index));
    const others = inputs.map((_, index) => index) as (number | string)[];
    others[7] = 'E_RUN_THREAD';
    others[11] = 'E_RUN';
    others[13] = 'E_RUN_SIZE';
    expect(codes).toEqual(others);
  });

  test('a run goes on from its checkpoint on another worker, to the same bits', async () => {
    const module = join(await project({ 'run.mjs': RUN }), 'run.mjs');
    const inputs = [{ seed: 1, steps: 100, ms: 20, saves: true }];
    const first = start(module, 'checkpoint', 1);
    const ensemble = runEnsemble(module, {
      inputs,
      on: bullmq({ connection: server.connection, queue: 'checkpoint' }),
    });
    await settle(() => linesOf(module, 'step').length >= 80);
    first.kill('SIGKILL');
    start(module, 'checkpoint', 1);
    expect(await ensemble).toEqual(expected(inputs));
    const steps = linesOf(module, 'step').length;
    expect(steps).toBeGreaterThanOrEqual(100);
    expect(steps).toBeLessThanOrEqual(125);
  });

  test('a server that stands still for three seconds loses nothing', async () => {
    const module = join(await project({ 'run.mjs': RUN }), 'run.mjs');
    const inputs = Array.from({ length: 60 }, (_, seed) => ({ seed, steps: 1, ms: 60 }));
    start(module, 'restart');
    const ensemble = runEnsemble(module, { inputs, on: bullmq({ connection: server.connection, queue: 'restart' }) });
    await settle(() => linesOf(module, 'end').length >= 10);
    await server.kill();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await server.start();
    expect(await ensemble).toEqual(expected(inputs));
  });

  test('a worker of another module takes no run of this one', async () => {
    const module = join(await project({ 'run.mjs': RUN }), 'run.mjs');
    const other = join(await project({ 'run.mjs': `${RUN}// another version\n` }), 'run.mjs');
    start(other, 'foreign', 1);
    const ensemble = runEnsemble(module, {
      inputs: [{ seed: 1, steps: 1, ms: 1 }],
      on: bullmq({ connection: server.connection, queue: 'foreign' }),
    });
    await expect(ensemble).rejects.toMatchObject({ code: 'E_RUN_WORKER', index: 0 });
  });

  test('a run that failed is made again by the next ensemble, and no other is', async () => {
    const place = await project({ 'run.mjs': RUN });
    const module = join(place, 'run.mjs');
    const inputs = [0, 1, 2].map((seed) => ({ seed, steps: 1, ms: 1, ...(seed === 1 && { needs: './table.csv' }) }));
    const worker = start(module, 'again', 1);
    const on = bullmq({ connection: server.connection, queue: 'again' });
    const run = (): Promise<unknown[]> => runEnsemble(module, { inputs, on, collect: 'all' });
    const [first, second, third] = expected(inputs);
    const failure = { error: expect.objectContaining({ code: 'E_RUN', index: 1 }) as unknown };
    expect(await run()).toEqual([{ value: first }, failure, { value: third }]);
    expect(await run()).toEqual([{ value: first }, failure, { value: third }]);
    writeFileSync(join(place, 'table.csv'), '');
    expect(await run()).toEqual([first, second, third].map((value) => ({ value })));
    worker.kill('SIGKILL');
    expect(linesOf(module, 'end').sort()).toEqual(['end 0', 'end 1', 'end 2']);
  });

  test('what a queue has made is kept in a folder as well', async () => {
    const place = await project({ 'run.mjs': RUN });
    const module = join(place, 'run.mjs');
    const inputs = [{ seed: 1, steps: 1, ms: 1 }];
    const worker = start(module, 'kept', 1);
    const store = folder(join(place, 'runs'));
    const on = bullmq({ connection: server.connection, queue: 'kept' });
    const results = await runEnsemble(module, { inputs, on, store });
    worker.kill('SIGKILL');
    expect(results).toEqual(expected(inputs));
    expect(await runEnsemble(module, { inputs, store })).toEqual(results);
    expect(linesOf(module, 'end')).toHaveLength(1);
    // What is asked for has changed with the module's text.
    writeFileSync(module, `${RUN}// another version\n`);
    await runEnsemble(module, { inputs, store });
    expect(linesOf(module, 'end')).toHaveLength(2);
  });
});
