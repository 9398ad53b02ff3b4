import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runEnsemble, type RunQueue } from 'holonomic/ensemble';
import { bullmq } from 'holonomic/ensemble/bullmq';
import { postgresServer, redisServer } from '../../test/support/queue-server.js';
import { report } from '../figures.js';
import { median } from '../measure.js';

/** Many short runs, which show what a queue costs, and fewer of the length of a simulation. */
const SWEEPS = [
  { runs: 10_000, steps: 1000 },
  { runs: 400, steps: 50_000 },
] as const;
const ROUNDS = 3;
const module = fileURLToPath(new URL('swing.ts', import.meta.url));

/** Prints the times of double pendulums in threads, and by the workers of queues on this machine. */
export async function benchQueue(): Promise<void> {
  const rows: string[][] = [];
  const usual: number[] = [];
  let first = 0;
  const measure = async (name: string, on?: RunQueue): Promise<void> => {
    // Other inputs each time: a queue keeps what it has made.
    const ensemble = (runs: number, steps: number): Promise<unknown> =>
      runEnsemble(module, {
        inputs: Array.from({ length: runs }, () => ({ steps, number: first++ })),
        ...(on === undefined ? { threads: 1 } : { on }),
      });
    // Until each worker has loaded the module.
    await ensemble(100, 1000);
    const begun = performance.now();
    await ensemble(1, 1);
    // A thread is started and loads the module for each ensemble.
    const loading = on === undefined ? performance.now() - begun : 0;
    for (const [i, { runs, steps }] of SWEEPS.entries()) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const start = performance.now();
        await ensemble(runs, steps);
        times.push(performance.now() - start - loading);
      }
      const time = median(times);
      usual[i] ??= time;
      const more = on === undefined ? '' : `${((time - usual[i]) / runs).toFixed(2)} ms`;
      rows.push([name, String(runs), String(steps), `${(time / 1000).toFixed(1)} s`, more]);
    }
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
  report('queue', 'Double pendulums by a queue (goal: at most 1 ms more for a run by one worker)', [
    ['by', 'runs', 'steps', 'time', 'more for a run'],
    ...rows,
  ]);
}
