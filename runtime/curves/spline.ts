import { squared, wholePower } from '../base/powers.js';
import { bandedSystem } from './banded.js';
import { fallingFactorial, TERMS } from './curve.js';

/**
 * Conditions at the first and last point of a spline that is not periodic: the highest derivative
 * does not jump at the knots next to them (`'not-a-knot'`, exact for polynomials of its degree);
 * the derivatives above half of its degree vanish (`'natural'`); or derivatives are given.
 */
export type SplineEnds =
  | 'not-a-knot'
  | 'natural'
  | { readonly slopes: readonly [number, number]; readonly seconds?: readonly [number, number] };

/** Coefficients `a_k` of Hermite polynomials `Σ a_k u^k`, 0 ≤ u ≤ 1, k ≥ 2, by `D, M₀, (C₀), M₁, (C₁)`. */
const HERMITE: Readonly<Record<3 | 5, readonly (readonly number[])[]>> = {
  3: [
    [3, -2, -1],
    [-2, 1, 1],
  ],
  5: [
    [0, 0, 0.5, 0, 0],
    [10, -6, -1.5, -4, 0.5],
    [-15, 8, 1.5, 7, -1],
    [6, -3, -0.5, -3, 0.5],
  ],
};

/**
 * Returns the coefficients of the interpolating spline of `degree` 3 (C²) or 5 (C⁴) with knots at
 * `x`. The unknowns are the first derivatives at the knots, of degree 5 the second ones, too. The
 * equations are banded; those of a periodic spline become so by the order 0, n−1, 1, n−2, … of the
 * knots. Source: de Boor, *A Practical Guide to Splines*, chapters IV and XIII.
 */
export function splineCoefficients(
  x: Float64Array,
  y: Float64Array,
  degree: 3 | 5,
  ends: SplineEnds | 'periodic',
): Float64Array {
  const each = (degree - 1) / 2;
  const pieces = x.length - 1;
  const isPeriodic = ends === 'periodic';
  const knots = isPeriodic ? pieces : pieces + 1;
  const scale = (x[pieces]! - x[0]!) / pieces;
  const place = (knot: number): number => {
    const k = knot % knots;
    return isPeriodic ? (2 * k < knots ? 2 * k : 2 * (knots - k) - 1) : k;
  };
  const system = bandedSystem(knots * each, 4 * each);

  /** Adds `sign` times the derivative of a piece, at its left (0) or right end (1), to a row. */
  const addDerivative = (row: number, piece: number, order: number, end: 0 | 1, sign: number): void => {
    const h = x[piece + 1]! - x[piece]!;
    const r = h / scale;
    for (let k = Math.max(order, 2); k <= (end === 0 ? order : degree); k++) {
      const factor = (sign * fallingFactorial(k, order)) / wholePower(r, order);
      const [difference = 0, ...slopes] = HERMITE[degree][k - 2]!;
      system.right[row]! -= factor * difference * (y[piece + 1]! - y[piece]!);
      slopes.forEach((slope, i) => {
        const unknown = place(piece + (i < each ? 0 : 1)) * each + (i % each);
        system.add(row, unknown, factor * slope * wholePower(r, (i % each) + 1));
      });
    }
  };
  /** The derivative `order` does not jump at a knot. */
  const join = (row: number, knot: number, order: number): void => {
    addDerivative(row, (knot + pieces - 1) % pieces, order, 1, 1);
    addDerivative(row, knot, order, 0, -1);
  };

  for (let knot = 0; knot < knots; knot++) {
    for (let i = 0; i < each; i++) {
      const row = place(knot) * each + i;
      const isFirst = knot === 0;
      if (isPeriodic || (!isFirst && knot < pieces)) join(row, knot, each + 1 + i);
      else if (ends === 'not-a-knot') join(row, isFirst ? 1 + i : pieces - 1 - i, degree);
      else if (ends === 'natural') addDerivative(row, isFirst ? 0 : pieces - 1, each + 1 + i, isFirst ? 0 : 1, 1);
      else {
        const { slopes, seconds = [0, 0] } = ends;
        system.add(row, row, 1);
        system.right[row] = (i === 0 ? slopes : seconds)[isFirst ? 0 : 1] * wholePower(scale, i + 1);
      }
    }
  }

  const solution = system.solve();
  const coefficients = new Float64Array(pieces * TERMS);
  for (let piece = 0; piece < pieces; piece++) {
    const h = x[piece + 1]! - x[piece]!;
    const local = [y[piece + 1]! - y[piece]!];
    for (const knot of [piece, piece + 1])
      for (let i = 0; i < each; i++) local.push(solution[place(knot) * each + i]! * wholePower(h / scale, i + 1));
    coefficients[piece * TERMS] = y[piece]!;
    coefficients[piece * TERMS + 1] = local[1]! / h;
    HERMITE[degree].forEach((row, k) => {
      coefficients[piece * TERMS + k + 2] = row.reduce((sum, a, i) => sum + a * local[i]!, 0) / wholePower(h, k + 2);
    });
  }
  return coefficients;
}

/**
 * Returns the coefficients of the cubic C¹ interpolant that is monotone wherever the points are, and
 * so never beyond them. Source: M. Steffen, A simple method for monotonic interpolation in one
 * dimension, *Astronomy and Astrophysics* 239 (1990), 443–450.
 */
export function monotoneCoefficients(x: Float64Array, y: Float64Array, isPeriodic: boolean): Float64Array {
  const pieces = x.length - 1;
  const h = (i: number): number => x[i + 1]! - x[i]!;
  const secant = (i: number): number => (y[i + 1]! - y[i]!) / h(i);
  const inner = (left: number, right: number): number => {
    const [a, b] = [secant(left), secant(right)];
    const parabola = (a * h(right) + b * h(left)) / (h(left) + h(right));
    return (Math.sign(a) + Math.sign(b)) * Math.min(Math.abs(a), Math.abs(b), Math.abs(parabola) / 2);
  };
  const outer = (end: number, next: number): number => {
    const a = secant(end);
    if (pieces === 1) return a;
    const parabola = a + ((a - secant(next)) * h(end)) / (h(end) + h(next));
    return parabola * a <= 0 ? 0 : Math.abs(parabola) > 2 * Math.abs(a) ? 2 * a : parabola;
  };
  const slopes = Float64Array.from(x, (_, i) => {
    if (i > 0 && i < pieces) return inner(i - 1, i);
    if (isPeriodic) return inner(pieces - 1, 0);
    return i === 0 ? outer(0, 1) : outer(pieces - 1, pieces - 2);
  });
  const coefficients = new Float64Array(pieces * TERMS);
  for (let i = 0; i < pieces; i++) {
    const [m, n, d] = [slopes[i]!, slopes[i + 1]!, secant(i)];
    coefficients.set([y[i]!, m, (3 * d - 2 * m - n) / h(i), (m + n - 2 * d) / squared(h(i))], i * TERMS);
  }
  return coefficients;
}

/** Returns the coefficients of the chain of straight lines. */
export function linearCoefficients(x: Float64Array, y: Float64Array): Float64Array {
  const coefficients = new Float64Array((x.length - 1) * TERMS);
  for (let i = 0; i + 1 < x.length; i++)
    coefficients.set([y[i]!, (y[i + 1]! - y[i]!) / (x[i + 1]! - x[i]!)], i * TERMS);
  return coefficients;
}

/**
 * Returns the coefficients of the one polynomial through at most six points, about the first of
 * them, by Newton's divided differences.
 */
export function polynomialCoefficients(x: Float64Array, y: Float64Array): Float64Array {
  const newton = y.slice();
  for (let order = 1; order < x.length; order++)
    for (let i = x.length - 1; i >= order; i--) newton[i] = (newton[i]! - newton[i - 1]!) / (x[i]! - x[i - order]!);
  const coefficients = new Float64Array(TERMS);
  for (let i = x.length - 1; i >= 0; i--) {
    const root = x[i]! - x[0]!;
    for (let k = TERMS - 1; k >= 0; k--)
      coefficients[k] = (k > 0 ? coefficients[k - 1]! : newton[i]!) - root * coefficients[k]!;
  }
  return coefficients;
}
