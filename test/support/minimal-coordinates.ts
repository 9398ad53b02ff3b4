import { integrate } from './integrate.js';

/**
 * A mechanism in minimal coordinates `s`: point masses at places that are functions of them. A
 * rigid body is a few points with its mass and its moments of inertia.
 */
export interface Mechanism {
  /** Masses, kg. */
  readonly masses: readonly number[];
  /** Number of dimensions. */
  readonly space: 2 | 3;
  /** Places of all masses, one after the other, m. */
  readonly places: (s: readonly number[], t: number) => readonly number[];
  /** Rate at which the places change by time alone, 1/s, if they do: differences are spaced for it. */
  readonly rate?: number;
  /** Acceleration of free fall, m/s². */
  readonly gravity?: readonly number[];
  /** Other generalized forces. */
  readonly forces?: (s: readonly number[], rates: readonly number[], t: number) => readonly number[];
}

/** Spacing of differences, in units of the coordinates. */
const SPACING = 0.01;
/** Weights of central differences of order 6 (Fornberg 1988), for places 1, 2, 3 and for 0. */
const FIRST = [3 / 4, -3 / 20, 1 / 60];
const SECOND = [3 / 2, -3 / 20, 1 / 90];
const MIDDLE = -49 / 18;

/** Numbers as functions of one. */
export type Curve = (epsilon: number) => readonly number[];

/** Returns the derivative of a curve at 0, by differences of order 6. */
export function firstDerivative(curve: Curve): number[] {
  const sides = FIRST.map((_, k) => [curve((k + 1) * SPACING), curve(-(k + 1) * SPACING)] as const);
  return sides[0]![0].map((_, i) => sides.reduce((sum, [p, m], k) => sum + FIRST[k]! * (p[i]! - m[i]!), 0) / SPACING);
}

function secondDerivative(curve: Curve): number[] {
  const sides = SECOND.map((_, k) => [curve((k + 1) * SPACING), curve(-(k + 1) * SPACING)] as const);
  return curve(0).map(
    (x, i) => sides.reduce((sum, [p, m], k) => sum + SECOND[k]! * (p[i]! + m[i]!), MIDDLE * x) / SPACING ** 2,
  );
}

/** Solves `A x = b` by Gaussian elimination with pivots. */
export function solve(A: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = A.map((row, i) => [...row, b[i]!]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i]![k]!) > Math.abs(rows[p]![k]!)) p = i;
    [rows[k], rows[p]] = [rows[p]!, rows[k]!];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i]![k]! / rows[k]![k]!;
      for (let j = k; j <= n; j++) rows[i]![j]! -= factor * rows[k]![j]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    x[k] = rows[k]!.slice(k, n).reduce((sum, entry, j) => sum - entry * x[k + j]!, rows[k]![n]!) / rows[k]![k]!;
  }
  return x;
}

/**
 * Returns `s` and its rates at ascending times, by Lagrange's equations
 *
 *     Σ m ∂x/∂sᵢ · (ẍ − g) = Fᵢ,   ẍ = Σ ∂x/∂sⱼ s̈ⱼ + d²x/dε² at s + ε ṡ, t + ε,
 *
 * with derivatives of the places by differences.
 */
export function integrateMechanism(
  { masses, space, places, rate = 1, gravity, forces }: Mechanism,
  start: readonly number[],
  rates: readonly number[],
  times: readonly number[],
  tolerance = 1e-10,
): { s: number[]; rates: number[] }[] {
  const n = start.length;
  const f = (y: readonly number[], t: number): number[] => {
    const s = y.slice(0, n);
    const v = y.slice(n);
    const columns = s.map((_, j) =>
      firstDerivative((epsilon) =>
        places(
          s.map((x, i) => (i === j ? x + epsilon : x)),
          t,
        ),
      ),
    );
    // The curvature along the motion, by differences over a distance that suits the coordinates.
    const size = Math.max(rate, ...v.map(Math.abs));
    const bend = secondDerivative((epsilon) =>
      places(
        s.map((x, i) => x + (epsilon * v[i]!) / size),
        t + epsilon / size,
      ),
    );
    const product = (a: readonly number[], b: (i: number) => number): number =>
      a.reduce((sum, x, i) => sum + masses[Math.floor(i / space)]! * x * b(i), 0);
    const M = columns.map((a) => columns.map((b) => product(a, (i) => b[i]!)));
    const applied = forces?.(s, v, t);
    const Q = columns.map(
      (a, j) => (applied?.[j] ?? 0) + product(a, (i) => (gravity?.[i % space] ?? 0) - bend[i]! * size ** 2),
    );
    return [...v, ...solve(M, Q)];
  };
  return integrate(f, [...start, ...rates], times, tolerance).map((y) => ({ s: y.slice(0, n), rates: y.slice(n) }));
}
