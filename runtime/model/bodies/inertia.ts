import { greatestOf } from '../../base/vector.js';
import { checkVector, reading, show } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { principalAxes } from './principal-axes.js';

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
