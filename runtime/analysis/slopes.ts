/** A slope by differences, and how far it depends on their step. */
export interface Slope {
  readonly slope: Float64Array;
  /** The largest change of `f` over a step, and the largest by which two steps disagree. */
  readonly size: number;
  readonly apart: number;
}

/**
 * The derivative of `f` at 0 by central differences of the steps `h` and `h / 2`, extrapolated to zero:
 * `(4 D(h/2) − D(h)) / 3`, with an error of the order of `h⁴` and of rounding over `h`.
 */
export function slopeAtZero(f: (x: number) => Float64Array, h: number): Slope {
  const [far, farBack, near, nearBack] = [f(h), f(-h), f(h / 2), f(-h / 2)];
  const slope = new Float64Array(far.length);
  let size = 0;
  let apart = 0;
  for (let i = 0; i < slope.length; i++) {
    const coarse = (far[i]! - farBack[i]!) / (2 * h);
    const fine = (near[i]! - nearBack[i]!) / h;
    slope[i] = (4 * fine - coarse) / 3;
    size = Math.max(size, Math.abs(fine) * h);
    apart = Math.max(apart, Math.abs(fine - coarse) * h);
  }
  return { slope, size, apart };
}
