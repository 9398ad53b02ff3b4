import { SCALAR_FUNCTIONS } from '../symbolic/functions.js';

/** Functions whose arguments or results include vectors and matrices. */
export const VECTOR_FUNCTION_NAMES = [
  'dot',
  'cross',
  'norm',
  'normalize',
  'perp',
  'rotate',
  'angle',
  'dihedral',
  'lerp',
  'det',
  'trace',
  'transpose',
] as const;
export type VectorFunctionName = (typeof VECTOR_FUNCTION_NAMES)[number];

/** Every function that a formula may call. */
export const FUNCTION_NAMES: ReadonlySet<string> = new Set([
  ...SCALAR_FUNCTIONS.keys(),
  ...VECTOR_FUNCTION_NAMES,
  'ddt',
  'sum',
]);

/**
 * Functions whose names quantities may have as well: a call means the function, the name alone the
 * quantity.
 */
export const QUANTITIES_TOO: ReadonlySet<string> = new Set(
  'angle dihedral lerp det trace transpose floor clamp smoothstep sum'.split(' '),
);

/** Names of constants, and of time. */
export const CONSTANT_NAMES = ['pi', 'tau', 'e', 't'] as const;
export type ConstantQuantity = (typeof CONSTANT_NAMES)[number];

/** Names with a meaning of their own in mathjs that no quantity may have, each with a message. */
export const FOREIGN_NAMES: ReadonlyMap<string, string> = new Map([
  ['i', 'Complex numbers are not supported.'],
  ['NaN', 'Only finite real numbers are supported.'],
  ['Infinity', 'Only finite real numbers are supported.'],
  ['null', 'There is no empty value in a formula.'],
  ['undefined', 'There is no empty value in a formula.'],
  ['end', 'Ranges of components are not supported.'],
]);

/** Words that are operators or truth values, some of them only in mathjs. */
export const LANGUAGE_WORDS: ReadonlySet<string> = new Set('and or not true false mod to in xor'.split(' '));
