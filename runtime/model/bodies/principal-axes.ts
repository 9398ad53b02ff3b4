/** Principal moments of an inertia tensor, and their axes. */
export interface PrincipalAxes {
  /** Ascending. */
  readonly moments: readonly [number, number, number];
  /** Unit vectors along the principal axes, in the same order; right-handed. */
  readonly axes: readonly (readonly [number, number, number])[];
}

/**
 * Finds the eigenvalues and eigenvectors of a symmetric 3 × 3 matrix by cyclic Jacobi rotations
 * (Golub and Van Loan, Matrix Computations, section 8.5).
 */
export function principalAxes(symmetric: readonly (readonly number[])[]): PrincipalAxes {
  const a = symmetric.map((row) => [...row]);
  /** Column `i` is the axis of `a[i][i]`. */
  const V: number[][] = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 30; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const apq = a[p]![q]!;
      if (apq === 0) continue;
      const theta = (a[q]![q]! - a[p]![p]!) / (2 * apq);
      const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(theta, 1));
      const c = 1 / Math.hypot(t, 1);
      const s = t * c;
      const r = 3 - p - q;
      const apr = a[p]![r]!;
      const aqr = a[q]![r]!;
      a[p]![p]! -= t * apq;
      a[q]![q]! += t * apq;
      a[p]![q] = a[q]![p] = 0;
      a[p]![r] = a[r]![p] = c * apr - s * aqr;
      a[q]![r] = a[r]![q] = s * apr + c * aqr;
      for (const row of V) {
        const [x, y] = [row[p]!, row[q]!];
        row[p] = c * x - s * y;
        row[q] = s * x + c * y;
      }
    }
  }
  const order = [0, 1, 2].sort((i, j) => a[i]![i]! - a[j]![j]!);
  const [i, j, k] = order as [number, number, number];
  // An odd order mirrors the axes.
  const sign = (j - i + 3) % 3 === 1 ? 1 : -1;
  const axis = (n: number, factor: number) => V.map((row) => factor * row[n]!) as [number, number, number];
  return { moments: [a[i]![i]!, a[j]![j]!, a[k]![k]!], axes: [axis(i, 1), axis(j, 1), axis(k, sign)] };
}
