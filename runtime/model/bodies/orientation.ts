import { hypot } from '../../base/powers.js';
import { cos, sin } from '../../elementary/index.js';
import { checkVector } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { normalize } from '../../base/vector.js';

/*
 * Orientations are unit quaternions [w, x, y, z] that rotate body axes into world axes. Angular
 * velocities ω are in world axes.
 */

/**
 * Checks a quaternion and scales it to length 1. `what` names it in messages. Throws E_QUATERNION,
 * E_VECTOR, E_DIMENSION, E_NOT_FINITE.
 */
export function readOrientation(value: unknown, what: string): Float64Array {
  const quaternion = checkVector(value, 4, what);
  if (!normalize(quaternion)) {
    throw new HolonomicRuntimeError(
      'E_QUATERNION',
      `${what} is a quaternion of length zero.`,
      'Give [w, x, y, z] of length 1; [1, 0, 0, 0] is the identity.',
    );
  }
  return quaternion;
}

/** Deviation from length 1 of unit vectors and quaternions that counts as rounding. */
export const UNIT_TOLERANCE = 1e-6;

/** Throws E_QUATERNION unless the quaternion at `q[i] …` has length 1. */
export function checkUnit(q: Float64Array, i: number, label: string): void {
  const length = hypot(q[i]!, q[i + 1]!, q[i + 2], q[i + 3]);
  if (Math.abs(length - 1) <= UNIT_TOLERANCE) return;
  throw new HolonomicRuntimeError(
    'E_QUATERNION',
    `The orientation of ${label} is a quaternion of length ${length}.`,
    'Give [w, x, y, z] of length 1; [1, 0, 0, 0] is the identity.',
  );
}

/** `q̇ = ½ (0, ω) ⊗ q`. */
export function writeOrientationRate(
  q: Float64Array,
  i: number,
  omega: Float64Array,
  j: number,
  out: Float64Array,
  k: number,
): void {
  const w = q[i]!;
  const x = q[i + 1]!;
  const y = q[i + 2]!;
  const z = q[i + 3]!;
  const a = 0.5 * omega[j]!;
  const b = 0.5 * omega[j + 1]!;
  const c = 0.5 * omega[j + 2]!;
  out[k] = -(a * x + b * y + c * z);
  out[k + 1] = a * w + b * z - c * y;
  out[k + 2] = b * w + c * x - a * z;
  out[k + 3] = c * w + a * y - b * x;
}

/** Angle below which the first two terms of the series of `sin(φ/2)/φ` are exact to rounding. */
const SMALL_ANGLE = 1e-3;

/** `q ← exp(½ d) ⊗ q`: rotates by the rotation vector `d`, rad, in world axes. */
export function turn(q: Float64Array, i: number, d: Float64Array, j: number): void {
  const a = d[j]!;
  const b = d[j + 1]!;
  const c = d[j + 2]!;
  const square = a * a + b * b + c * c;
  const angle = Math.sqrt(square);
  // sin(φ/2)/φ = 1/2 − φ²/48 + φ⁴/3840 − …
  const s = angle < SMALL_ANGLE ? 0.5 - square / 48 : sin(angle / 2) / angle;
  const real = cos(angle / 2);
  const w = q[i]!;
  const x = q[i + 1]!;
  const y = q[i + 2]!;
  const z = q[i + 3]!;
  q[i] = real * w - s * (a * x + b * y + c * z);
  q[i + 1] = real * x + s * (a * w + b * z - c * y);
  q[i + 2] = real * y + s * (b * w + c * x - a * z);
  q[i + 3] = real * z + s * (c * w + a * y - b * x);
  normalizeOrientation(q, i);
}

/** `out = p ⊗ q`, with `p` at `p[i] …` and `q` at `q[j] …`; `out` may be either. */
export function multiply(p: Float64Array, i: number, q: Float64Array, j: number, out: Float64Array): void {
  const a = p[i]!;
  const b = p[i + 1]!;
  const c = p[i + 2]!;
  const d = p[i + 3]!;
  const w = q[j]!;
  const x = q[j + 1]!;
  const y = q[j + 2]!;
  const z = q[j + 3]!;
  out[0] = a * w - b * x - c * y - d * z;
  out[1] = a * x + b * w + c * z - d * y;
  out[2] = a * y - b * z + c * w + d * x;
  out[3] = a * z + b * y - c * x + d * w;
}

/** `q ← q / ‖q‖`. */
export function normalizeOrientation(q: Float64Array, i: number): void {
  const w = q[i]!;
  const x = q[i + 1]!;
  const y = q[i + 2]!;
  const z = q[i + 3]!;
  const scale = 1 / Math.sqrt(w * w + x * x + y * y + z * z);
  q[i] = scale * w;
  q[i + 1] = scale * x;
  q[i + 2] = scale * y;
  q[i + 3] = scale * z;
}
