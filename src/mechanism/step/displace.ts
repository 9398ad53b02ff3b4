import type { Value } from '../../lower/program.js';
import type { Ops } from '../ops/ops.js';
import type { Plan } from '../plan/plan.js';

/** Angle below which the first two terms of the series of `sin(φ/2)/φ` are exact to rounding. */
const SMALL_ANGLE = 1e-3;

/** `q ⊕ d`: coordinates along a displacement over the velocities, orientations by rotation vectors. */
export function displaced({ ops, bodies }: Plan, q: readonly Value[], d: readonly Value[]): Value[] {
  return bodies.flatMap((body) =>
    body.coordinates.flatMap(({ q: place, v, size, rateSize, isOrientation }) => {
      const from = q.slice(body.q + place, body.q + place + size);
      const by = d.slice(body.v + v, body.v + v + rateSize);
      return isOrientation ? turned(ops, from, by) : from.map((x, c) => ops.add(x, by[c]!));
    }),
  );
}

/** `exp(½ d) ⊗ q`, scaled to length 1. */
function turned(ops: Ops, q: readonly Value[], d: readonly Value[]): Value[] {
  const times = (x: Value, y: Value): Value => ops.multiply(x, y);
  const [w, x, y, z] = q as [Value, Value, Value, Value];
  const [a, b, c] = d as [Value, Value, Value];
  const square = ops.dot(d, d);
  const isSmall = ops.test('less', square, ops.literal(SMALL_ANGLE ** 2));
  // The branch that is not taken gets an angle at which it has a derivative.
  const angle = ops.sqrt(ops.select(isSmall, ops.one, square));
  const half = ops.divide(angle, ops.two);
  const s = ops.select(
    isSmall,
    ops.subtract(ops.literal(0.5), ops.divide(square, ops.literal(48))),
    ops.divide(ops.call('sin', half), angle),
  );
  // cos(φ/2) = 1 − φ²/8 + φ⁴/384 − …
  const series = ops.subtract(
    ops.one,
    ops.divide(times(square, ops.subtract(ops.one, ops.divide(square, ops.literal(48)))), ops.literal(8)),
  );
  const real = ops.select(isSmall, series, ops.call('cos', half));
  const vector = [
    ops.subtract(ops.add(times(a, w), times(b, z)), times(c, y)),
    ops.subtract(ops.add(times(b, w), times(c, x)), times(a, z)),
    ops.subtract(ops.add(times(c, w), times(a, y)), times(b, x)),
  ];
  return unitQuaternion(ops, [
    ops.subtract(times(real, w), times(s, ops.add(ops.add(times(a, x), times(b, y)), times(c, z)))),
    ...[x, y, z].map((one, i) => ops.add(times(real, one), times(s, vector[i]!))),
  ]);
}

/** A quaternion scaled to length 1. */
function unitQuaternion(ops: Ops, q: readonly Value[]): Value[] {
  const scale = ops.divide(ops.one, ops.sqrt(ops.dot(q, q)));
  return q.map((one) => ops.multiply(scale, one));
}
