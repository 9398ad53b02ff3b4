import { FRONT_HEADER, type HeaderName } from '../../runtime/linear/front-memory.js';
import { add, call, choose, int, less, loadInt, shl, type Code } from '../../src/wasm/encoder.js';

/*
 * Addresses in the memory of a factorization; see runtime/linear/front-memory.ts. All are in bytes.
 * Indices into arrays of integers and doubles count entries.
 */

/** A number, or the address of an array, at the beginning of the memory. */
export const header = (name: HeaderName): Code => loadInt(int(0), 4 * FRONT_HEADER.indexOf(name));

export const intAt = (base: Code, i: Code): Code => loadInt(add(base, shl(i, 2)));
/** The integer after that with the index `i`. */
export const nextIntAt = (base: Code, i: Code): Code => loadInt(add(base, shl(i, 2)), 4);
/** Address of the double with the index `i`. */
export const doubleAt = (base: Code, i: Code): Code => add(base, shl(i, 3));

/** The less of two integers. */
export const least = (a: Code, b: Code): Code => choose(less(a, b), a, b);

/** Rows of a band. */
export const ROWS = [0, 1, 2, 3] as const;

/** Bands, or groups of four columns, that hold `n` of them. */
export const fours = (n: Code): Code => [...add(n, int(3)), ...int(2), 0x75];

/** Bytes of one column of a band, and of one tile. */
export const COLUMN = 32;
export const TILE = 128;

/** Functions of the module, in the order of their numbers. Number 0 is `isIndependent`. */
const FUNCTIONS = [
  'clear',
  'eliminateRows',
  'addUpdate',
  'extendAdd',
  'factorizeOwn',
  'solveFront',
  'factorize',
  'solveLower',
  'solveTranspose',
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** Calls a function of the module. */
export const invoke = (name: FunctionName, ...args: readonly Code[]): Code =>
  call(1 + FUNCTIONS.indexOf(name), ...args);

/** `isIndependent(k)` of the factorization, 0 or 1. */
export const isIndependent = (k: Code): Code => call(0, k);

/** Puts functions in the order of their numbers. */
export function inOrder<T>(functions: Readonly<Record<FunctionName, T>>): Record<FunctionName, T> {
  return Object.fromEntries(FUNCTIONS.map((name) => [name, functions[name]])) as Record<FunctionName, T>;
}
