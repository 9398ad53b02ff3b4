import { maxAbs } from '../base/vector.js';
import type { RankDecision } from './solver.js';

/** Least tolerance: the rows' directions then differ by 1e-6 or less. */
const LEAST_TOLERANCE = 1e-12;
/**
 * Largest tolerance. Bodies whose masses differ by a million have independent rows with pivots of
 * 1e-6.
 */
const LARGEST_TOLERANCE = 1e-8;
/** Largest pivot, at `max |C| = 1`, of a row that depends on others where `C = 0`. */
const GROWTH = 10;
/**
 * Both for rows that depended on others at the evaluation before. Steps of velocityStep() end off
 * the surface by `O(h²)`; with less, Bennett's mechanism is stuck at some between 1/480 and 1/120 s.
 */
const LARGEST_KEPT_TOLERANCE = 1e-5;
const KEPT_GROWTH = 1e4;
/** The same for `A x` of an `x` in the null space, and at most. Bennett's mechanism has 6e4. */
const NULL_GROWTH = 1e5;
const LARGEST_NULL_TOLERANCE = 1e-5;
/**
 * Pivot above which a dependent row becomes independent within a step. Inner stages leave rows of
 * Bennett's mechanism with pivots of 5e-5 in steps that are as long as they can be.
 */
const TOLERANCE_WHERE_HELD = 1e-3;

/**
 * The rank decision of the present evaluation. The tolerance of a decision follows from the
 * distance to the surface `C = 0`, which is `max |C|` in the units of the formulas.
 */
export class PresentRank implements RankDecision {
  tolerance = LEAST_TOLERANCE;
  held = false;
  #C: Float64Array = new Float64Array(0);

  get keptTolerance(): number {
    return this.held ? 0 : Math.min(LARGEST_KEPT_TOLERANCE, growing(KEPT_GROWTH, this.#C));
  }

  get nullTolerance(): number {
    return this.held ? Math.min(LARGEST_NULL_TOLERANCE, growing(NULL_GROWTH, this.#C)) : 0;
  }

  /** Prepares for an evaluation with constraint errors `C`, at an inner stage of a step or not. */
  update(C: Float64Array, isInnerStage: boolean): void {
    this.#C = C;
    this.held = isInnerStage;
    this.tolerance = isInnerStage
      ? TOLERANCE_WHERE_HELD
      : Math.max(LEAST_TOLERANCE, Math.min(LARGEST_TOLERANCE, growing(GROWTH, C)));
  }
}

/**
 * `factor max |C|²`; 0 where an error is NaN, so that its row is no dependent one, and the solution
 * shows it.
 */
const growing = (factor: number, C: Float64Array): number => factor * maxAbs(C) ** 2 || 0;
