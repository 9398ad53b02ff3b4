import { erf } from '../../runtime/base/special-functions.js';

type Doubles = (...args: number[]) => number;

const truth = Number;

const TABLE = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  negate: (a) => -a,
  pow: (x, y) => x ** y,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  exp: Math.exp,
  expm1: Math.expm1,
  log: Math.log,
  log1p: Math.log1p,
  log10: Math.log10,
  log2: Math.log2,
  erf,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  atan2: Math.atan2,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  abs: Math.abs,
  sign: Math.sign,
  floor: Math.floor,
  smaller: (a, b) => truth(a < b),
  smallerEq: (a, b) => truth(a <= b),
  equal: (a, b) => truth(a === b),
  and: (a, b) => truth(a !== 0 && b !== 0),
  or: (a, b) => truth(a !== 0 || b !== 0),
  not: (a) => truth(a === 0),
  // Both branches are evaluated. Outside its domain a function is NaN here, and is not chosen.
  select: (condition, a, b) => (condition !== 0 ? a : b),
} as const satisfies Readonly<Record<string, Doubles>>;

/** Every operation that a formula reduces to. Names are those of mathjs where it has one. */
export type OperationName = keyof typeof TABLE;

/** The operations on doubles. Truth values are 1 and 0. */
export const DOUBLES: Readonly<Record<OperationName, Doubles>> = TABLE;

export function doubleConstant(text: string): number {
  if (text === 'pi') return Math.PI;
  if (text === 'tau') return 2 * Math.PI;
  if (text === 'e') return Math.E;
  return Number(text);
}
