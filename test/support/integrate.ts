/** Right-hand side of `ẏ = f(y, t)`. */
export type Rates = (y: readonly number[], t: number) => readonly number[];

/** Numbers of substeps of Gragg's method; extrapolation gives twice as high an order. */
const SUBSTEPS = [2, 4, 6, 8, 10, 12, 14];
const ORDER = 2 * SUBSTEPS.length - 1;
const MOST_STEPS = 1_000_000;

/** Gragg's modified midpoint rule over `h` in `n` substeps; its error is a series in `(h/n)²`. */
function midpoint(f: Rates, y: readonly number[], t: number, h: number, n: number): number[] {
  const d = h / n;
  let before = [...y];
  let k = f(y, t);
  let present = y.map((x, i) => x + d * k[i]!);
  for (let step = 1; step < n; step++) {
    k = f(present, t + step * d);
    const next = before.map((x, i) => x + 2 * d * k[i]!);
    before = present;
    present = next;
  }
  k = f(present, t + h);
  return present.map((x, i) => (x + before[i]! + d * k[i]!) / 2);
}

/** Takes one step of extrapolation (Aitken, Neville). Returns its end and an estimate of its error. */
function extrapolate(f: Rates, y: readonly number[], t: number, h: number): { end: number[]; error: number } {
  const row: number[][] = [];
  let error = Infinity;
  SUBSTEPS.forEach((n, j) => {
    let entry = midpoint(f, y, t, h, n);
    for (let k = 0; k < j; k++) {
      const factor = (n / SUBSTEPS[j - k - 1]!) ** 2 - 1;
      const lower = row[k]!;
      row[k] = entry;
      const better = entry.map((x, i) => x + (x - lower[i]!) / factor);
      if (k === j - 1) error = Math.max(...better.map((x, i) => Math.abs(x - entry[i]!) / (1 + Math.abs(y[i]!))));
      entry = better;
    }
    row[j] = entry;
  });
  return { end: row.at(-1)!, error };
}

/**
 * Returns the solution of `ẏ = f(y, t)` with `y(0) = y0` at ascending times, by extrapolation of
 * order 14 with steps of its own choice (Gragg, Bulirsch & Stoer; Hairer, Nørsett & Wanner, Solving
 * Ordinary Differential Equations I, section II.9). The error of a step is below `tolerance`,
 * relative to `1 + |y|`. It shares nothing with the runtime.
 */
export function integrate(f: Rates, y0: readonly number[], times: readonly number[], tolerance = 1e-12): number[][] {
  let [t, y] = [0, [...y0]];
  let h = 1e-3;
  let steps = 0;
  return times.map((until) => {
    while (t < until) {
      if (++steps > MOST_STEPS) throw new Error(`More than ${MOST_STEPS} steps until t = ${t}.`);
      const isLast = t + h >= until;
      const step = isLast ? until - t : h;
      const { end, error } = extrapolate(f, y, t, step);
      const factor = Math.min(4, Math.max(0.1, 0.9 * (tolerance / error) ** (1 / ORDER)));
      if (error <= tolerance) {
        t = isLast ? until : t + step;
        y = end;
        if (!isLast || factor < 1) h = step * factor;
      } else {
        h = step * (Number.isFinite(factor) ? factor : 0.1);
      }
    }
    return y;
  });
}
