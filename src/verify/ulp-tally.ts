import type { ConstraintType } from '../../runtime/constraint-type.js';
import type { Sample } from './difference-checks.js';
import type { Entry, Quantity } from './evaluation.js';
import type { OperationScales } from './operation-sensitivity.js';
import { placeOf } from './place.js';
import type { BigNumber } from '../reference/big.js';
import type { Place, ReferenceCheck } from './report.js';
import { errorInUlps } from './ulp.js';

/** Largest error allowed, in units in the last place. */
const ULP_LIMIT = 16;

/**
 * A value is *well-conditioned* where its conditioned scale `S` (see `conditionedScales`) is at most this many times the value. There,
 * errors count in units in the last place of the 64-digit value.
 */
const WELL_CONDITIONED = 8;

/**
 * Elsewhere terms cancel: the last places of the result lie below those of its terms. There, errors count in units in the last place
 * of this part of `S`, so that the limit is 4 such units of `S` itself. Derivations by hand stay below 2.
 *
 * An error beyond the limit is measured once more, with what rounding the formula's own operations does added to `S` (see
 * `operationScales`): the formula as it is written may lose digits that its inputs do not account for.
 */
export const CANCELLED_PART = 1 / 4;

/** Generous bound on the error of the 64-digit differences, relative to the scale: see `referenceValues`. It shows where a value is 0. */
export const REFERENCE_ERROR = 1e-26;

/** Whether terms do not cancel in a value: see {@link WELL_CONDITIONED}. */
export const isWellConditioned = (value: number, scale: number): boolean => scale <= WELL_CONDITIONED * Math.abs(value);

/** The error in units in the last place, or of the part of the scale that stands for it. */
function measure(computed: number, reference: BigNumber, scale: number): number {
  const value = reference.toNumber();
  if (Math.abs(computed - value) <= REFERENCE_ERROR * Math.max(1, scale)) return 0;
  return errorInUlps(computed, reference, isWellConditioned(value, scale) ? Math.abs(value) : scale * CANCELLED_PART);
}

/** Keeps the largest error in units in the last place, and where it was. */
export class WorstUlps {
  #compared = 0;
  #wellConditioned = 0;
  #worst = 0;
  #at: Place | undefined;

  /**
   * Takes in one computed entry, whose reference is finite and whose scale is `scale`. `widened` is asked for a second, larger scale when the
   * error is beyond the limit by the first, `place` for where it was when it is the largest.
   */
  add(computed: number, reference: BigNumber, scale: number, place: () => Place, widened?: () => number): void {
    this.#compared++;
    if (isWellConditioned(reference.toNumber(), scale)) this.#wellConditioned++;
    let ulps = measure(computed, reference, scale);
    if (ulps > ULP_LIMIT && ulps < Infinity && widened !== undefined) ulps = measure(computed, reference, widened());
    if (ulps > this.#worst || this.#at === undefined) {
      this.#worst = ulps;
      this.#at = place();
    }
  }

  result(): ReferenceCheck {
    return {
      pass: this.#compared > 0 && this.#worst <= ULP_LIMIT,
      compared: this.#compared,
      wellConditioned: this.#wellConditioned,
      worstUlps: Number.isFinite(this.#worst) ? this.#worst : null,
      limit: ULP_LIMIT,
      ...(this.#at && { at: this.#at }),
    };
  }
}

/** {@link WorstUlps} of one quantity of a constraint. */
export class UlpTally {
  readonly #type: ConstraintType;
  readonly #quantity: Quantity;
  readonly #operations: OperationScales;
  readonly #worst = new WorstUlps();

  constructor(type: ConstraintType, quantity: Quantity, operations: OperationScales) {
    this.#type = type;
    this.#quantity = quantity;
    this.#operations = operations;
  }

  /** Compares entry `e` of what the class computed with its value at 64 digits. */
  add(sample: Sample, entry: Entry, e: number, reference: BigNumber): void {
    const computed = sample.analytic[this.#quantity][e]!;
    const scale = sample.scales[this.#quantity][e]!;
    const value = reference.toNumber();
    // Where the formula itself has no derivative (a kink, the rim of a domain) there is nothing to compare with.
    if (!Number.isFinite(value)) return;
    if (Number.isFinite(computed) && !Number.isFinite(scale)) return;
    this.#worst.add(
      computed,
      reference,
      scale,
      () => placeOf(this.#type, sample.at, sample.index, entry, computed, value),
      () => scale + this.#operations.of(sample)[this.#quantity][e]!,
    );
  }

  result(): ReferenceCheck {
    return this.#worst.result();
  }
}
