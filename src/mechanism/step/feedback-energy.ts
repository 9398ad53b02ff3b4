import type { Value } from '../../lower/program.js';
import type { Ops } from '../ops/ops.js';

/** A sum of products in the order of the runtime's `dot`: four sums, of every fourth product each. */
function dot(ops: Ops, a: readonly Value[], b: readonly Value[]): Value {
  const sums = [ops.zero, ops.zero, ops.zero, ops.zero];
  const fours = a.length - (a.length % 4);
  a.forEach((x, i) => {
    const s = i < fours ? i % 4 : 0;
    sums[s] = ops.add(sums[s]!, ops.multiply(x, b[i]!));
  });
  const [s0, s1, s2, s3] = sums as [Value, Value, Value, Value];
  return ops.add(ops.add(s0, s1), ops.add(s2, s3));
}

/** The equations of impulses in a step at velocity level, with what the feedback of errors may cost. */
export interface FedBack {
  /** `(A + Σ)⁻¹`. */
  readonly solve: (b: readonly Value[]) => readonly Value[];
  /** `Cdot` at the beginning of the step, and after the applied forces. */
  readonly before: readonly Value[];
  readonly after: readonly Value[];
  /** The `Cdot` that feeds back errors. */
  readonly feedback: readonly Value[];
  /** The energy that constraints have taken out of the motion and not yet returned, J. */
  readonly bank: Value;
  readonly dt: Value;
}

/** Impulses on velocities, and those by which coordinates move besides, over the step. */
export interface Impulses {
  readonly impulses: readonly Value[];
  readonly moving: readonly Value[];
  readonly bank: Value;
}

/**
 * The impulses `μ₁ + s μ₂` with the part `s` of the feedback that the energy in the bank pays for; see
 * `affordablePart` of the runtime, whose operations come here in the same order. Both branches are
 * computed, and one is chosen.
 */
export function payFor(ops: Ops, { solve, before: r, after, feedback: b, bank, dt }: FedBack): Impulses {
  const half = (x: Value): Value => ops.divide(x, ops.two);
  const all = solve(b.map((one, i) => ops.subtract(one, after[i]!)));
  const work = half(ops.add(dot(ops, all, r), dot(ops, all, b)));
  const isShort = ops.test('less', bank, work);
  const mu2 = solve(b);
  const mu1 = all.map((one, i) => ops.subtract(one, mu2[i]!));
  const given = ops.subtract(dot(ops, mu2, after), dot(ops, mu2, r));
  const w0 = ops.subtract(half(dot(ops, mu1, r)), given);
  const w1 = ops.add(half(ops.add(dot(ops, mu1, b), dot(ops, mu2, r))), given);
  const w2 = half(dot(ops, mu2, b));
  const part = largestRoot(ops, w2, w1, ops.subtract(w0, bank));
  const cost = ops.add(w0, ops.multiply(part, ops.add(w1, ops.multiply(part, w2))));
  const rest = ops.subtract(ops.multiply(dt, ops.subtract(ops.one, part)), ops.one);
  return {
    impulses: all.map((one, i) => ops.select(isShort, ops.add(mu1[i]!, ops.multiply(part, mu2[i]!)), one)),
    moving: mu2.map((one) => ops.select(isShort, ops.add(one, ops.multiply(rest, one)), ops.zero)),
    bank: ops.subtract(bank, ops.select(isShort, cost, work)),
  };
}

/**
 * The largest `s` of `[0, 1]` with `a s² + b s + c ≤ 0`, or the one with the least value. Branches that are
 * not taken get arguments at which they have a derivative.
 */
function largestRoot(ops: Ops, a: Value, b: Value, c: Value): Value {
  const { zero, one, two } = ops;
  const within = (x: Value): Value => ops.call('max', zero, ops.call('min', one, x));
  const isSome = ops.test('less', zero, ops.add(ops.add(a, b), c));
  const isCurved = ops.test('less', zero, a);
  const isFalling = ops.test('less', b, zero);
  const isRising = ops.test('less', zero, b);
  const line = within(ops.divide(ops.negate(c), ops.select(isRising, b, one)));
  const straight = ops.select(isFalling, one, ops.select(isRising, line, zero));
  const square = ops.subtract(ops.multiply(b, b), ops.multiply(ops.multiply(ops.literal(4), a), c));
  const hasRoot = ops.test('and', isCurved, ops.test('less', zero, square));
  const root = ops.select(hasRoot, ops.sqrt(ops.select(hasRoot, square, one)), zero);
  const curved = within(ops.divide(ops.subtract(root, b), ops.select(isCurved, ops.multiply(two, a), one)));
  return ops.select(isSome, ops.select(isCurved, curved, straight), one);
}
