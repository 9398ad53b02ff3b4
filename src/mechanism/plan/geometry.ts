import { lengthOf } from '../../../runtime/base/powers.js';
import type { Value } from '../../lower/program.js';
import type { Ops } from '../ops/ops.js';

type Vector = readonly Value[];

const numbersOf = (u: Vector): number[] | undefined => {
  const numbers = u.flatMap((one) => (one.kind === 'literal' ? [one.value] : []));
  return numbers.length === u.length ? numbers : undefined;
};

/** `u / |u|`, as the runtime scales vectors: first by the largest component, for which no square overflows. */
export function normalized(ops: Ops, u: Vector): Value[] {
  const largest = ops.largest(u.map((one) => ops.call('abs', one)));
  const scaled = u.map((one) => ops.divide(one, largest));
  const root = ops.sqrt(ops.dot(scaled, scaled));
  return scaled.map((one) => ops.divide(one, root));
}

/** A unit vector as the document gives it, scaled to length 1 in its last bit. */
export function unit(ops: Ops, u: Vector): Value[] {
  const numbers = numbersOf(u);
  const length = numbers ? ops.literal(lengthOf(numbers)) : ops.sqrt(ops.dot(u, u));
  return u.map((one) => ops.divide(one, length));
}

export const cross = (ops: Ops, a: Vector, b: Vector): Value[] =>
  [0, 1, 2].map((i) => {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    return ops.subtract(ops.multiply(a[j]!, b[k]!), ops.multiply(a[k]!, b[j]!));
  });

/** `Rᵀ v`, with the rotation `R` of the unit quaternion `[w, u]`: `v − 2 w (u × v) + 2 u × (u × v)`. */
export function rotatedBack(ops: Ops, [w, ...u]: Vector, v: Vector): Value[] {
  const twice = cross(ops, u, v).map((one) => ops.multiply(ops.two, one));
  const again = cross(ops, u, twice);
  return v.map((one, i) => ops.add(ops.add(one, ops.multiply(ops.negate(w!), twice[i]!)), again[i]!));
}
