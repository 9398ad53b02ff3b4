import { hypot } from '../../base/powers.js';
import { greatestOf } from '../../base/vector.js';
import { checkVector, reading, show } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';

/**
 * Principal moments of a body in space, or its whole inertia tensor, about the centre of mass in
 * body axes, kg·m². The number `Infinity` is the inertia of a body that nothing turns.
 */
export type Inertia3D = number | ArrayLike<number> | ArrayLike<ArrayLike<number>>;

/**
 * Error, relative to the largest moment, that rounding may cause in symmetry and the triangle
 * inequality.
 */
const TOLERANCE = 1e-9;

/**
 * Checks an inertia in space and returns the entries `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]` of the
 * tensor, with `Ixy = −∫ x y dm`. The tensor must be symmetric and positive definite. No principal
 * moment may exceed the sum of the other two, as `Ii + Ij − Ik = 2 ∫ x_k² dm`. Or all three moments
 * are infinite.
 *
 * Throws E_INERTIA, E_VECTOR, E_DIMENSION, E_NOT_FINITE.
 */
export function readInertia3D(value: unknown, what: string): Float64Array {
  if (reading(what, 'E_INERTIA', () => isInfinite(value)))
    return Float64Array.of(Infinity, Infinity, Infinity, 0, 0, 0);
  const rows = reading(what, 'E_INERTIA', () => readTensor(value, what));
  const largest = greatestOf(rows.flat().map(Math.abs));
  for (const [i, j] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    if (Math.abs(rows[i]![j]! - rows[j]![i]!) > TOLERANCE * largest) {
      throw fault(
        what,
        `is not symmetric: entries (${i}, ${j}) and (${j}, ${i}) are ${rows[i]![j]!} and ${rows[j]![i]!}`,
      );
    }
  }
  const { moments } = principalAxes(rows);
  const [small, middle, large] = moments;
  const shown = show(moments.map((moment) => Number(moment.toPrecision(6))));
  if (!(small > 1e-14 * large)) {
    throw fault(what, `is not positive definite: its principal moments are ${shown}`);
  }
  if (large > (small + middle) * (1 + TOLERANCE)) {
    throw fault(what, `belongs to no body: of its principal moments ${shown} one exceeds the sum of the others`);
  }
  return Float64Array.of(rows[0]![0]!, rows[1]![1]!, rows[2]![2]!, rows[0]![1]!, rows[0]![2]!, rows[1]![2]!);
}

/**
 * Returns the inertia tensor in the parameters of a rigid body in space, where it follows the mass.
 */
export function tensorOf(params: Float64Array): number[][] {
  const [, xx, yy, zz, xy, xz, yz] = Array.from(params) as [number, number, number, number, number, number, number];
  return [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
}

/** True for `Infinity`, and for three infinite moments with nothing beside the diagonal. */
function isInfinite(value: unknown): boolean {
  if (value === Infinity) return true;
  if (typeof value !== 'object' || value === null) return false;
  const entries = [0, 1, 2].map((i) => (value as ArrayLike<unknown>)[i]);
  if (!isMatrix(value)) return entries.every((entry) => entry === Infinity);
  return (entries as ArrayLike<unknown>[]).every((row, i) =>
    [0, 1, 2].every((j) => (row as ArrayLike<unknown> | undefined)?.[j] === (i === j ? Infinity : 0)),
  );
}

function isMatrix(value: unknown): value is ArrayLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'length' in value &&
    typeof value.length === 'number' &&
    value.length > 0 &&
    typeof (value as ArrayLike<unknown>)[0] === 'object'
  );
}

function readTensor(value: unknown, what: string): number[][] {
  return isMatrix(value) ? readRows(value, what) : diagonal(checkVector(value, 3, what));
}

function readRows(value: ArrayLike<unknown>, what: string): number[][] {
  if (value.length !== 3) throw fault(what, `has ${value.length} rows`);
  return [0, 1, 2].map((i) => Array.from(checkVector(value[i], 3, `Row ${i} of ${what.toLowerCase()}`)));
}

const diagonal = (moments: ArrayLike<number>): number[][] =>
  [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? moments[i]! : 0)));

function fault(what: string, fact: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_INERTIA',
    `${what} ${fact}.`,
    'Give three principal moments or a symmetric 3 × 3 tensor about the centre of mass, as a body with extension in all directions has it.',
  );
}

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
      const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + hypot(theta, 1));
      const c = 1 / hypot(t, 1);
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
