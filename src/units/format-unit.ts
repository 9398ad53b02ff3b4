import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';
import {
  agree,
  JOULE,
  KILOGRAM,
  METRE,
  MOMENT_OF_INERTIA,
  over,
  RADIAN,
  SECOND,
  toThe,
  type Base,
  type Dimension,
} from './dimension.js';

/** `N^1`, `m^-1` */
interface Factor {
  readonly name: string;
  readonly exponent: Rational;
}

const NEWTON = over(JOULE, METRE);

const NAMES: readonly (readonly [name: string, base: Base])[] = [
  ['kg', 'mass'],
  ['m', 'length'],
  ['A', 'current'],
  ['K', 'temperature'],
  ['cd', 'luminousIntensity'],
  ['mol', 'amountOfSubstance'],
  ['bit', 'bit'],
  ['rad', 'angle'],
  ['s', 'time'],
];

/**
 * A unit as an engineer writes it: by newtons where it contains them, and radians where it is only
 * an angle.
 */
function factorsOf(given: Dimension): Factor[] {
  const isAngular = Q.isZero(given.mass) && Q.isZero(given.length);
  if (agree(given, JOULE) && Q.isZero(given.angle)) return [{ name: 'J', exponent: Q.ONE }];
  const newtons = hasNewtons(given) ? given.mass : Q.ZERO;
  const rest = over(given, toThe(NEWTON, newtons));
  return [
    { name: 'N', exponent: newtons },
    ...NAMES.map(([name, base]) => ({ name, exponent: base === 'angle' && !isAngular ? Q.ZERO : rest[base] })),
  ].filter(({ exponent }) => !Q.isZero(exponent));
}

/** Tests whether it contains `Nᵏ`: `kgᵏ s⁻²ᵏ`, or with more seconds below. */
function hasNewtons({ mass, time }: Dimension): boolean {
  const excess = Q.add(time, Q.multiply(Q.TWO, mass));
  if (Q.isZero(mass)) return false;
  return Q.isNegative(mass) ? Q.compare(excess, Q.ZERO) >= 0 : Q.compare(excess, Q.ZERO) <= 0;
}

/** `N·m`, `rad/s`, `kg·m²`, `1/m`; `1` for a number. */
export const formatUnit = (unit: Dimension): string =>
  quotient(unit, '·', ({ name, exponent }) => `${name}${superscript(exponent)}`);

/** The same text in TeX, upright. */
export const texUnit = (unit: Dimension): string =>
  `\\mathrm{${quotient(unit, '\\,', ({ name, exponent }) =>
    Q.isOne(exponent) ? name : `${name}^{${Q.toText(exponent)}}`,
  )}}`;

function quotient(unit: Dimension, sign: string, write: (factor: Factor) => string): string {
  const factors = factorsOf(unit);
  const above = factors.filter(({ exponent }) => !Q.isNegative(exponent)).map(write);
  const below = factors
    .filter(({ exponent }) => Q.isNegative(exponent))
    .map(({ name, exponent }) => write({ name, exponent: Q.negate(exponent) }));
  const numerator = above.length === 0 ? '1' : above.join(sign);
  if (below.length === 0) return numerator;
  return `${numerator}/${below.length === 1 ? below[0]! : `(${below.join(sign)})`}`;
}

function superscript(exponent: Rational): string {
  if (Q.isOne(exponent)) return '';
  return Q.isInteger(exponent)
    ? exponent.n.toString().replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))
    : `^(${Q.toText(exponent)})`;
}

const KINDS: ReadonlyMap<string, string> = new Map(
  (
    [
      [RADIAN, 'an angle'],
      [over(RADIAN, SECOND), 'an angular velocity'],
      [over(JOULE, RADIAN), 'a torque'],
      [METRE, 'a length'],
      [toThe(METRE, Q.TWO), 'an area'],
      [toThe(METRE, Q.rational(3)), 'a volume'],
      [SECOND, 'a time'],
      [KILOGRAM, 'a mass'],
      [over(METRE, SECOND), 'a speed'],
      [over(METRE, toThe(SECOND, Q.TWO)), 'an acceleration'],
      [NEWTON, 'a force'],
      [JOULE, 'an energy'],
      [MOMENT_OF_INERTIA, 'a moment of inertia'],
    ] as const
  ).map(([unit, kind]) => [formatUnit(unit), kind]),
);

/** `a length (m)`, `a number without a unit`, `a quantity in N/m`. */
export function describeUnit(unit: Dimension): string {
  const text = formatUnit(unit);
  if (text === '1') return 'a number without a unit';
  const kind = KINDS.get(text);
  return kind === undefined ? `a quantity in ${text}` : `${kind} (${text})`;
}
