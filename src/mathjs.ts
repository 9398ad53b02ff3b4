import type { MathJsInstance } from 'mathjs';
import { createLibrary, library } from './mathjs/library.js';

/** mathjs on doubles: the parser, and `derivative` for the elementary functions. */
export const mathjs: MathJsInstance = library;

/** Significant digits of the reference arithmetic. */
const REFERENCE_DIGITS = 64;

let reference: MathJsInstance | undefined;

/**
 * mathjs on decimal numbers of {@link REFERENCE_DIGITS} digits: the oracle that proofs compare
 * with.
 */
export function referenceMathjs(): MathJsInstance {
  if (reference === undefined) {
    reference = createLibrary();
    // Comparisons are exact to the working precision: the default tolerance is meant for doubles.
    const tolerance = 10 ** -(REFERENCE_DIGITS - 4);
    reference.config({ number: 'BigNumber', precision: REFERENCE_DIGITS, relTol: tolerance, absTol: 1e-300 });
  }
  return reference;
}
