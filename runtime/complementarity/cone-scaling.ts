/*
 * Second-order cones `x_0 ≥ |x_T|` in the plane and in space: entries `i, i + 1` and, if `width` is
 * three, `i + 2` of a vector. Products are those of the cone's Jordan algebra (Alizadeh & Goldfarb
 * 2003, "Second-order cone programming").
 */

/** Least value that a determinant is taken for; it is zero on the cone's surface. */
const LEAST = 1e-300;

/** Number of entries of a scaling; see {@link scaleCone}. */
export const SCALING = 5;

/** `out[at] = x_0² − |x_T|²`, without cancellation. */
export function determinantInto(out: Float64Array, at: number, x: Float64Array, i: number, width: number): void {
  const x1 = x[i + 1]!;
  const x2 = width === 3 ? x[i + 2]! : 0;
  const tangential = Math.sqrt(x1 * x1 + x2 * x2);
  out[at] = Math.max(LEAST, (x[i]! - tangential) * (x[i]! + tangential));
}

/**
 * Finds the scaling `W` with `W x = W⁻¹ y` of two points inside the cone (Nesterov & Todd 1997). Its
 * eigenvectors are `(1, d) / √2`, `(1, −d) / √2` and `(0, e)` with `e ⊥ d`. Writes `d` and the three
 * eigenvalues to `out` from `at` on.
 */
export function scaleCone(
  x: Float64Array,
  y: Float64Array,
  i: number,
  width: number,
  out: Float64Array,
  at: number,
): void {
  determinantInto(out, at, x, i, width);
  determinantInto(out, at + 1, y, i, width);
  const sx = Math.sqrt(out[at]!);
  const sy = Math.sqrt(out[at + 1]!);
  const x2 = (width === 3 ? x[i + 2]! : 0) / sx;
  const y2 = (width === 3 ? y[i + 2]! : 0) / sy;
  const cosine = (x[i]! * y[i]! + x[i + 1]! * y[i + 1]!) / (sx * sy) + x2 * y2;
  const gamma = Math.sqrt((1 + cosine) / 2);
  const w1 = (y[i + 1]! / sy - x[i + 1]! / sx) / (2 * gamma);
  const w2 = (y2 - x2) / (2 * gamma);
  const tangential = Math.sqrt(w1 * w1 + w2 * w2);
  const size = Math.sqrt(sy / sx);
  // The point (w_0, w_T) has the determinant 1.
  const growth = Math.sqrt(1 + tangential * tangential) + tangential;
  out[at] = tangential > 0 ? w1 / tangential : 1;
  out[at + 1] = tangential > 0 ? w2 / tangential : 0;
  out[at + 2] = size * growth;
  out[at + 3] = size / growth;
  out[at + 4] = size;
}

/** `out = Wᵏ x` for the power `k` of a scaling. `out` may be `x`. */
export function applyScaling(
  scaling: Float64Array,
  at: number,
  power: 1 | -1,
  x: Float64Array,
  i: number,
  width: number,
  out: Float64Array,
): void {
  const d1 = scaling[at]!;
  const d2 = scaling[at + 1]!;
  const up = power === 1 ? scaling[at + 2]! : 1 / scaling[at + 2]!;
  const down = power === 1 ? scaling[at + 3]! : 1 / scaling[at + 3]!;
  const across = power === 1 ? scaling[at + 4]! : 1 / scaling[at + 4]!;
  const x2 = width === 3 ? x[i + 2]! : 0;
  const along = d1 * x[i + 1]! + d2 * x2;
  const turned = across * (d1 * x2 - d2 * x[i + 1]!);
  const a = 0.5 * up * (x[i]! + along);
  const b = 0.5 * down * (x[i]! - along);
  out[i] = a + b;
  out[i + 1] = (a - b) * d1 - turned * d2;
  if (width === 3) out[i + 2] = (a - b) * d2 + turned * d1;
}

/**
 * Solves `z ∘ c = σ e − z ∘ z − p ∘ q` for `c`, where `∘` is the product of the algebra and `e` its
 * unit, and `σ` is `sigma[0]`.
 */
export function solveProduct(
  z: Float64Array,
  p: Float64Array,
  q: Float64Array,
  sigma: Float64Array,
  i: number,
  width: number,
  c: Float64Array,
): void {
  const z0 = z[i]!;
  const z1 = z[i + 1]!;
  const z2 = width === 3 ? z[i + 2]! : 0;
  const p2 = width === 3 ? p[i + 2]! : 0;
  const q2 = width === 3 ? q[i + 2]! : 0;
  const r0 = sigma[0]! - (z0 * z0 + z1 * z1 + z2 * z2) - (p[i]! * q[i]! + p[i + 1]! * q[i + 1]! + p2 * q2);
  const r1 = -2 * z0 * z1 - p[i]! * q[i + 1]! - q[i]! * p[i + 1]!;
  const r2 = -2 * z0 * z2 - p[i]! * q2 - q[i]! * p2;
  determinantInto(c, i, z, i, width);
  const c0 = (z0 * r0 - z1 * r1 - z2 * r2) / c[i]!;
  c[i] = c0;
  c[i + 1] = (r1 - c0 * z1) / z0;
  if (width === 3) c[i + 2] = (r2 - c0 * z2) / z0;
}

/** Reduces `step[0]` to the largest `α` for which `x + α dx` is in the cone. `step` has two entries. */
export function limitStep(x: Float64Array, dx: Float64Array, i: number, width: number, step: Float64Array): void {
  const dx1 = dx[i + 1]!;
  const x2 = width === 3 ? x[i + 2]! : 0;
  const dx2 = width === 3 ? dx[i + 2]! : 0;
  const size = Math.sqrt(dx1 * dx1 + dx2 * dx2);
  const a = (dx[i]! - size) * (dx[i]! + size);
  const b = x[i]! * dx[i]! - x[i + 1]! * dx1 - x2 * dx2;
  determinantInto(step, 1, x, i, width);
  const c = step[1]!;
  if (dx[i]! < 0) step[0] = Math.min(step[0]!, -x[i]! / dx[i]!);
  const discriminant = b * b - a * c;
  if (!(discriminant >= 0)) return;
  // Both roots of a α² + 2 b α + c without cancellation.
  const q = -(b + (b >= 0 ? 1 : -1) * Math.sqrt(discriminant));
  if (q / a > 0) step[0] = Math.min(step[0]!, q / a);
  if (c / q > 0) step[0] = Math.min(step[0]!, c / q);
}
