import type { VerifyOptions } from './options.js';

/**
 * A proof in steps of a few milliseconds, between which other work can go on: `steps` of them, and
 * a generator that pauses after each and returns the report.
 */
export interface ProofSteps<Report> {
  readonly steps: number;
  readonly run: Generator<void, Report, void>;
}

/** Options of a proof that say how it runs, not what is compared. */
export type RunOptions = Pick<VerifyOptions, 'onProgress' | 'signal'>;

/** Runs a proof to its end. Throws the reason of `signal` once that is aborted. */
export function prove<Report>(proof: ProofSteps<Report>, options: RunOptions = {}): Report {
  const run = new WatchedRun(proof, options);
  while (!run.step());
  return run.report;
}

/** Longest time without a pause, ms: half a frame. */
const SLICE = 8;

/**
 * {@link prove}, with pauses in which other tasks of the thread run, after every 8 ms or a single
 * step that takes longer.
 */
export async function proveInSlices<Report>(proof: ProofSteps<Report>, options: RunOptions = {}): Promise<Report> {
  const run = new WatchedRun(proof, options);
  for (let end = performance.now() + SLICE; !run.step();) {
    if (performance.now() < end) continue;
    await new Promise((resolve) => setTimeout(resolve));
    end = performance.now() + SLICE;
  }
  return run.report;
}

/** A run of a proof that reports its progress and can be aborted. */
class WatchedRun<Report> {
  readonly #proof: ProofSteps<Report>;
  readonly #options: RunOptions;
  #done = 0;
  #report: { readonly value: Report } | undefined;

  constructor(proof: ProofSteps<Report>, options: RunOptions) {
    this.#proof = proof;
    this.#options = options;
  }

  /** Takes a step, and returns true if it was the last. */
  step(): boolean {
    const { onProgress, signal } = this.#options;
    signal?.throwIfAborted();
    const { done, value } = this.#proof.run.next();
    if (done === true) this.#report = { value };
    else this.#done++;
    onProgress?.(done === true ? 1 : this.#done / (this.#proof.steps + 1));
    return done === true;
  }

  get report(): Report {
    if (this.#report === undefined) throw new Error('The proof has not come to its end.');
    return this.#report.value;
  }
}

/** Several proofs one after the other. */
export function inTurn<Report>(proofs: readonly ProofSteps<Report>[]): ProofSteps<readonly Report[]> {
  return {
    steps: proofs.reduce((sum, { steps }) => sum + steps, 0),
    run: (function* () {
      const reports: Report[] = [];
      for (const { run } of proofs) reports.push(yield* run);
      return reports;
    })(),
  };
}
