import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';

/** The base quantities, in the order in which mathjs keeps their exponents. */
export const BASES = [
  'mass',
  'length',
  'time',
  'current',
  'temperature',
  'luminousIntensity',
  'amountOfSubstance',
  'angle',
  'bit',
] as const;
export type Base = (typeof BASES)[number];

/**
 * The dimension of a quantity: the exponent of each base quantity, in coherent units of SI. An
 * angle is a number: its exponent never decides whether two dimensions agree. It is kept to tell
 * `rad/s` from `1/s` where a unit is shown.
 */
export type Dimension = Readonly<Record<Base, Rational>>;

export const dimension = (exponentOf: (base: Base, index: number) => Rational): Dimension =>
  Object.fromEntries(BASES.map((base, i) => [base, exponentOf(base, i)])) as Record<Base, Rational>;

const baseUnit = (...bases: readonly Base[]): Dimension => dimension((base) => (bases.includes(base) ? Q.ONE : Q.ZERO));

export const NUMBER = baseUnit();
export const METRE = baseUnit('length');
export const SECOND = baseUnit('time');
export const RADIAN = baseUnit('angle');
export const KILOGRAM = baseUnit('mass');

export const times = (a: Dimension, b: Dimension): Dimension => dimension((base) => Q.add(a[base], b[base]));
export const over = (a: Dimension, b: Dimension): Dimension => dimension((base) => Q.subtract(a[base], b[base]));
export const toThe = (a: Dimension, exponent: Rational): Dimension =>
  dimension((base) => Q.multiply(a[base], exponent));

/** `kg m²/s²` */
export const JOULE = over(times(KILOGRAM, toThe(METRE, Q.TWO)), toThe(SECOND, Q.TWO));
/** `kg m²` */
export const MOMENT_OF_INERTIA = times(KILOGRAM, toThe(METRE, Q.TWO));

/** Tests whether quantities of these dimensions may be added. */
export const agree = (a: Dimension, b: Dimension): boolean =>
  BASES.every((base) => base === 'angle' || Q.equals(a[base], b[base]));

export const isNumber = (a: Dimension): boolean => agree(a, NUMBER);

/**
 * The dimension of a sum of two quantities whose dimensions agree. The sum of an angle and a number
 * is an angle.
 */
export const common = (a: Dimension, b: Dimension): Dimension => (Q.isZero(a.angle) ? b : a);
