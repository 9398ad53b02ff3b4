import type { Port } from '../engine/client.js';
import type { Command } from '../engine/protocol.js';

const make = (): Worker =>
  new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module', name: 'engine' });

/** The worker that was started before the page could listen to it. */
let early: Worker | undefined = make();

/** Lets the engine fetch what was compiled of the scene with a title: its document is on its way. */
export function expectScene(title: string): void {
  early?.postMessage({ kind: 'expect', title } satisfies Command);
}

/** Starts the worker of the engine. The prover has the same script. */
export function startEngine(): Port {
  const worker = early ?? make();
  early = undefined;
  // What a worker says before someone listens is lost: it says that it is ready when it is asked.
  worker.postMessage({ kind: 'greet' } satisfies Command);
  return worker as unknown as Port;
}

export const startProver = (): Port =>
  new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module', name: 'prover' }) as unknown as Port;
