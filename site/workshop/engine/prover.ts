import { SpecError } from '../../../src/diagnostics/index.js';
import { compileLeniently } from '../../../src/kinds/compile.js';
import { verifyAsync } from '../../../src/kinds/verify.js';
import { formatReport, type VerificationReport } from '../../../src/verify/index.js';
import type { ProverCommand, ProverReport } from './protocol.js';

/** Proves one spec at a time; a new one ends the proof before. */
export class Prover {
  readonly #post: (report: ProverReport) => void;
  readonly #samples: number;
  #running: AbortController | undefined;

  /** `samples` is the number of configurations at which a class is checked. */
  constructor(post: (report: ProverReport) => void, samples = 100) {
    this.#post = post;
    this.#samples = samples;
  }

  receive(command: ProverCommand): void {
    this.#running?.abort();
    this.#running = undefined;
    if (command.kind === 'cancel') this.#post({ kind: 'idle' });
    else void this.#prove(command);
  }

  async #prove({ serial, name, spec }: Extract<ProverCommand, { kind: 'prove' }>): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    let told = 0;
    try {
      const classes = Object.values(compileLeniently(name, spec).classes);
      for (const [k, one] of classes.entries()) {
        const report: VerificationReport<string> = await verifyAsync(one, {
          samples: this.#samples,
          signal: controller.signal,
          onProgress: (part) => {
            const done = (k + part) / classes.length;
            if (done < 1 && done - told < 0.02) return;
            told = done;
            this.#post({ kind: 'progress', serial, done });
          },
        });
        const { pass, samples } = report;
        if (pass && k + 1 < classes.length) continue;
        this.#post({ kind: 'verdict', serial, pass, samples, report: formatReport(report) });
        break;
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      // A spec with mistakes is told of by the engine.
      if (!(error instanceof SpecError)) throw error;
    }
  }
}
