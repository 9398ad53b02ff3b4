import { checkNotNegative, checkPositive, readOptions, show } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { suggestName } from '../../base/nearest-name.js';
import type { ImpactLaw } from '../../contact-modes/impact.js';

/** Options of {@link dormandPrince}. */
export interface DormandPrinceOptions {
  /**
   * Allowed error per step in each coordinate and velocity, relative to its size. 1e-6 if left out;
   * may be 0.
   */
  readonly rtol?: number;
  /**
   * Allowed error per step in addition, in the unit of the coordinate or velocity. 1e-9 if left
   * out.
   */
  readonly atol?: number;
  /** Longest step, s. No limit if left out. */
  readonly maxStep?: number;
  /** First step to try, s. Found from the first and second derivative if left out. */
  readonly initialStep?: number;
  /**
   * Law of restitution in impacts: Newton's, of rates, or Poisson's, of impulses. `'newton'` if left
   * out.
   */
  readonly impacts?: ImpactLaw;
}

/** {@link DormandPrinceOptions} with all values. A first step of 0 is to be found. */
export type DormandPrinceLimits = Required<DormandPrinceOptions>;

const OPTION_NAMES: readonly (keyof DormandPrinceOptions)[] = ['rtol', 'atol', 'maxStep', 'initialStep', 'impacts'];
const LAWS: readonly ImpactLaw[] = ['newton', 'poisson'];

/** Reads the options of {@link dormandPrince}, and throws its errors. */
export function readDormandPrinceOptions(options: DormandPrinceOptions): DormandPrinceLimits {
  const given = readOptions(options, 'Options of dormandPrince', OPTION_NAMES);
  const { rtol = 1e-6, atol = 1e-9, maxStep, initialStep, impacts = 'newton' } = given;
  checkNotNegative(rtol, "Option 'rtol' of dormandPrince");
  checkPositive(atol, "Option 'atol' of dormandPrince");
  const longest = maxStep === undefined ? Infinity : checkPositive(maxStep, "Option 'maxStep' of dormandPrince");
  const first = initialStep === undefined ? 0 : checkPositive(initialStep, "Option 'initialStep' of dormandPrince");
  return { rtol, atol, maxStep: longest, initialStep: first, impacts: checkLaw(impacts) };
}

function checkLaw(law: unknown): ImpactLaw {
  const known = LAWS.find((name) => name === law);
  if (known) return known;
  throw new HolonomicRuntimeError(
    'E_OPTION_UNKNOWN',
    `dormandPrince has no law of impacts ${show(law)}.`,
    suggestName(typeof law === 'string' ? law : '', LAWS),
  );
}
