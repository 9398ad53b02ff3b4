import { erf } from '../../runtime/special-functions.js';
import { referenceErf } from '../symbolic/reference-erf.js';
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

/** One scalar operation of the oracle, on doubles and at 64 digits. Truth values are 1 and 0. */
export interface Operation {
  readonly double: (...args: number[]) => number;
  /** Makes the 64-digit evaluator of one place in a formula; it may remember what was evaluated there last. */
  readonly big: () => (...args: BigNumber[]) => BigNumber;
}

type Big = BigNumber;

const stateless = (double: Operation['double'], big: (...args: Big[]) => Big): Operation => ({
  double,
  big: () => big,
});
const truth = (holds: boolean): Big => (holds ? ONE : ZERO);
const sign = (x: Big): Big => (x.isNaN() ? NOT_A_NUMBER : x.isZero() ? ZERO : x.isNegative() ? ONE.neg() : ONE);

/** A comparison; one with something that is not a number does not hold, on doubles as at 64 digits. */
const comparison = (double: (a: number, b: number) => boolean, big: (a: Big, b: Big) => boolean): Operation =>
  stateless(
    (a, b) => Number(double(a, b)),
    (a, b) => truth(big(a, b)),
  );

/** `sinh cosh tanh` from one exponential `E = exp x` and its reciprocal. */
const hyperbolic = (double: (x: number) => number, big: (E: Big, reciprocal: Big) => Big): Operation => ({
  double: (x) => double(x),
  big: () => {
    const exp = expEvaluator();
    return (x) => {
      const E = exp(x);
      return big(E, ONE.div(E));
    };
  },
});

/** A function of `log`: `f(x) = big(log, x)`. */
const logarithmic = (double: (x: number) => number, big: (log: (u: Big) => Big, x: Big) => Big): Operation => ({
  double: (x) => double(x),
  big: () => {
    const log = logEvaluator();
    return (x) => big(log, x);
  },
});

const logarithms = new Map<number, Big>();

function logOf(base: number): Big {
  let value = logarithms.get(base);
  if (value === undefined) logarithms.set(base, (value = logEvaluator()(exact(base))));
  return value;
}

/** Every operation that a formula reduces to. Names are those of mathjs where it has one. */
const TABLE = {
  add: stateless(
    (a, b) => a + b,
    (a, b) => a.plus(b),
  ),
  subtract: stateless(
    (a, b) => a - b,
    (a, b) => a.minus(b),
  ),
  multiply: stateless(
    (a, b) => a * b,
    (a, b) => a.times(b),
  ),
  divide: stateless(
    (a, b) => a / b,
    (a, b) => a.div(b),
  ),
  negate: stateless(
    (a) => -a,
    (a) => a.neg(),
  ),
  pow: { double: (x, y) => x ** y, big: () => bind2(powEvaluator()) },
  sqrt: stateless(
    (x) => Math.sqrt(x),
    (x) => x.sqrt(),
  ),
  cbrt: stateless(
    (x) => Math.cbrt(x),
    (x) => x.cbrt(),
  ),
  exp: { double: (x) => Math.exp(x), big: () => bind1(expEvaluator()) },
  expm1: { double: (x) => Math.expm1(x), big: () => minusOne(expEvaluator()) },
  log: logarithmic(Math.log, (log, x) => log(x)),
  log1p: logarithmic(Math.log1p, (log, x) => log(ONE.plus(x))),
  log10: logarithmic(Math.log10, (log, x) => log(x).div(logOf(10))),
  log2: logarithmic(Math.log2, (log, x) => log(x).div(logOf(2))),
  erf: stateless(erf, referenceErf),
  sin: { double: (x) => Math.sin(x), big: () => trigonometric(({ sin }) => sin) },
  cos: { double: (x) => Math.cos(x), big: () => trigonometric(({ cos }) => cos) },
  tan: { double: (x) => Math.tan(x), big: () => trigonometric(({ sin, cos }) => sin.div(cos)) },
  asin: { double: (x) => Math.asin(x), big: () => bind1(arcEvaluator('asin')) },
  acos: { double: (x) => Math.acos(x), big: () => bind1(arcEvaluator('acos')) },
  atan: { double: (x) => Math.atan(x), big: () => bind1(atanEvaluator()) },
  atan2: { double: (y, x) => Math.atan2(y, x), big: () => bind2(atan2Evaluator()) },
  sinh: hyperbolic(Math.sinh, (E, R) => E.minus(R).div(2)),
  cosh: hyperbolic(Math.cosh, (E, R) => E.plus(R).div(2)),
  tanh: hyperbolic(Math.tanh, (E, R) => E.minus(R).div(E.plus(R))),
  // log(|x| + √(x² + 1)) with the sign of x: no cancellation for negative x.
  asinh: logarithmic(Math.asinh, (log, x) => {
    const magnitude = log(x.abs().plus(x.times(x).plus(ONE).sqrt()));
    return x.isNegative() ? magnitude.neg() : magnitude;
  }),
  acosh: logarithmic(Math.acosh, (log, x) => log(x.plus(x.minus(ONE).times(x.plus(ONE)).sqrt()))),
  atanh: logarithmic(Math.atanh, (log, x) => log(ONE.plus(x).div(ONE.minus(x))).div(2)),
  abs: stateless(
    (x) => Math.abs(x),
    (x) => x.abs(),
  ),
  sign: stateless(
    (x) => Math.sign(x),
    (x) => sign(x),
  ),
  smaller: comparison(
    (a, b) => a < b,
    (a, b) => a.lessThan(b),
  ),
  smallerEq: comparison(
    (a, b) => a <= b,
    (a, b) => a.lessThanOrEqualTo(b),
  ),
  equal: comparison(
    (a, b) => a === b,
    (a, b) => a.equals(b),
  ),
  and: comparison(
    (a, b) => a !== 0 && b !== 0,
    (a, b) => !a.isZero() && !b.isZero(),
  ),
  or: comparison(
    (a, b) => a !== 0 || b !== 0,
    (a, b) => !a.isZero() || !b.isZero(),
  ),
  not: stateless(
    (a) => Number(a === 0),
    (a) => truth(a.isZero()),
  ),
  // Both branches are evaluated: outside its domain a function is not a number here, and is not chosen.
  select: stateless(
    (condition, a, b) => (condition !== 0 ? a : b),
    (condition, a, b) => (condition.isZero() ? b : a),
  ),
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof TABLE;

export const OPERATIONS: Readonly<Record<OperationName, Operation>> = TABLE;

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
