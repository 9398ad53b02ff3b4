/** A slope by differences, and how far it depends on their step. */
export interface Slope {
  readonly slope: Float64Array;
  /** About how much of each entry is error of the extrapolation. */
  readonly errors: Float64Array;
  /** The largest change of `f` over a step, and the largest by which two steps disagree. */
  readonly size: number;
  readonly apart: number;
}

/**
 * The derivative of `f` at 0 by central differences `D` of the steps `h`, `h / 2` and `h / 4`, extrapolated to zero
 * (Romberg): with `E(h) = (4 D(h/2) − D(h)) / 3` it is `(16 E(h/2) − E(h)) / 15`, with an error of the order of
 * `h⁶` and of rounding over `h`.
 */
export function slopeAtZero(f: (x: number) => Float64Array, h: number): Slope {
  const differences = [h, h / 2, h / 4].map((step) => {
    const [ahead, back] = [f(step), f(-step)];
    return ahead.map((entry, i) => (entry - back[i]!) / (2 * step));
  });
  const [coarse, fine, finest] = differences as [Float64Array, Float64Array, Float64Array];
  const errors = new Float64Array(coarse.length);
  let size = 0;
  let apart = 0;
  const slope = finest.map((entry, i) => {
    const once = entry + (entry - fine[i]!) / 3;
    const second = (once - fine[i]! - (fine[i]! - coarse[i]!) / 3) / 15;
    // Each extrapolation corrects by about the square of the one before; where that one had nothing to correct, by no less.
    const ratio = Math.abs(second) / Math.abs(once - entry);
    errors[i] = second === 0 ? 0 : Math.abs(second) * Math.min(1, SAFETY * ratio);
    size = Math.max(size, Math.abs(fine[i]!) * h);
    apart = Math.max(apart, Math.abs(fine[i]! - coarse[i]!) * h);
    return once + second;
  });
  return { slope, errors, size, apart };
}

/** Factor of the estimate of an error. */
const SAFETY = 8;
