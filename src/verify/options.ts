import { checkOptions, FUNCTION, wholeFrom, type OptionRule } from '../diagnostics/arguments.js';

/** What a proof reads of an `AbortSignal`, which programs without DOM or Node types do not know. */
export interface ProofSignal {
  readonly aborted: boolean;
  throwIfAborted(): void;
}

export interface VerifyOptions {
  /** Number of configurations to check at, at least 1; 100 if left out. */
  readonly samples?: number;
  /**
   * Seed of the random configurations, a whole number: the same seed gives the same report. 1 if
   * left out.
   */
  readonly seed?: number;
  /** Number of samples to compare with 64-digit arithmetic, the slow part; all if left out. */
  readonly referenceSamples?: number;
  /** Called with the part that is done, from 0 to 1, after each sample. */
  readonly onProgress?: (done: number) => void;
  /** Ends the proof between two samples: `verify` throws the signal's reason. */
  readonly signal?: ProofSignal;
}

const SIGNAL: OptionRule = {
  is: (value) => value instanceof AbortSignal,
  expected: 'the signal of an AbortController',
};

const RULES = {
  samples: wholeFrom(1),
  seed: wholeFrom(0),
  referenceSamples: wholeFrom(0),
  onProgress: FUNCTION,
  signal: SIGNAL,
};

/**
 * Throws a SpecError that names every option with an impossible value, and every one that does not
 * exist.
 */
export const checkVerifyOptions = (options: VerifyOptions): void => {
  checkOptions('verify', options, RULES);
};
