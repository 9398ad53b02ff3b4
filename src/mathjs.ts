import type { all, create, MathJsInstance } from 'mathjs';
// The bundle holds the same library in one file: it loads in a quarter of a second, the package's
// thousand modules in two.
import bundle from 'mathjs/lib/browser/math.js';

/** mathjs on doubles: the parser, and `derivative` for the elementary functions. */
export const mathjs: MathJsInstance = bundle;

/** Significant digits of the reference arithmetic. */
const REFERENCE_DIGITS = 64;

let reference: MathJsInstance | undefined;

/**
 * mathjs on decimal numbers of {@link REFERENCE_DIGITS} digits: the oracle that proofs compare
 * with.
 */
export function referenceMathjs(): MathJsInstance {
  if (reference === undefined) {
    const factory = bundle as unknown as { readonly create: typeof create; readonly all: NonNullable<typeof all> };
    reference = factory.create(factory.all);
    // The bundle's `create` takes no configuration. Comparisons are exact to the working precision:
    // the default tolerance is meant for doubles.
    const tolerance = 10 ** -(REFERENCE_DIGITS - 4);
    reference.config({ number: 'BigNumber', precision: REFERENCE_DIGITS, relTol: tolerance, absTol: 1e-300 });
  }
  return reference;
}
