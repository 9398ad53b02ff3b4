import { squared } from '../base/powers.js';
import type { SymmetricEigen } from '../linear/symmetric-eigen.js';

/** A step of least energy within a ball. */
export interface TrustRegionStep {
  readonly step: Float64Array;
  /** Decrease of the quadratic model. */
  readonly decrease: number;
  /** True where the ball bounds the step. */
  readonly isBounded: boolean;
}

/**
 * Minimizes `g·z + z·K z / 2` over `|z| ≤ radius`, with `K` by its eigenvalues and eigenvectors: `z =
 * −(K + σ)⁻¹ g` with the `σ ≥ 0` for which `K + σ` is semidefinite and the length is the radius (Moré &
 * Sorensen 1983, SIAM J. Sci. Stat. Comput. 4, 553–572). In the hard case the step goes along the lowest
 * eigenvector, so that it leaves a saddle.
 */
export function trustRegionStep({ values, vectors }: SymmetricEigen, g: Float64Array, radius: number): TrustRegionStep {
  const n = g.length;
  const c = new Float64Array(n);
  for (let k = 0; k < n; k++) for (let i = 0; i < n; i++) c[k]! += vectors[k * n + i]! * g[i]!;
  const scale = Math.max(Math.abs(values[0] ?? 0), Math.abs(values[n - 1] ?? 0));
  const least = Math.max(0, -(values[0] ?? 0));
  const lengthAt = (sigma: number): number => {
    let square = 0;
    for (let k = 0; k < n; k++) if (c[k] !== 0) square += squared(c[k]! / (values[k]! + sigma));
    return Math.sqrt(square);
  };
  let sigma = 0;
  const isBounded = !(values[0]! > 1e-14 * scale && lengthAt(0) <= radius);
  const w = new Float64Array(n);
  if (isBounded) {
    // The length falls from σ = least on; bisection in its logarithm above a bracket, which always ends.
    let low = least;
    let high = least + Math.sqrt(c.reduce((sum, entry) => sum + entry * entry, 0)) / radius;
    const floor = least + 1e-14 * scale;
    if (lengthAt(floor) <= radius) high = low = floor;
    else low = floor;
    for (let i = 0; i < 200 && high - low > 1e-15 * high; i++) {
      const middle = (low + high) / 2;
      if (lengthAt(middle) > radius) low = middle;
      else high = middle;
    }
    sigma = high;
  }
  let square = 0;
  for (let k = 0; k < n; k++) {
    w[k] = c[k] === 0 ? 0 : -c[k]! / (values[k]! + sigma);
    square += w[k]! * w[k]!;
  }
  if (isBounded && square < squared(0.99 * radius) && values[0]! < 0)
    w[0]! += (w[0]! < 0 ? -1 : 1) * Math.sqrt(radius * radius - square);
  const step = new Float64Array(n);
  let decrease = 0;
  for (let k = 0; k < n; k++) {
    decrease -= c[k]! * w[k]! + 0.5 * values[k]! * w[k]! * w[k]!;
    for (let i = 0; i < n; i++) step[i]! += w[k]! * vectors[k * n + i]!;
  }
  return { step, decrease, isBounded };
}
