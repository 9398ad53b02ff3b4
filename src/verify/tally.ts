import type { RowLevel } from '../../runtime/model/constraint-type.js';
import type { Configuration } from '../sampling/configuration.js';
import type { Entry, Quantity } from '../sampling/evaluation.js';
import type { DifferenceEstimate } from './extrapolated-difference.js';
import type { DifferenceCheck, Place } from './report.js';
import { allowedError, sizeOfTerms } from './tolerance.js';

/**
 * Multiple of a difference's own estimate that the error may reach. The estimate is usually
 * generous (see `extrapolate`), but among millions of differences a few agree by chance.
 */
const SAFETY = 8;
/**
 * Size of the estimate of a difference, relative to that of the terms, beyond which it is
 * inconclusive. For entries that are zero by structure the size of the differenced quantity counts,
 * since their own is zero.
 */
const CONCLUSIVE = 1e-8;
/** Number of comparisons below which all may be bitwise equal by chance. */
const CHANCE = 8;

/** One comparison of an analytic value with a difference. */
export interface Comparison {
  readonly sample: number;
  readonly at: Configuration;
  readonly entry: Entry;
  readonly analytic: number;
  readonly difference: DifferenceEstimate;
  /** The formula's own rounding of the analytic value. */
  readonly bound: number;
  /** The size of the terms of the differenced quantity. */
  readonly sourceSize: number;
  /** The rounding noise of the class, which is only asked for where the error seems too large. */
  readonly noise?: () => number;
  /** The difference by ever smaller steps, which are only tried where it is inconclusive. */
  readonly finer?: Iterable<Found>;
}

/** A difference, and the same with the rounding of each value that goes into it. */
export interface Found {
  readonly difference: DifferenceEstimate;
  readonly closer: () => DifferenceEstimate;
}

interface Judged {
  readonly comparison: Comparison;
  readonly error: number;
  readonly tolerance: number;
  readonly ratio: number;
}

/** The largest estimate of a conclusive difference. */
const conclusive = ({ analytic, bound, sourceSize }: Comparison): number =>
  CONCLUSIVE * Math.max(sizeOfTerms(analytic, bound), sourceSize);

/**
 * The error of a comparison beside what is allowed; undefined if the difference is inconclusive.
 */
function judge(comparison: Comparison): Judged | undefined {
  const { analytic, difference, bound } = comparison;
  if (!(difference.estimate <= conclusive(comparison))) return undefined;
  const tolerance = SAFETY * difference.estimate + allowedError(analytic, bound);
  const error = Math.abs(analytic - difference.value);
  return { comparison, error, tolerance, ratio: error === 0 ? 0 : error / tolerance };
}

/** Judges once more, with all that is known of rounding, where the error seems too large. */
function judgeClosely(comparison: Comparison, closer: () => DifferenceEstimate): Judged | undefined {
  const judged = judge(comparison);
  if (judged === undefined || judged.ratio <= 1) return judged;
  const bound = Math.max(comparison.bound, comparison.noise?.() ?? 0);
  return judge({ ...comparison, bound, difference: closer() });
}

/** A method of finding a quantity by differences. */
export interface Method<Q extends string = Quantity> {
  readonly quantity: Q;
  readonly name: string;
  /** The quantity of the class that takes part, if it is not only `C`. */
  readonly from?: Q;
  /** True where both sides may be computed alike: `Cdot` is `J v` where time does not occur. */
  readonly mayBeEqual?: boolean;
  /** The level of the rows to which it applies; all if left out. */
  readonly level?: RowLevel;
}

/** Counts comparisons of one quantity by one method, and keeps the worst. */
export class Tally<Q extends string = Quantity> {
  readonly method: Method<Q>;
  readonly #entries = new Map<string, { entry: Entry; conclusive: number; total: number }>();
  #compared = 0;
  #inconclusive = 0;
  /**
   * Number of comparisons of nonzero values, number of those equal to the last bit, and whether the
   * values differ at all.
   */
  #nonzero = 0;
  #identical = 0;
  readonly #values = new Map<string, Set<number>>();
  #varies = false;
  #worst: Judged | undefined;

  constructor(method: Method<Q>) {
    this.method = method;
  }

  /**
   * Adds a comparison. `closer` finds the difference again, with the rounding of each value that
   * goes into it. It is called if the error seems too large for the rounding at the centre, since
   * rounding may grow away from there. Where the steps are too large for a formula that changes
   * within a fraction of them, smaller ones are taken.
   */
  add(comparison: Comparison, closer: () => DifferenceEstimate): void {
    const { entry, analytic, bound, difference } = comparison;
    const key = `${entry.row} ${entry.column ?? ''}`;
    const counts = this.#entries.get(key) ?? { entry, conclusive: 0, total: 0 };
    this.#entries.set(key, counts);
    this.#compared++;
    if (!Number.isFinite(analytic)) {
      this.#keep({ comparison, error: Infinity, tolerance: 0, ratio: Infinity });
      return;
    }
    // If the formula as written says nothing there, neither does its difference.
    if (!(bound < Infinity)) {
      this.#inconclusive++;
      return;
    }
    let judged = judgeClosely(comparison, closer);
    // No steps help against rounding; where all overflow, smaller ones may not. Steps of more than
    // a period agree with each other, and with nothing else.
    const isRounding = !(difference.rounding <= conclusive(comparison) || difference.rounding === Infinity);
    if (judged === undefined ? !isRounding : judged.ratio > 1)
      for (const found of comparison.finer ?? []) {
        const finer = judgeClosely({ ...comparison, difference: found.difference }, found.closer);
        if (finer !== undefined && !(finer.ratio >= (judged?.ratio ?? Infinity))) judged = finer;
        if (judged !== undefined && judged.ratio <= 1) break;
      }
    // A difference below the rounding of the differenced values says nothing either.
    if (judged !== undefined || !isRounding) counts.total++;
    if (judged === undefined) {
      this.#inconclusive++;
      return;
    }
    counts.conclusive++;

    if (analytic !== 0) {
      this.#nonzero++;
      if (judged.error === 0) this.#identical++;
      // A derivative with few distinct values, as that of |x|, has exact differences. One with many
      // does not.
      const values = this.#values.get(key) ?? new Set();
      this.#values.set(key, values.add(analytic));
      if (values.size >= CHANCE) this.#varies = true;
    }
    this.#keep(judged);
  }

  #keep(candidate: Judged): void {
    if (this.#worst === undefined || candidate.ratio > this.#worst.ratio) this.#worst = candidate;
  }

  /** The outcome. `placeOf` names the place of a comparison in the terms of the class. */
  result(placeOf: (comparison: Comparison) => Place): DifferenceCheck {
    const worst = this.#worst;
    const reason = this.#reason();
    const counts = { compared: this.#compared, inconclusive: this.#inconclusive };
    return {
      pass: reason === undefined && (worst === undefined || worst.ratio <= 1),
      method: this.method.name,
      ...(this.method.from && { from: this.method.from }),
      ...counts,
      ...(worst && {
        worst: {
          error: worst.error,
          estimate: worst.comparison.difference.estimate,
          tolerance: worst.tolerance,
          at: placeOf(worst.comparison),
        },
      }),
      ...(reason !== undefined && { reason }),
    };
  }

  #reason(): string | undefined {
    if (this.#worst?.ratio === Infinity) return undefined;
    for (const { entry, conclusive, total } of this.#entries.values())
      if (2 * conclusive < total)
        return `too uncertain at ${total - conclusive} of ${total} samples for row ${entry.row}${
          entry.column === undefined ? '' : `, column ${entry.column}`
        }: give ranges in "sample" that keep away from singularities`;
    // Two independent computations agree to the last bit now and then. If they always do, they are
    // the same computation.
    if (!this.method.mayBeEqual && this.#varies && this.#nonzero >= CHANCE && this.#identical === this.#nonzero)
      return 'bitwise equal to its difference everywhere: the code was compared with itself';
    return undefined;
  }
}
