import { cos, sin } from '../../elementary/index.js';
/**
 * `out = R v`, or `out = Rᵀ v` if `inverse`, with `R` the rotation from body axes to world axes: by
 * an angle, rad, in the plane, and by the unit quaternion `[w, u]` in space,
 *
 *     R v = v + 2 w (u × v) + 2 u × (u × v)
 *
 * `out` must not be `v`.
 */
export function rotate(
  orientation: number | Float64Array,
  v: ArrayLike<number>,
  inverse: boolean,
  out: Float64Array,
): void {
  const sign = inverse ? -1 : 1;
  if (typeof orientation === 'number') {
    const c = cos(orientation);
    const s = sign * sin(orientation);
    out[0] = c * v[0]! - s * v[1]!;
    out[1] = s * v[0]! + c * v[1]!;
    return;
  }
  const w = sign * orientation[0]!;
  const x = orientation[1]!;
  const y = orientation[2]!;
  const z = orientation[3]!;
  // 2 u × v
  const a = 2 * (y * v[2]! - z * v[1]!);
  const b = 2 * (z * v[0]! - x * v[2]!);
  const c = 2 * (x * v[1]! - y * v[0]!);
  out[0] = v[0]! + w * a + (y * c - z * b);
  out[1] = v[1]! + w * b + (z * a - x * c);
  out[2] = v[2]! + w * c + (x * b - y * a);
}
