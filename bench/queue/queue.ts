import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runEnsemble, type RunQueue } from 'holonomic/ensemble';
import { bullmq } from 'holonomic/ensemble/bullmq';
import { postgresServer, redisServer } from '../../test/support/queue-server.js';
import { report } from '../figures.js';
import { median } from '../measure.js';

const RUNS = 10_000;
const ROUNDS = 3;
const module = fileURLToPath(new URL('swing.ts', import.meta.url));

/** Prints the time of 10,000 double pendulums in threads, and by the workers of queues on this machine. */
export async function benchQueue(): Promise<void> {
  const rows: string[][] = [];
  let usual = 0;
  const measure = async (name: string, on?: RunQueue): Promise<void> => {
    const ensemble = (inputs: readonly number[]): Promise<unknown> =>
      runEnsemble(module, { inputs, ...(on === undefined ? { threads: 1 } : { on }) });
    // Until each worker has loaded the module.
    await ensemble(Array.from({ length: 100 }, (_, i) => -1 - i));
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      // Other inputs in each round: a queue keeps what it has made.
      await ensemble(Array.from({ length: RUNS }, (_, i) => round * RUNS + i));
      times.push(performance.now() - start);
    }
    const time = median(times);
    if (on === undefined) usual = time;
    rows.push([
      name,
      `${(time / 1000).toFixed(1)} s`,
      on === undefined ? '' : `${((time - usual) / RUNS).toFixed(2)} ms`,
    ]);
  };
  await measure('a thread');
  for (const [name, make] of [
    ['Redis', redisServer],
    ['PostgreSQL', postgresServer],
  ] as const) {
    const server = await make();
    await server.start();
    const workers: ChildProcess[] = [];
    const start = (queue: string): void => {
      const argv = ['--import', 'tsx', 'src/cli/main.ts', 'worker', module, '--threads', '1', '--queue', queue];
      workers.push(spawn(process.execPath, [...argv, '--connection', server.connection], { stdio: 'ignore' }));
    };
    try {
      for (const count of [1, 2]) {
        const queue = `workers-${count}`;
        for (let n = 0; n < count; n++) start(queue);
        const workersText = count === 1 ? 'a worker' : 'two workers';
        await measure(`${name}, ${workersText} with a thread`, bullmq({ queue, connection: server.connection }));
        for (const worker of workers) worker.kill('SIGKILL');
      }
    } finally {
      for (const worker of workers) worker.kill('SIGKILL');
      await server.remove();
    }
  }
  report('queue', `${RUNS} double pendulums of 1,000 steps (goal: at most 1 ms more for a run by one worker)`, [
    ['by', 'time', 'more for a run'],
    ...rows,
  ]);
}
