import { referenceMathjs } from '../mathjs.js';
import { literal, NOT_A_NUMBER, ONE, powerOfTen, TWO, ZERO, type BigNumber } from './big.js';

/**
 * An evaluator of `sin`, `cos`, `exp`, `log` or `atan` at 64 digits, fast near a place where it was
 * evaluated before.
 *
 * A 64-digit transcendental costs 0.1 to 2 ms, and differences of a formula evaluate it at dozens
 * of places 1e-15 apart. Each evaluator remembers its last full evaluation `f(u₀)` and reaches
 * `u = u₀ + δ` by the function's *addition theorem*, in which only a short power series of δ is
 * left. Addition theorems are exact identities, not derivative rules, so the oracle stays
 * independent of those. All other functions reduce to these five, `sqrt` and `cbrt`.
 */
export type Evaluator = (u: BigNumber) => BigNumber;

/**
 * Largest |δ| for which the addition theorem is used. Its series then ends after at most nine
 * terms.
 */
const NEAR = powerOfTen(-8);
/** Size of a term, relative to its series' first one, below which it no longer counts. */
const NEGLIGIBLE = powerOfTen(-68);

/**
 * Sums `first · (1 + r₁ + r₁ r₂ + …)`, term by term until negligible. `next` makes the term after
 * the one with index `k`.
 */
function series(first: BigNumber, next: (term: BigNumber, k: number) => BigNumber): BigNumber {
  const smallest = first.abs().times(NEGLIGIBLE);
  let sum = first;
  let term = first;
  for (let k = 1; k < 40; k++) {
    term = next(term, k);
    if (term.abs().lessThanOrEqualTo(smallest)) break;
    sum = sum.plus(term);
  }
  return sum;
}

/**
 * `Σ_{k≥1} (sign·δ^stride)^(k−1) δ / (1 + stride (k−1))`: `log(1 + δ)` for stride 1, `atan δ` for
 * stride 2.
 */
function alternatingSeries(delta: BigNumber, stride: 1 | 2): BigNumber {
  const factor = (stride === 1 ? delta : delta.times(delta)).neg();
  let power = delta;
  return series(delta, (_, k) => {
    power = power.times(factor);
    return power.div(1 + stride * k);
  });
}

const isNear = (delta: BigNumber): boolean => delta.abs().lessThanOrEqualTo(NEAR);

/**
 * `cos(u₀ + δ) = cos u₀ cos δ − sin u₀ sin δ`, and `sin` with it, since both are mostly used
 * together.
 */
export function sinCosEvaluator(): (u: BigNumber) => { readonly sin: BigNumber; readonly cos: BigNumber } {
  const math = referenceMathjs();
  let base: { readonly u: BigNumber; readonly sin: BigNumber; readonly cos: BigNumber } | undefined;
  let last = base;
  return (u) => {
    if (!u.isFinite()) return { sin: NOT_A_NUMBER, cos: NOT_A_NUMBER };
    if (last?.u.equals(u) === true) return last;
    const delta = base === undefined ? undefined : u.minus(base.u);
    if (base === undefined || delta === undefined || !isNear(delta)) {
      base = { u, sin: math.sin(u), cos: math.cos(u) };
      return (last = base);
    }
    const minusSquare = delta.times(delta).neg();
    const sin = delta.isZero() ? ZERO : series(delta, (term, k) => term.times(minusSquare).div(2 * k * (2 * k + 1)));
    const cos = series(ONE, (term, k) => term.times(minusSquare).div((2 * k - 1) * (2 * k)));
    last = {
      u,
      sin: base.sin.times(cos).plus(base.cos.times(sin)),
      cos: base.cos.times(cos).minus(base.sin.times(sin)),
    };
    return last;
  };
}

/** Remembers one full evaluation, and continues from it as `continued` says. */
function continuing(
  full: Evaluator,
  continued: (u: BigNumber, base: BigNumber, value: BigNumber) => BigNumber | undefined,
): Evaluator {
  let base: BigNumber | undefined;
  let value = NOT_A_NUMBER;
  return (u) => {
    if (u.isNaN()) return NOT_A_NUMBER;
    if (base !== undefined && u.isFinite()) {
      if (u.equals(base)) return value;
      const near = continued(u, base, value);
      if (near !== undefined) return near;
    }
    base = u;
    value = full(u);
    return value;
  };
}

/** `exp(u₀ + δ) = exp u₀ · exp δ`. */
export function expEvaluator(): Evaluator {
  const math = referenceMathjs();
  return continuing(
    (u) => math.exp(u),
    (u, base, value) => {
      const delta = u.minus(base);
      return isNear(delta) ? value.times(series(ONE, (term, k) => term.times(delta).div(k))) : undefined;
    },
  );
}

/**
 * `log u = log u₀ + log(1 + ε)` with `ε = (u − u₀)/u₀`. NaN for negative arguments, for which
 * mathjs turns complex.
 */
export function logEvaluator(): Evaluator {
  const math = referenceMathjs();
  const near = continuing(
    (u) => (u.isZero() ? literal('-Infinity') : math.log<BigNumber>(u)),
    (u, base, value) => {
      const epsilon = u.minus(base).div(base);
      return isNear(epsilon) ? value.plus(alternatingSeries(epsilon, 1)) : undefined;
    },
  );
  return (u) => (u.isNegative() && !u.isZero() ? NOT_A_NUMBER : near(u));
}

/** `atan u = atan u₀ + atan((u − u₀)/(1 + u u₀))`. */
export function atanEvaluator(): Evaluator {
  const math = referenceMathjs();
  return continuing(
    (u) => math.atan(u),
    (u, base, value) => {
      // Large numbers of either sign have angles half a turn apart, which the theorem does not
      // cover.
      const denominator = ONE.plus(u.times(base));
      if (denominator.isNegative()) return undefined;
      const delta = u.minus(base).div(denominator);
      return isNear(delta) ? value.plus(alternatingSeries(delta, 2)) : undefined;
    },
  );
}

let halfPi: BigNumber | undefined;

/** `π/2` at 64 digits. */
export function quarterTurn(): BigNumber {
  halfPi ??= referenceMathjs().acos<BigNumber>(literal(-1)).div(TWO);
  return halfPi;
}

/**
 * The angle of the point `(x, y)`: `atan` of the quotient that is at most 1, plus quarter turns.
 * Zeros carry their sign, as in `Math.atan2`.
 */
export function atan2Evaluator(): (y: BigNumber, x: BigNumber) => BigNumber {
  const flat = atanEvaluator();
  const steep = atanEvaluator();
  return (y, x) => {
    if (y.isNaN() || x.isNaN()) return NOT_A_NUMBER;
    const above = !y.isNegative();
    if (y.abs().greaterThan(x.abs())) {
      const angle = steep(x.div(y)).neg();
      return above ? angle.plus(quarterTurn()) : angle.minus(quarterTurn());
    }
    const angle = x.isZero() ? y : flat(y.div(x));
    if (!x.isNegative()) return angle;
    const half = quarterTurn().times(TWO);
    return above ? angle.plus(half) : angle.minus(half);
  };
}

/**
 * `acos u = atan2(√((1 − u)(1 + u)), u)`, `asin u` with the arguments exchanged: no digits are lost
 * towards ±1.
 */
export function arcEvaluator(name: 'asin' | 'acos'): Evaluator {
  const atan2 = atan2Evaluator();
  return (u) => {
    if (u.isNaN() || u.abs().greaterThan(ONE)) return NOT_A_NUMBER;
    const other = ONE.minus(u).times(ONE.plus(u)).sqrt();
    return name === 'acos' ? atan2(other, u) : atan2(u, other);
  };
}

/**
 * `x^y` in the reals: by squaring for integers, as a root for halves, else `exp(y log x)` for
 * positive x.
 */
export function powEvaluator(): (x: BigNumber, y: BigNumber) => BigNumber {
  const log = logEvaluator();
  const exp = expEvaluator();
  return (x, y) => {
    if (x.isNaN() || y.isNaN()) return NOT_A_NUMBER;
    if (y.isInteger() && y.abs().lessThanOrEqualTo(64)) return integerPower(x, y.toNumber());
    const twice = y.times(TWO);
    if (twice.isInteger() && twice.abs().lessThanOrEqualTo(64)) return integerPower(x.sqrt(), twice.toNumber());
    if (x.isNegative() && !x.isZero()) {
      if (!y.isInteger()) return NOT_A_NUMBER;
      const power = exp(y.times(log(x.neg())));
      return y.mod(2).isZero() ? power : power.neg();
    }
    if (x.isZero()) return y.isZero() ? ONE : y.isNegative() ? literal('Infinity') : ZERO;
    return exp(y.times(log(x)));
  };
}

function integerPower(x: BigNumber, n: number): BigNumber {
  if (n < 0) return ONE.div(integerPower(x, -n));
  let result = ONE;
  let factor = x;
  for (let k = n; k > 0; k = Math.floor(k / 2)) {
    if (k % 2 === 1) result = result.times(factor);
    if (k > 1) factor = factor.times(factor);
  }
  return result;
}
