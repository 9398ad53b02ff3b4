/** The first two derivatives of a function at 0, by differences of this step and parts of it. */
export interface Derivatives {
  readonly first: number;
  readonly second: number;
  readonly step: number;
}

/** Rounding in differences of second order, as a part of the function's size over the square of their step. */
const ROUNDING = 100 * Number.EPSILON;
/** Factor by which an error that is rounding may by chance be estimated too small. */
const LUCK = 16;
/** Most times that the step is halved. */
const MOST_HALVINGS = 20;

/**
 * Derivatives of `f` at 0 by central differences of the steps `h`, `h / 2` and `h / 4`, extrapolated to zero, with
 * an error of the order of `h⁶` and of rounding over `h²`. The step is that of the least error, as it is estimated
 * there: doubled from `start` up to `most` as long as that gains digits, and halved as long as it may. See Ridders,
 * Accurate computation of F'(x) and F'(x) F''(x), Advances in Engineering Software 4 (1982). `f` may be NaN where
 * it is not defined.
 */
export function derivativesAtZero(f: (x: number) => number, start: number, most: number): Derivatives {
  const known = new Map<number, number>();
  const at = (x: number): number => {
    let value = known.get(x);
    if (value === undefined) known.set(x, (value = f(x)));
    return value;
  };
  const middle = at(0);
  let size = Math.abs(middle);
  const roundingOf = (step: number): number => (ROUNDING * size) / (step * step);
  const found = (step: number): Derivatives & { readonly error: number } => {
    const steps = [step, step / 2, step / 4];
    const sides = steps.map((h) => [at(h), at(-h)] as const);
    const first = extrapolated(steps.map((h, i) => (sides[i]![0] - sides[i]![1]) / (2 * h)));
    const second = extrapolated(steps.map((h, i) => (sides[i]![0] - 2 * middle + sides[i]![1]) / (h * h)));
    for (const side of sides.flat()) if (Math.abs(side) > size) size = Math.abs(side);
    const error = Math.max(second.error, first.error / step, roundingOf(step));
    return { first: first.value, second: second.value, step, error: Number.isNaN(error) ? Infinity : error };
  };

  let best = found(start);
  let last = best;
  while (2 * last.step <= most && last.error <= LUCK * best.error) {
    last = found(2 * last.step);
    if (last.error < best.error) best = last;
  }
  for (let n = 1, step = start / 2; n <= MOST_HALVINGS && roundingOf(step) < best.error; n++, step /= 2) {
    const next = found(step);
    if (next.error < best.error) best = next;
  }
  return best;
}

/** What values at steps `h`, `h / 2` and `h / 4` tend to that differ from it by powers of `h²`, and about how far off it is. */
function extrapolated([far, middle, near]: readonly number[]): { readonly value: number; readonly error: number } {
  const [coarse, fine] = [(4 * middle! - far!) / 3, (4 * near! - middle!) / 3];
  const apart = Math.abs(fine - coarse);
  // Each round of extrapolation gains about as much as the one before.
  const gain = apart / Math.abs(near! - middle!);
  return { value: (16 * fine - coarse) / 15, error: gain < 1 ? apart * gain : apart };
}

/**
 * The derivative of `f` at 0 from values on one side of it, the side of `h`: differences of the steps `h`, `h / 2`, `h / 4`
 * and `h / 8`, extrapolated to zero, with an error of the order of `h⁴` and of rounding over `h`.
 */
export function slopeOfSide(f: (x: number) => Float64Array, h: number): Float64Array {
  const here = f(0);
  let slopes = [1, 2, 4, 8].map((part) => f(h / part).map((there, i) => ((there - here[i]!) * part) / h));
  for (let power = 2; slopes.length > 1; power *= 2) {
    const coarse = slopes;
    slopes = coarse.slice(1).map((fine, k) => fine.map((slope, i) => slope + (slope - coarse[k]![i]!) / (power - 1)));
  }
  return slopes[0]!;
}
