import { erf } from '../../../runtime/elementary/error-function.js';
import { referenceMathjs } from '../../mathjs.js';
import { referenceErf } from '../../primitives/reference-erf.js';
import { exact, ONE, type BigNumber } from '../big.js';
import { expEvaluator, logEvaluator } from '../elementary.js';
import type { FunctionOfOne, Functions, Slope, Slopes } from './operation.js';
import { infiniteAt, SMOOTH } from './singular.js';
import { inverse, one, put, square } from './slopes.js';

/** `log_b′ = 1/(x log b)`, given `1/log b` and the number that the function adds to `x`. */
const slopesOfLogarithm =
  (factor: number, shift: 0 | 1): Slopes =>
  (x, _, out) => {
    const w = 1 / (x + shift);
    put(out, factor * w, -factor * w * w, 2 * factor * w * w * w);
  };

const slopeOfLogarithm =
  (base: string): Slope =>
  (p, x) =>
    inverse(p, p.operation('multiply', x, p.operation('log', p.constant(base))));

const logarithms = new Map<number, BigNumber>();

function logOf(base: number): BigNumber {
  let value = logarithms.get(base);
  if (value === undefined) logarithms.set(base, (value = logEvaluator()(exact(base))));
  return value;
}

/** A function of `log`: `f(x) = big(log, x)`. */
export const logarithmic =
  (big: (log: (u: BigNumber) => BigNumber, x: BigNumber) => BigNumber): FunctionOfOne['big'] =>
  () => {
    const log = logEvaluator();
    return (x) => big(log, x);
  };

export const exponential: Functions<'exp' | 'expm1' | 'log' | 'log1p' | 'log10' | 'log2' | 'erf'> = {
  exp: {
    double: Math.exp,
    big: expEvaluator,
    slopes: (_, y, out) => {
      put(out, y, y, y);
    },
    slope: (_p, _x, y) => y,
    ...SMOOTH,
  },
  expm1: {
    double: Math.expm1,
    big: () => {
      const exp = expEvaluator();
      return (x) => exp(x).minus(ONE);
    },
    slopes: (x, _, out) => {
      const y = Math.exp(x);
      put(out, y, y, y);
    },
    slope: (p, x) => p.operation('exp', x),
    ...SMOOTH,
  },
  log: {
    double: Math.log,
    big: logEvaluator,
    slopes: slopesOfLogarithm(1, 0),
    slope: inverse,
    ...infiniteAt(0),
  },
  log1p: {
    double: Math.log1p,
    big: logarithmic((log, x) => log(ONE.plus(x))),
    slopes: slopesOfLogarithm(1, 1),
    slope: (p, x) => inverse(p, p.operation('add', one(p), x)),
    ...infiniteAt(-1),
  },
  log10: {
    double: Math.log10,
    big: logarithmic((log, x) => log(x).div(logOf(10))),
    slopes: slopesOfLogarithm(Math.LOG10E, 0),
    slope: slopeOfLogarithm('10'),
    ...infiniteAt(0),
  },
  log2: {
    double: Math.log2,
    big: logarithmic((log, x) => log(x).div(logOf(2))),
    slopes: slopesOfLogarithm(Math.LOG2E, 0),
    slope: slopeOfLogarithm('2'),
    ...infiniteAt(0),
  },
  erf: {
    double: erf,
    big: () => (x) => referenceErf(referenceMathjs(), x),
    slopes: (x, _, out) => {
      const d = (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x);
      put(out, d, -2 * x * d, (4 * x * x - 2) * d);
    },
    // 2/√π · exp(−x²)
    slope: (p, x) =>
      p.operation(
        'divide',
        p.operation('multiply', p.constant('2'), p.operation('exp', p.operation('negate', square(p, x)))),
        p.operation('sqrt', p.constant('pi')),
      ),
    ...SMOOTH,
  },
};
