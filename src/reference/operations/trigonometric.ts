import type { BigNumber } from '../big.js';
import { arcEvaluator, atan2Evaluator, atanEvaluator, sinCosEvaluator } from '../elementary.js';
import { takeAngle } from '../taylor/functions.js';
import type { FunctionOfOne, Operations, Slopes } from './operation.js';
import { flat, singular, SMOOTH, type Singularity } from './singular.js';
import { inverse, inverseRoot, one, put, square } from './slopes.js';

const ofSineAndCosine =
  (pick: (values: { readonly sin: BigNumber; readonly cos: BigNumber }) => BigNumber): FunctionOfOne['big'] =>
  () => {
    const at = sinCosEvaluator();
    return (x) => pick(at(x));
  };

/** `r′ = ±1/√(1 − x²)`. Near ±1 the radicand is computed as `(1 − x)(1 + x)`. */
const slopesOfArc =
  (sign: 1 | -1): Slopes =>
  (x, _, out) => {
    const d = sign / Math.sqrt((1 - x) * (1 + x));
    put(out, d, x * d ** 3, (1 + 2 * x * x) * d ** 5);
  };

/** Farthest that rounding leads a cosine, which is then taken as ±1: that is the policy, in numbers. */
const MOST_COSINE = 1 + 1e-12;

/** The ends of the domain of `acos` and `asin`, and all places as far beyond as rounding may lead. */
const ends = (value: (x: number) => number): Singularity =>
  singular({
    points: [-1, 1],
    distance: (x) => {
      const size = Math.abs(x);
      return size < 1 ? 1 - size : size < MOST_COSINE ? 0 : size - 1;
    },
    policy: (x) =>
      Math.abs(x) >= 1 && Math.abs(x) < MOST_COSINE ? flat(value(Math.max(-1, Math.min(1, x)))) : undefined,
  });

export const trigonometric: Operations<'sin' | 'cos' | 'tan' | 'asin' | 'acos' | 'atan' | 'atan2'> = {
  sin: {
    double: Math.sin,
    big: ofSineAndCosine(({ sin }) => sin),
    slopes: (x, y, out) => {
      const c = Math.cos(x);
      put(out, c, -y, -c);
    },
    slope: (p, x) => p.operation('cos', x),
    ...SMOOTH,
  },
  cos: {
    double: Math.cos,
    big: ofSineAndCosine(({ cos }) => cos),
    slopes: (x, y, out) => {
      const s = Math.sin(x);
      put(out, -s, -y, s);
    },
    slope: (p, x) => p.operation('negate', p.operation('sin', x)),
    ...SMOOTH,
  },
  tan: {
    double: Math.tan,
    big: ofSineAndCosine(({ sin, cos }) => sin.div(cos)),
    slopes: (_, y, out) => {
      const d = 1 + y * y;
      put(out, d, 2 * y * d, d * (2 + 6 * y * y));
    },
    slope: (p, x) => inverse(p, square(p, p.operation('cos', x))),
    // The tangent has a pole at x + 1/tan x. If the error of the argument reaches it, nothing is
    // known.
    bound: (t, at, x) => {
      if (2 * t.errors[x]! * Math.abs(t.values[at]!) >= 1) t.loseAll(at);
    },
    ...SMOOTH,
  },
  asin: {
    double: Math.asin,
    big: () => arcEvaluator('asin'),
    slopes: slopesOfArc(1),
    slope: (p, x) => inverseRoot(p, p.operation('subtract', one(p), square(p, x))),
    ...ends(Math.asin),
  },
  acos: {
    double: Math.acos,
    big: () => arcEvaluator('acos'),
    slopes: slopesOfArc(-1),
    slope: (p, x) => p.operation('negate', inverseRoot(p, p.operation('subtract', one(p), square(p, x)))),
    ...ends(Math.acos),
  },
  atan: {
    double: Math.atan,
    big: atanEvaluator,
    slopes: (x, _, out) => {
      const d = 1 / (1 + x * x);
      put(out, d, -2 * x * d * d, (6 * x * x - 2) * d * d * d);
    },
    slope: (p, x) => inverse(p, p.operation('add', one(p), square(p, x))),
    ...SMOOTH,
  },
  atan2: {
    double: Math.atan2,
    big: atan2Evaluator,
    jet: takeAngle,
    // atan2(y, x)˙ = (x ẏ − y ẋ)/(x² + y²)
    rate: ({ program, of, times, sum, negative }, _, [y, x]) => {
      const above = sum(times(x!, of(y!)), negative(times(y!, of(x!))));
      const below = program.operation('add', square(program, y!), square(program, x!));
      return above === undefined ? undefined : program.operation('divide', above, below);
    },
    singular: {
      distance: Math.hypot,
      policy: (y, x) => (y === 0 && x === 0 ? flat(Math.atan2(y, x)) : undefined),
    },
    dependence: 'one argument',
  },
};
