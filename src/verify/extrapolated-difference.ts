import { UNIT_ROUNDOFF } from '../reference/taylor/jet-table.js';

/** A derivative found by differences, with a bound on its error. */
export interface DifferenceEstimate {
  readonly value: number;
  /**
   * Bound on the error, truncation and round-off together. It is infinite if no difference was
   * finite.
   */
  readonly estimate: number;
  /** The part of the bound due to rounding alone: no choice of steps gives a smaller one. */
  readonly rounding: number;
}

/**
 * Step sizes of a difference, in units of its direction. They are powers of two, so that division
 * by them is exact.
 */
const LARGEST_STEP = 0.125;
const STEP_COUNT = 9;
export const STEPS: readonly number[] = Array.from({ length: STEP_COUNT }, (_, k) => LARGEST_STEP * 2 ** -k);

/** `4^j − 1`. */
const DIVISORS: readonly number[] = Array.from({ length: STEP_COUNT }, (_, j) => 4 ** j - 1);

/**
 * Factor by which extrapolation amplifies the round-off of the finest difference used. The weights
 * of Neville's scheme for halved steps sum to at most `Π (4^j + 1)/(4^j − 1) = 1.97` in magnitude.
 */
const AMPLIFICATION = 2;

/**
 * Extrapolates differences whose error is a series in `h²` to `h = 0` (Richardson's deferred
 * approach to the limit, 1927), by Neville's scheme over all runs of successive steps. It takes the
 * entry with the smallest error estimate (Ridders, *Advances in Engineering Software* 4 (1982)
 * 75–76):
 *
 *     a[k][0] = D(h_k),   a[k][j] = a[k][j−1] + (a[k][j−1] − a[k−1][j−1]) / (4^j − 1)
 *
 * Entry `a[k][j]` uses steps `k−j … k`. Its truncation error is estimated by its distance to the
 * two entries of one order less from which it was made. That is an estimate of *their* error, and
 * so a generous one of its own. `roundOff[k]` is added for rounding. The scheme finds the right
 * steps by itself: small ones near a singularity, few near a kink.
 *
 * Entries may agree by chance. Therefore the best entry of each row `k` represents it, and its
 * estimate is raised. It becomes at least the distance to the nearer of the two neighbouring rows,
 * one step finer and one coarser. It also becomes at least the amount by which any finer row
 * contradicts it beyond that row's own estimate. Coarser rows do not count: near a singularity they
 * are wrong. A value that no row confirms does not count.
 *
 * `differences[k]`, at most as many as {@link STEPS}, belongs to step `h · 2^−k`. It is NaN if the
 * function is not defined so far from the centre.
 */
function extrapolate(differences: readonly number[], roundOff: readonly number[]): DifferenceEstimate {
  const rows: Extrapolated[] = [];
  let previous: number[] = [];
  for (let k = 0; k < differences.length; k++) {
    const current = [differences[k]!];
    let best = UNKNOWN;
    for (let j = 1; j <= k; j++) {
      const lower = current[j - 1]!;
      const coarser = previous[j - 1]!;
      const value = lower + (lower - coarser) / DIVISORS[j]!;
      current.push(value);
      const truncation = Math.max(Math.abs(value - lower), Math.abs(value - coarser));
      const estimate = truncation + AMPLIFICATION * roundOff[k]!;
      if (estimate < best.estimate) best = { value, estimate };
    }
    rows.push(best);
    previous = current;
  }
  const known = roundOff.filter((rounding) => !Number.isNaN(rounding));
  return { ...confirmed(rows), rounding: Math.min(Infinity, ...known.map((rounding) => AMPLIFICATION * rounding)) };
}

type Extrapolated = Omit<DifferenceEstimate, 'rounding'>;

const UNKNOWN: Extrapolated = { value: NaN, estimate: Infinity };

/** The row with the smallest estimate, after each estimate is raised as above. */
function confirmed(rows: readonly Extrapolated[]): Extrapolated {
  let best = UNKNOWN;
  rows.forEach(({ value, estimate }, k) => {
    if (!(estimate < best.estimate)) return;
    let nearer = Infinity;
    let raised = estimate;
    for (let n = Math.max(0, k - 1); n < rows.length; n++) {
      const other = rows[n]!;
      if (n === k || other.estimate === Infinity) continue;
      const apart = Math.abs(other.value - value);
      if (n <= k + 1) nearer = Math.min(nearer, apart);
      if (n > k) raised = Math.max(raised, apart - other.estimate);
    }
    raised = Math.max(raised, nearer);
    if (raised < best.estimate) best = { value, estimate: raised };
  });
  return best;
}

/**
 * Values of a function at the points of a symmetric stencil: at the centre, and at `±h` for each of
 * {@link STEPS}.
 */
export interface StencilValues {
  /** Length of one unit of step. */
  readonly unit: number;
  readonly centre: number;
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/**
 * First derivative: `D(h) = (f(h) − f(−h)) / 2h`. `noise` bounds the rounding error of the values
 * of `f`, for each of {@link STEPS}.
 */
export function firstDerivative({ unit, plus, minus }: StencilValues, noise: readonly number[]): DifferenceEstimate {
  return extrapolate(
    plus.map((value, k) => (value - minus[k]!) / (2 * unit * STEPS[k]!)),
    noise.map((rounding, k) => (2 * rounding) / (2 * unit * STEPS[k]!)),
  );
}

/** Second derivative: `D(h) = (f(h) − 2 f(0) + f(−h)) / h²`. */
export function secondDerivative(
  { unit, centre, plus, minus }: StencilValues,
  noise: readonly number[],
): DifferenceEstimate {
  return extrapolate(
    plus.map((value, k) => (value - centre - (centre - minus[k]!)) / (unit * STEPS[k]!) ** 2),
    noise.map((rounding, k) => (4 * rounding) / (unit * STEPS[k]!) ** 2),
  );
}

/**
 * Bounds on the rounding errors of the values of a stencil, step by step. Each value is off by its
 * bound and at least by a unit of round-off or two.
 */
export function stencilNoise({ centre, plus, minus }: StencilValues, bounds: StencilBounds): readonly number[] {
  const of = (value: number, bound: number): number => Math.max(bound, 2 * UNIT_ROUNDOFF * Math.abs(value));
  const own = of(centre, bounds.centre);
  return plus.map((value, k) => Math.max(own, of(value, bounds.plus[k]!), of(minus[k]!, bounds.minus[k]!)));
}

/** Bounds on the rounding errors of the values of a stencil. */
export type StencilBounds = Omit<StencilValues, 'unit'>;

/** The same bound at all points. */
export const evenly = (bound: number): StencilBounds => {
  const all = STEPS.map(() => bound);
  return { centre: bound, plus: all, minus: all };
};
