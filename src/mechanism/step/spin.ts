import { principalAxes } from '../../../runtime/model/bodies/inertia.js';
import { quote } from '../../diagnostics/index.js';
import type { Literal, Value } from '../../lower/program.js';
import { isLiteral, type Ops } from '../ops/ops.js';
import type { PlanBody } from '../plan/bodies.js';
import { isSpatialBody } from '../plan/derivations.js';
import { cross } from '../plan/geometry.js';
import { refusal } from '../refusal.js';

/*
 * The rotation of a rigid body in space in a step at velocity level, with the operations of the
 * runtime's `FreeRotation` and `Rotor`: the symmetric splitting of the rotor (Dullweber, Leimkuhler and
 * McLachlan 1997). Vectors are in world axes unless they are said to be in principal ones.
 */

type Vector = readonly Value[];

/** Difference of moments, relative to them, that is rounding. */
const ROUND = 1e-9;
/** Sine of half the rest beyond full turns, below which it says nothing of the axis of a motion. */
const VAGUE = 0.25;
/** Sine, and half of an angle, below which they stand for each other. */
const TINY = 1e-8;
/** Angle, rad, by which a body that constraints hold may turn in a step, with a margin for rounding. */
const LARGEST_TURN = 1.01;
/** Numbers of which doubles up to 2⁵¹ in size lose their fraction when this is added. */
const TO_WHOLE = 1.5 * 2 ** 52;

/** Principal moments, ascending, and principal axes in body axes: `axes[c][e]` is component `c` of axis `e`. */
export interface Principal {
  readonly moments: Vector;
  readonly inverses: Vector;
  readonly axes: readonly Vector[];
  /** A truth value: the moments are equal, but for rounding. Undefined if they never are. */
  readonly isRound: Value | boolean;
}

/** Undefined of bodies that do not turn freely: all but rigid bodies in space with a finite inertia. */
export function principalOf(ops: Ops, { name, derivation, parameters }: PlanBody): Principal | undefined {
  if (!isSpatialBody(derivation)) return undefined;
  const [, xx, yy, zz, xy, xz, yz] = parameters as [Value, Value, Value, Value, Value, Value, Value];
  if ([xx, yy, zz].every((moment) => isLiteral(moment, 0))) return undefined;
  const { moments, axes } = [xy, xz, yz].every((product) => isLiteral(product, 0))
    ? sorted(ops, [xx, yy, zz])
    : fromNumbers(ops, name, [xx, xy, xz, xy, yy, yz, xz, yz, zz]);
  const [a, , c] = moments as [Value, Value, Value];
  const isRound =
    a.kind === 'literal' && c.kind === 'literal'
      ? c.value - a.value <= ROUND * c.value
      : ops.test('lessOrEqual', ops.subtract(c, a), ops.multiply(ops.literal(ROUND), c));
  return { moments, inverses: moments.map((moment) => ops.divide(ops.one, moment)), axes, isRound };
}

function fromNumbers(ops: Ops, name: string, entries: Vector): Pick<Principal, 'moments' | 'axes'> {
  const numbers = entries.map((one) => (one as Partial<Literal>).value);
  if (numbers.includes(undefined))
    throw refusal(
      `The principal axes of the body ${quote(name)} depend on parameters, and velocityStep needs them beforehand.`,
    );
  const { moments, axes } = principalAxes([0, 3, 6].map((i) => numbers.slice(i, i + 3) as number[]));
  return { moments: ops.literals(moments), axes: [0, 1, 2].map((c) => ops.literals(axes.map((axis) => axis[c]!))) };
}

/** Moments along the body's own axes in ascending order; an odd order mirrors the last axis. */
function sorted(ops: Ops, given: Vector): Pick<Principal, 'moments' | 'axes'> {
  const moments = [...given];
  const axes = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? ops.one : ops.zero)));
  let sign: Value = ops.one;
  for (const i of [0, 1, 0]) {
    const isGreater = ops.test('less', moments[i + 1]!, moments[i]!);
    const swap = (list: Value[]): void => {
      const [a, b] = [list[i]!, list[i + 1]!];
      list[i] = ops.select(isGreater, b, a);
      list[i + 1] = ops.select(isGreater, a, b);
    };
    swap(moments);
    axes.forEach(swap);
    sign = ops.select(isGreater, ops.negate(sign), sign);
  }
  for (const row of axes) row[2] = ops.multiply(sign, row[2]!);
  return { moments, axes };
}

/** The principal axes in world axes at an orientation, in the layout of {@link Principal.axes}. */
export function frameAt(ops: Ops, { axes }: Principal, [w, ...u]: Vector): Vector[] {
  const columns = [0, 1, 2].map((e) => {
    const p = axes.map((row) => row[e]!);
    const d = cross(ops, u, p).map((one) => ops.multiply(ops.two, one));
    const across = cross(ops, u, d);
    return p.map((one, c) => ops.add(ops.add(one, ops.multiply(w!, d[c]!)), across[c]!));
  });
  return [0, 1, 2].map((c) => columns.map((column) => column[c]!));
}

/** `F x` of components along the axes in the columns of `F`. */
const toWorld = (ops: Ops, F: readonly Vector[], x: Vector): Value[] => F.map((row) => ops.dot(row, x));
/** `Fᵀ x` */
const toPrincipal = (ops: Ops, F: readonly Vector[], x: Vector): Value[] =>
  [0, 1, 2].map((e) =>
    ops.dot(
      F.map((row) => row[e]!),
      x,
    ),
  );

/** `I x` with the moments as factors, and `W x` with their inverses. */
export const applied = (ops: Ops, factors: Vector, F: readonly Vector[], x: Vector): Value[] =>
  toWorld(
    ops,
    F,
    toPrincipal(ops, F, x).map((one, e) => ops.multiply(factors[e]!, one)),
  );

/** A truth value: a body that may be held turns too fast in a step `h` for its gyroscopic torque to be followed. */
export function isTooFast(ops: Ops, { isRound }: Principal, omega: Vector, h: Value): Value | undefined {
  if (isRound === true) return undefined;
  const angle = ops.multiply(h, ops.sqrt(ops.dot(omega, omega)));
  const isFast = ops.test('less', ops.literal(LARGEST_TURN), angle);
  return isRound === false ? isFast : ops.test('and', isFast, ops.test('not', isRound));
}

/** The mean angular velocity of a free rotation of the time `h` with the angular momentum `L`. */
export function meanVelocity(
  ops: Ops,
  principal: Principal,
  F: readonly Vector[],
  L: Vector,
  h: Value,
  isFast: Value | undefined,
): Value[] {
  const { inverses } = principal;
  const before = toPrincipal(ops, F, L);
  const [real, ...r] = split(ops, principal, before, h);
  const w = before.map((one, e) => ops.multiply(one, inverses[e]!));
  // The logarithm of the rotation that is nearest to h ω. Branches that are not taken get a sine of 1.
  const square = ops.dot(r, r);
  const isTiny = ops.test('less', square, ops.literal(TINY ** 2));
  const sine = ops.sqrt(ops.select(isTiny, ops.one, square));
  const angle = ops.multiply(ops.two, ops.call('atan2', sine, real!));
  const along = ops.divide(ops.multiply(h, ops.dot(w, r)), sine);
  const TURN = ops.literal(2 * Math.PI);
  const magic = ops.literal(TO_WHOLE);
  const turns = ops.subtract(ops.add(ops.divide(ops.subtract(along, angle), TURN), magic), magic);
  const isFar = ops.test('less', ops.literal(4), ops.multiply(ops.multiply(h, h), ops.dot(w, w)));
  const isVague = ops.test('and', ops.test('less', square, ops.literal(VAGUE ** 2)), isFar);
  const isLeft = isFast === undefined ? isVague : ops.test('or', isVague, isFast);
  const scale = ops.select(
    isTiny,
    ops.divide(ops.two, h),
    ops.divide(ops.add(angle, ops.multiply(TURN, turns)), ops.multiply(h, sine)),
  );
  return toWorld(
    ops,
    F,
    r.map((one, e) => ops.select(isLeft, w[e]!, ops.multiply(scale, one))),
  );
}

/** The quaternion of a free rotation of the time `h` in principal axes, of the angular momentum in them. */
function split(ops: Ops, { inverses }: Principal, L: Vector, h: Value): Value[] {
  const [inverseA, inverseB, inverseC] = inverses as [Value, Value, Value];
  const time = ops.multiply(ops.literal(0.5), h);
  const square = ops.dot(L, L);
  const short = ops.multiply(time, inverseB);
  const isSmall = ops.test('less', ops.multiply(ops.multiply(short, short), square), ops.literal(TINY ** 2));
  const size = ops.sqrt(ops.select(isSmall, ops.one, square));
  const half = ops.multiply(ops.multiply(time, size), inverseB);
  const s = ops.select(isSmall, short, ops.divide(ops.call('sin', half), size));
  const rotor: Rotor = {
    b: [...L],
    r: [ops.select(isSmall, ops.one, ops.call('cos', half)), ...L.map((one) => ops.multiply(s, one))],
  };
  const fast = ops.divide(ops.multiply(h, ops.subtract(inverseA, inverseB)), ops.two);
  const slow = ops.multiply(h, ops.subtract(inverseC, inverseB));
  for (const [axis, factor] of [
    [0, fast],
    [2, slow],
    [0, fast],
  ] as const)
    if (!isLiteral(factor, 0)) turnAbout(ops, rotor, axis, ops.multiply(factor, rotor.b[axis]!));
  return rotor.r;
}

/** The angular momentum in the axes of a body that turns, and the quaternion so far. */
interface Rotor {
  readonly b: Value[];
  readonly r: Value[];
}

/** `r ← r ⊗ exp(angle e_k / 2)` and `b ← exp(−angle e_k) b`, with the unit vector `e_k`. */
function turnAbout(ops: Ops, { b, r }: Rotor, k: 0 | 2, angle: Value): void {
  const half = ops.divide(angle, ops.two);
  const [c, s] = [ops.call('cos', half), ops.call('sin', half)];
  const [i, j] = k === 0 ? [1, 2] : [0, 1];
  const times = (x: Value, y: Value): Value => ops.multiply(x, y);
  const cosine = ops.subtract(times(c, c), times(s, s));
  const sine = times(times(ops.two, c), s);
  const [bi, bj] = [b[i]!, b[j]!];
  b[i] = ops.add(times(cosine, bi), times(sine, bj));
  b[j] = ops.subtract(times(cosine, bj), times(sine, bi));
  const [w, rk, ri, rj] = [r[0]!, r[k + 1]!, r[i + 1]!, r[j + 1]!];
  r[0] = ops.subtract(times(c, w), times(s, rk));
  r[k + 1] = ops.add(times(c, rk), times(s, w));
  r[i + 1] = ops.add(times(c, ri), times(s, rj));
  r[j + 1] = ops.subtract(times(c, rj), times(s, ri));
}
