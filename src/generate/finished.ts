import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, readText, replaceFile } from '../files/files.js';
import { isSystemError } from '../files/system-error.js';
import { hashOf } from './hash.js';
import type { SpecOutcome } from './spec-outcome.js';

/**
 * Outcomes that are finished and not yet written to the output: those of a check, of a run that was
 * ended early, or of one that another spec's mistake kept from writing. They only save time, so
 * that a folder which cannot be written to is no fault.
 */
export class FinishedWork {
  readonly #folder: string;
  readonly #toolkit: string;

  /** Work for the output `out`, kept in the folder `records`, by the toolkit of that fingerprint. */
  constructor(records: string, out: string, toolkit: string) {
    this.#folder = join(records, `finished-${hashOf(out)}`);
    this.#toolkit = toolkit;
  }

  /** Returns the outcome with the fingerprint `key`, if it is kept. */
  read(key: string): SpecOutcome | undefined {
    try {
      const { toolkit, outcome } = JSON.parse(readText(this.#path(key))) as Stored;
      return toolkit === this.#toolkit && isOutcome(outcome) ? outcome : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps an outcome without errors. */
  write(key: string, outcome: SpecOutcome): void {
    if (outcome.errors.length > 0) return;
    this.#attempt(() => {
      makeFolder(this.#folder);
      const stored: Stored = { toolkit: this.#toolkit, outcome };
      replaceFile(this.#path(key), JSON.stringify(stored));
    });
  }

  /** Forgets everything, once it is written to the output. */
  clear(): void {
    this.#attempt(() => {
      rmSync(this.#folder, { recursive: true, force: true });
    });
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }
}

const isOutcome = ({ files, classes, specs, errors, warnings }: SpecOutcome): boolean =>
  [files, classes, specs, errors, warnings].every(Array.isArray);

interface Stored {
  readonly toolkit: string;
  readonly outcome: SpecOutcome;
}
