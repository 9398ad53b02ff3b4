import type { Sample } from './function-errors.js';
import { big, math, type Big } from './high-precision.js';

interface FunctionSamples {
  /** The function at many digits, from mathjs or by definition. */
  readonly of: (...args: Big[]) => Big;
  readonly at: readonly Sample[];
  /** Largest error, in units in the last place; 4 if not given. */
  readonly limit?: number;
}

const functions = math as unknown as Readonly<Record<string, (...args: Big[]) => Big>>;
const everywhere = (...numbers: number[]): Sample[] => numbers.map((x) => ({ at: [x] }));
/** Keeps numbers away from singular places. */
const awayFrom = (singular: readonly number[], ...numbers: number[]): Sample[] =>
  numbers.map((x) => ({ at: [x], reach: Math.min(...singular.map((s) => Math.abs(x - s))) }));
const ends = (...numbers: number[]): Sample[] => numbers.map((x) => ({ at: [x], valueOnly: true }));
const pairs = (reach: number | undefined, ...numbers: (readonly [number, number])[]): Sample[] =>
  numbers.map((at) => ({ at, ...(reach === undefined ? {} : { reach }) }));

const own = (name: string, at: readonly Sample[], limit?: number): [string, FunctionSamples] => [
  `${name}(x)`,
  { of: (x) => functions[name]!(x), at, ...(limit === undefined ? {} : { limit }) },
];

const NEAR_ONE = 1 - 2 ** -53;
const ABOVE_ONE = 1 + 2 ** -52;
const SMALL = [0, 1e-50, -1e-20, 1e-8];
const RIGHT_ANGLE = Math.PI / 2;
/** Distance of the double nearest to π/2 from π/2. */
const FROM_RIGHT_ANGLE = 6.123e-17;

/** Computes erf by its series; mathjs does not have it for many digits. */
function erf(x: Big): Big {
  let term = x;
  let sum = x;
  for (let n = 1; term.abs().greaterThan('1e-180'); n++) {
    term = term
      .times(x)
      .times(x)
      .times(2)
      .div(2 * n + 1);
    sum = sum.plus(term);
  }
  return sum
    .times(2)
    .div(functions['acos']!(big(-1)).sqrt())
    .times(math.exp(x.times(x).neg()));
}

const root =
  (n: number) =>
  (x: Big): Big => {
    const size = math.exp<Big>(math.log<Big>(x.abs()).div(n));
    return x.isNegative() ? size.neg() : size;
  };
const larger = (a: Big, b: Big): Big => (a.greaterThan(b) ? a : b);
const smaller = (a: Big, b: Big): Big => (a.lessThan(b) ? a : b);

/** Calls of every function of the language, each with places all over its domain. */
export const SAMPLES: Readonly<Record<string, FunctionSamples>> = Object.fromEntries([
  own('sin', everywhere(...SMALL, 0.5, RIGHT_ANGLE, 3, -2.5, 1e5, 1e15)),
  own('cos', everywhere(...SMALL, 0.5, RIGHT_ANGLE, 3, -2.5, 1e5, 1e15)),
  own('tan', [...everywhere(...SMALL, 0.5, 3, -2.5, 1e5), { at: [RIGHT_ANGLE], reach: FROM_RIGHT_ANGLE }]),
  own('sec', [...everywhere(...SMALL, 0.5, 3, -2.5, 1e5), { at: [RIGHT_ANGLE], reach: FROM_RIGHT_ANGLE }]),
  own('csc', [...awayFrom([0], 1e-100, -1e-8, 0.5, RIGHT_ANGLE), ...awayFrom([Math.PI], 3, 4), ...everywhere(1e5)]),
  own('cot', [...awayFrom([0], 1e-100, -1e-8, 0.5, RIGHT_ANGLE), ...awayFrom([Math.PI], 3, 4), ...everywhere(1e5)]),
  own('asin', [...everywhere(...SMALL), ...awayFrom([-1, 1], 0.5, -0.5, -0.99, NEAR_ONE, -NEAR_ONE), ...ends(1, -1)]),
  own('acos', [...everywhere(...SMALL), ...awayFrom([-1, 1], 0.5, -0.5, -0.99, NEAR_ONE, -NEAR_ONE), ...ends(1, -1)]),
  own('atan', everywhere(...SMALL, 0.5, -1, 3, -1e16, 1e50)),
  own('acot', awayFrom([0], 1e-20, -1e-8, 0.5, -1, 3, -1e16, 1e50)),
  own('asec', [...awayFrom([-1, 1], ABOVE_ONE, -ABOVE_ONE, 1.5, -2.5, 1e10, -1e75), ...ends(1, -1)]),
  own('acsc', [...awayFrom([-1, 1], ABOVE_ONE, -ABOVE_ONE, 1.5, -2.5, 1e10, -1e75), ...ends(1, -1)]),
  own('sinh', everywhere(...SMALL, 0.5, -3, 20, -700, 700)),
  own('cosh', everywhere(...SMALL, 0.5, -3, 20, -700, 700)),
  own('tanh', everywhere(...SMALL, 0.5, -3, 20, -30)),
  own('sech', everywhere(...SMALL, 0.5, -3, 20, -30)),
  own('csch', [...awayFrom([0], 1e-100, -1e-8, 0.5, -3), ...everywhere(20, -30)]),
  own('coth', [...awayFrom([0], 1e-100, -1e-8, 0.5, -3), ...everywhere(20, -30)]),
  own('asinh', everywhere(...SMALL, 0.5, -3, 1e10, -1e150)),
  own('acosh', [...awayFrom([-1, 1], ABOVE_ONE, 1.5, 7, 1e10, 1e150), ...ends(1)]),
  own('atanh', [...everywhere(...SMALL), ...awayFrom([-1, 1], 0.5, -0.99, NEAR_ONE, -NEAR_ONE)]),
  own('asech', [...awayFrom([0, 1], 1e-100, 0.3, 0.9, NEAR_ONE), ...ends(1)]),
  own('acsch', awayFrom([0], 1e-100, -1e-8, 0.5, -3, 1e10, -1e75)),
  own('acoth', awayFrom([-1, 1], ABOVE_ONE, -ABOVE_ONE, 1.5, -3, 1e10, 1e75)),
  own('exp', everywhere(...SMALL, 0.5, -3, 20, -700, 700)),
  own('expm1', everywhere(...SMALL, 0.5, -3, 20, -60, 700)),
  own('log', awayFrom([0], 1e-150, 0.3, NEAR_ONE, 1, ABOVE_ONE, 5, 1e300)),
  own('log2', awayFrom([0], 1e-150, 0.3, NEAR_ONE, 1, ABOVE_ONE, 5, 1e300)),
  own('log10', awayFrom([0], 1e-150, 0.3, NEAR_ONE, 1, ABOVE_ONE, 5, 1e300)),
  own('log1p', awayFrom([-1], ...SMALL, -0.4, -NEAR_ONE, 5, 1e300)),
  [
    'log(x, y)',
    { of: (x, y) => math.log<Big>(x).div(math.log<Big>(y)), at: pairs(1e-3, [0.3, 3], [5, 0.5], [1e10, 7]) },
  ],
  ['log(x, 10)', { of: (x) => math.log<Big>(x).div(math.log<Big>(big(10))), at: awayFrom([0], 0.3, 1000, 1e300) }],
  [
    'log1p(x, y)',
    { of: (x, y) => math.log<Big>(x.plus(1)).div(math.log<Big>(y)), at: pairs(1e-3, [1e-8, 3], [5, 0.5]) },
  ],
  own('sqrt', awayFrom([0], 1e-200, 0.3, 5, 1e300)),
  own('cbrt', awayFrom([0], 1e-150, -1e-100, 0.3, -8, 5, -1e300)),
  own('square', everywhere(...SMALL, -1.7, 2.2, 1e150)),
  own('cube', everywhere(...SMALL, -1.7, 2.2, 1e100)),
  ['nthRoot(x)', { of: (x) => x.sqrt(), at: awayFrom([0], 0.3, 5) }],
  ['nthRoot(x, 3)', { of: (x) => x.cbrt(), at: awayFrom([0], 0.3, -5) }],
  ['nthRoot(x, 4)', { of: (x) => x.sqrt().sqrt(), at: awayFrom([0], 1e-150, 0.3, 5, 1e300) }],
  ['nthRoot(x, 5)', { of: root(5), at: awayFrom([0], -1e-8, 0.3, 5, -5, 1e8) }],
  ['nthRoot(x, 6)', { of: root(6), at: awayFrom([0], 1e-150, 0.3, 5, 1e300) }],
  ['nthRoot(x, 9)', { of: root(9), at: awayFrom([0], 1e-150, -0.3, 5, -1e300) }],
  ['erf(x)', { of: erf, at: everywhere(...SMALL, 0.5, -1.2, 1.79, 1.81, -3, 5, 8) }],
  own('abs', awayFrom([0], 1e-300, -1.7, 2.2, -1e300)),
  // Alone it depends on nothing, which is refused.
  ['sign(x) * x', { of: (x) => x.abs(), at: awayFrom([0], 1e-300, -1.7, 2.2) }],
  // Alone it is a step, whose derivatives are all zero.
  ['floor(x) + x', { of: (x) => x.floor().plus(x), at: awayFrom([-2, 0, 1, 7], -1.7, 0.3, 1e-8, 6.999) }],
  [
    'mod(x, y)',
    {
      of: (x, y) => x.minus(y.times(x.div(y).floor())),
      at: pairs(1e-2, [7, 2], [-7.3, 2], [7, -2.5], [0.4, 1.5], [-1e-8, 3]),
    },
  ],
  [
    'clamp(x, y, z)',
    { of: (x, y, z) => smaller(larger(x, y), z), at: [{ at: [2, 1, 3] }, { at: [0.5, 1, 3] }, { at: [4, 1, 3] }] },
  ],
  [
    'smoothstep(x, y, z)',
    {
      of: (low, high, x) => {
        const u = smaller(larger(x.minus(low).div(high.minus(low)), big(0)), big(1));
        return u.times(u).times(big(3).minus(u.times(2)));
      },
      at: [
        { at: [1, 3, 2.4], reach: 0.5 },
        { at: [3, 1, 1.2], reach: 0.1 },
        { at: [-1, 2, -0.9], reach: 0.05 },
      ],
    },
  ],
  [
    'pow(x, y)',
    { of: (x, y) => math.exp(y.times(math.log<Big>(x))), at: pairs(1e-3, [1.3, 2.7], [0.4, -1.5], [20, 3]) },
  ],
  ['x^3', { of: (x) => x.pow(3), at: everywhere(-1.7, 0, 2.2, -1e100) }],
  ['x^-2', { of: (x) => x.pow(-2), at: awayFrom([0], -1.7, 2.2, -1e70) }],
  ['x^(3/2)', { of: (x) => x.sqrt().pow(3), at: awayFrom([0], 1e-100, 2.2, 1e100) }],
  ['x^1.25', { of: (x) => math.exp(math.log<Big>(x).times('1.25')), at: awayFrom([0], 1e-8, 2.2, 1e8) }],
  ['2^x', { of: (x) => math.exp(x.times(math.log<Big>(big(2)))), at: everywhere(0, -3, 0.5, 100) }],
  [
    'atan2(x, y)',
    { of: (y, x) => functions['atan2']!(y, x), at: pairs(1e-3, [1, 2], [1, -2], [-1, -2], [-1, 2], [1e-3, -1e3]) },
  ],
  ['hypot(x)', { of: (x) => x.abs(), at: [...ends(-1e-200, 1e200), ...awayFrom([0], -3)] }],
  [
    'hypot(x, y)',
    {
      of: (x, y) => x.times(x).plus(y.times(y)).sqrt(),
      at: [...pairs(undefined, [3, -4], [1e150, 1e149]), ...pairs(1e-150, [1e-150, -2e-150])],
    },
  ],
  ['min(x, y)', { of: smaller, at: pairs(undefined, [1, 2], [2, 1]) }],
  ['max(x, y)', { of: larger, at: pairs(undefined, [1, 2], [2, 1]) }],
  ['max(x, y, z)', { of: (x, y, z) => larger(larger(x, y), z), at: [{ at: [1, 3, 2] }, { at: [1, 2, 3] }] }],
]);
