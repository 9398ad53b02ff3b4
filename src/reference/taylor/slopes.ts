import type { OperationName } from '../doubles.js';

/**
 * Writes the first three derivatives of a function at `x`, where its value is `y`, to `out[0..2]`.
 */
type Slopes = (x: number, y: number, out: Float64Array) => void;

const put = (out: Float64Array, first: number, second: number, third: number): void => {
  out[0] = first;
  out[1] = second;
  out[2] = third;
};

/** `log_b′ = 1/(x log b)`, given `1/log b` and the number that the function adds to `x`. */
const logarithm =
  (factor: number, shift: 0 | 1): Slopes =>
  (x, _, out) => {
    const w = 1 / (x + shift);
    put(out, factor * w, -factor * w * w, 2 * factor * w * w * w);
  };

/** `r′ = ±1/√(1 − x²)`. Near ±1 the radicand is computed as `(1 − x)(1 + x)`. */
const arc =
  (sign: 1 | -1): Slopes =>
  (x, _, out) => {
    const d = sign / Math.sqrt((1 - x) * (1 + x));
    put(out, d, x * d ** 3, (1 + 2 * x * x) * d ** 5);
  };

/**
 * The functions of one number: derivatives in closed form (Abramowitz and Stegun, chapters 4 and
 * 7), written so that they neither overflow nor cancel where the result does not. These rules are
 * separate on purpose: the toolkit's come from mathjs.
 */
export const SLOPES: Readonly<Partial<Record<OperationName, Slopes>>> = {
  negate: (_x, _y, out) => {
    put(out, -1, 0, 0);
  },
  sqrt: (x, y, out) => {
    const d = 1 / (2 * y);
    put(out, d, -d / (2 * x), ((3 / 4) * d) / x / x);
  },
  cbrt: (x, y, out) => {
    const d = y / x / 3;
    put(out, d, ((-2 / 3) * d) / x, ((10 / 9) * d) / x / x);
  },
  exp: (_, y, out) => {
    put(out, y, y, y);
  },
  expm1: (x, _, out) => {
    const y = Math.exp(x);
    put(out, y, y, y);
  },
  log: logarithm(1, 0),
  log1p: logarithm(1, 1),
  log2: logarithm(Math.LOG2E, 0),
  log10: logarithm(Math.LOG10E, 0),
  erf: (x, _, out) => {
    const d = (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x);
    put(out, d, -2 * x * d, (4 * x * x - 2) * d);
  },
  sin: (x, y, out) => {
    const c = Math.cos(x);
    put(out, c, -y, -c);
  },
  cos: (x, y, out) => {
    const s = Math.sin(x);
    put(out, -s, -y, s);
  },
  tan: (_, y, out) => {
    const d = 1 + y * y;
    put(out, d, 2 * y * d, d * (2 + 6 * y * y));
  },
  asin: arc(1),
  acos: arc(-1),
  atan: (x, _, out) => {
    const d = 1 / (1 + x * x);
    put(out, d, -2 * x * d * d, (6 * x * x - 2) * d * d * d);
  },
  sinh: (x, y, out) => {
    const c = Math.cosh(x);
    put(out, c, y, c);
  },
  cosh: (x, y, out) => {
    const s = Math.sinh(x);
    put(out, s, y, s);
  },
  // sech² x = 1/cosh² x underflows to 0 where cosh is infinite, as it should.
  tanh: (x, y, out) => {
    const d = (1 / Math.cosh(x)) ** 2;
    put(out, d, -2 * y * d, d * (6 * y * y - 2));
  },
  asinh: (x, _, out) => {
    const r = 1 / Math.hypot(1, x);
    put(out, r, -x * r * r * r, (2 * (x * r) ** 2 - r * r) * r ** 3);
  },
  acosh: (x, _, out) => {
    const r = 1 / (Math.sqrt(x - 1) * Math.sqrt(x + 1));
    put(out, r, -x * r * r * r, (2 * (x * r) ** 2 + r * r) * r ** 3);
  },
  atanh: (x, _, out) => {
    const q = 1 / ((1 - x) * (1 + x));
    put(out, q, 2 * x * q * q, (2 + 6 * x * x) * q * q * q);
  },
  abs: (x, _, out) => {
    put(out, Math.sign(x), 0, 0);
  },
};

/**
 * Arguments at which the derivatives of a function of one number are infinite: the ends of its
 * domain, and the root of `cbrt`.
 */
export const SINGULAR_ARGUMENTS: Readonly<Partial<Record<OperationName, readonly number[]>>> = {
  sqrt: [0],
  cbrt: [0],
  log: [0],
  log2: [0],
  log10: [0],
  log1p: [-1],
  asin: [-1, 1],
  acos: [-1, 1],
  acosh: [1],
  atanh: [-1, 1],
};
