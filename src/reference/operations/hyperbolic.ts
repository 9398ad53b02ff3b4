import { ONE, type BigNumber } from '../big.js';
import { expEvaluator } from '../elementary.js';
import { logarithmic } from './exponential.js';
import type { FunctionOfOne, Functions } from './operation.js';
import { infiniteAt, SMOOTH } from './singular.js';
import { inverse, inverseRoot, one, put, square } from './slopes.js';

/** A function of `E = exp x` and its reciprocal. */
const ofExponential =
  (big: (E: BigNumber, reciprocal: BigNumber) => BigNumber): FunctionOfOne['big'] =>
  () => {
    const exp = expEvaluator();
    return (x) => {
      const E = exp(x);
      return big(E, ONE.div(E));
    };
  };

export const hyperbolic: Functions<'sinh' | 'cosh' | 'tanh' | 'asinh' | 'acosh' | 'atanh'> = {
  sinh: {
    double: Math.sinh,
    big: ofExponential((E, R) => E.minus(R).div(2)),
    slopes: (x, y, out) => {
      const c = Math.cosh(x);
      put(out, c, y, c);
    },
    slope: (p, x) => p.operation('cosh', x),
    ...SMOOTH,
  },
  cosh: {
    double: Math.cosh,
    big: ofExponential((E, R) => E.plus(R).div(2)),
    slopes: (x, y, out) => {
      const s = Math.sinh(x);
      put(out, s, y, s);
    },
    slope: (p, x) => p.operation('sinh', x),
    ...SMOOTH,
  },
  tanh: {
    double: Math.tanh,
    big: ofExponential((E, R) => E.minus(R).div(E.plus(R))),
    // sech² x = 1/cosh² x underflows to 0 where cosh is infinite, as it should.
    slopes: (x, y, out) => {
      const d = (1 / Math.cosh(x)) ** 2;
      put(out, d, -2 * y * d, d * (6 * y * y - 2));
    },
    slope: (p, x) => inverse(p, square(p, p.operation('cosh', x))),
    ...SMOOTH,
  },
  asinh: {
    double: Math.asinh,
    // log(|x| + √(x² + 1)) with the sign of x: no cancellation for negative x.
    big: logarithmic((log, x) => {
      const magnitude = log(x.abs().plus(x.times(x).plus(ONE).sqrt()));
      return x.isNegative() ? magnitude.neg() : magnitude;
    }),
    slopes: (x, _, out) => {
      const r = 1 / Math.hypot(1, x);
      put(out, r, -x * r * r * r, (2 * (x * r) ** 2 - r * r) * r ** 3);
    },
    slope: (p, x) => inverseRoot(p, p.operation('add', square(p, x), one(p))),
    ...SMOOTH,
  },
  acosh: {
    double: Math.acosh,
    big: logarithmic((log, x) => log(x.plus(x.minus(ONE).times(x.plus(ONE)).sqrt()))),
    slopes: (x, _, out) => {
      const r = 1 / (Math.sqrt(x - 1) * Math.sqrt(x + 1));
      put(out, r, -x * r * r * r, (2 * (x * r) ** 2 + r * r) * r ** 3);
    },
    slope: (p, x) =>
      inverseRoot(p, p.operation('multiply', p.operation('subtract', x, one(p)), p.operation('add', x, one(p)))),
    ...infiniteAt(1),
  },
  atanh: {
    double: Math.atanh,
    big: logarithmic((log, x) => log(ONE.plus(x).div(ONE.minus(x))).div(2)),
    slopes: (x, _, out) => {
      const q = 1 / ((1 - x) * (1 + x));
      put(out, q, 2 * x * q * q, (2 + 6 * x * x) * q * q * q);
    },
    slope: (p, x) => inverse(p, p.operation('subtract', one(p), square(p, x))),
    ...infiniteAt(-1, 1),
  },
};
