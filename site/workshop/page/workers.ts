import type { Port } from '../engine/client.js';

/** Starts the worker of the engine. The prover has the same script. */
export const startEngine = (): Port =>
  new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module', name: 'engine' }) as unknown as Port;

export const startProver = (): Port =>
  new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module', name: 'prover' }) as unknown as Port;
