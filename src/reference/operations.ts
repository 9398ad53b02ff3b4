import { referenceMathjs } from '../mathjs.js';
import { referenceErf } from '../primitives/reference-erf.js';
import {
  arcEvaluator,
  atan2Evaluator,
  atanEvaluator,
  expEvaluator,
  logEvaluator,
  powEvaluator,
  sinCosEvaluator,
} from './elementary.js';
import { exact, NOT_A_NUMBER, ONE, ZERO, type BigNumber } from './big.js';
import type { OperationName } from './doubles.js';

type Big = BigNumber;

/**
 * Makes the 64-digit evaluator of one place in a formula, which may remember its last evaluation.
 */
type Maker = () => (...args: Big[]) => Big;

const stateless =
  (big: (...args: Big[]) => Big): Maker =>
  () =>
    big;
const truth = (holds: boolean): Big => (holds ? ONE : ZERO);
const sign = (x: Big): Big => (x.isNaN() ? NOT_A_NUMBER : x.isZero() ? ZERO : x.isNegative() ? ONE.neg() : ONE);

/** A comparison. One with NaN is false, on doubles as at 64 digits. */
const comparison = (big: (a: Big, b: Big) => boolean): Maker => stateless((a, b) => truth(big(a, b)));

/** `sinh cosh tanh` from one exponential `E = exp x` and its reciprocal. */
const hyperbolic =
  (big: (E: Big, reciprocal: Big) => Big): Maker =>
  () => {
    const exp = expEvaluator();
    return (x) => {
      const E = exp(x);
      return big(E, ONE.div(E));
    };
  };

/** A function of `log`: `f(x) = big(log, x)`. */
const logarithmic =
  (big: (log: (u: Big) => Big, x: Big) => Big): Maker =>
  () => {
    const log = logEvaluator();
    return (x) => big(log, x);
  };

const logarithms = new Map<number, Big>();

function logOf(base: number): Big {
  let value = logarithms.get(base);
  if (value === undefined) logarithms.set(base, (value = logEvaluator()(exact(base))));
  return value;
}

/** Every operation that a formula reduces to, at 64 digits. */
export const OPERATIONS: Readonly<Record<OperationName, Maker>> = {
  add: stateless((a, b) => a.plus(b)),
  subtract: stateless((a, b) => a.minus(b)),
  multiply: stateless((a, b) => a.times(b)),
  divide: stateless((a, b) => a.div(b)),
  negate: stateless((a) => a.neg()),
  pow: () => bind2(powEvaluator()),
  sqrt: stateless((x) => x.sqrt()),
  cbrt: stateless((x) => x.cbrt()),
  exp: () => bind1(expEvaluator()),
  expm1: () => minusOne(expEvaluator()),
  log: logarithmic((log, x) => log(x)),
  log1p: logarithmic((log, x) => log(ONE.plus(x))),
  log10: logarithmic((log, x) => log(x).div(logOf(10))),
  log2: logarithmic((log, x) => log(x).div(logOf(2))),
  erf: stateless((x) => referenceErf(referenceMathjs(), x)),
  sin: () => trigonometric(({ sin }) => sin),
  cos: () => trigonometric(({ cos }) => cos),
  tan: () => trigonometric(({ sin, cos }) => sin.div(cos)),
  asin: () => bind1(arcEvaluator('asin')),
  acos: () => bind1(arcEvaluator('acos')),
  atan: () => bind1(atanEvaluator()),
  atan2: () => bind2(atan2Evaluator()),
  sinh: hyperbolic((E, R) => E.minus(R).div(2)),
  cosh: hyperbolic((E, R) => E.plus(R).div(2)),
  tanh: hyperbolic((E, R) => E.minus(R).div(E.plus(R))),
  // log(|x| + √(x² + 1)) with the sign of x: no cancellation for negative x.
  asinh: logarithmic((log, x) => {
    const magnitude = log(x.abs().plus(x.times(x).plus(ONE).sqrt()));
    return x.isNegative() ? magnitude.neg() : magnitude;
  }),
  acosh: logarithmic((log, x) => log(x.plus(x.minus(ONE).times(x.plus(ONE)).sqrt()))),
  atanh: logarithmic((log, x) => log(ONE.plus(x).div(ONE.minus(x))).div(2)),
  abs: stateless((x) => x.abs()),
  sign: stateless((x) => sign(x)),
  floor: stateless((x) => (areEqual(x, x.round()) ? x.round() : x.floor())),
  smaller: comparison((a, b) => a.lessThan(b) && !areEqual(a, b)),
  smallerEq: comparison((a, b) => a.lessThanOrEqualTo(b) || areEqual(a, b)),
  equal: comparison(areEqual),
  and: comparison((a, b) => !a.isZero() && !b.isZero()),
  or: comparison((a, b) => !a.isZero() || !b.isZero()),
  not: stateless((a) => truth(a.isZero())),
  select: stateless((condition, a, b) => (condition.isZero() ? b : a)),
};

/** Relative difference at 64 digits that rounding makes, as between `√3²` and 3. Doubles differ by more. */
const ROUNDED = 1e-50;

function areEqual(a: Big, b: Big): boolean {
  return a.equals(b) || a.minus(b).abs().lessThan(b.abs().times(ROUNDED));
}

function bind1(f: (x: Big) => Big): (...args: Big[]) => Big {
  return (x) => f(x);
}

function bind2(f: (x: Big, y: Big) => Big): (...args: Big[]) => Big {
  return (x, y) => f(x, y);
}

function minusOne(f: (x: Big) => Big): (...args: Big[]) => Big {
  return (x) => f(x).minus(ONE);
}

function trigonometric(pick: (values: { readonly sin: Big; readonly cos: Big }) => Big): (...args: Big[]) => Big {
  const at = sinCosEvaluator();
  return (x) => pick(at(x));
}
