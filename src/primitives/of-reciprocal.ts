import type { Algebra } from './algebra.js';
import { ofReciprocal, type Primitive } from './primitive.js';
import { SLOPES, VALUE_AND_SLOPES, type Singularity } from './singularity.js';

const CANCELS = 'written so that nothing cancels towards the ends of the domain';
const ENDS: Singularity = { kind: 'derivative undefined', at: '±1', noValue: 'between', taken: SLOPES };
const AT_ZERO = { kind: 'value undefined', at: 0, taken: VALUE_AND_SLOPES, infinite: 'at zero' } as const;

/** `1/(|u| √radicand)` */
const slope = <N>(a: Algebra<N>, u: N, radicand: N): N => a.divide(a.reciprocal(a.sqrt(radicand)), a.call('abs', u));

/**
 * The inverses of the secant, cosecant, cotangent and their hyperbolic counterparts:
 * `acot x = atan(1/x)`.
 */
export const inversesOfReciprocals = {
  acot: {
    arity: 1,
    slopes: 'mathjs',
    parity: 'odd',
    singular: [{ kind: 'jump', at: 0, taken: 'its value is pi / 2 or -pi / 2 there', always: true }],
    units: 'to angle',
    ...ofReciprocal('atan'),
  },
  asec: {
    arity: 1,
    slopes: {
      why: CANCELS,
      // asec' = 1/(|u| √(u² − 1))
      of: (a, [u]) => [slope(a, u!, a.negate(a.oneMinusSquare(u!)))],
    },
    values: { 1: 0 },
    singular: [ENDS],
    units: 'to angle',
    ...ofReciprocal('acos'),
  },
  acsc: {
    arity: 1,
    slopes: {
      why: CANCELS,
      // acsc' = −1/(|u| √(u² − 1))
      of: (a, [u]) => [a.negate(slope(a, u!, a.negate(a.oneMinusSquare(u!))))],
    },
    parity: 'odd',
    singular: [ENDS],
    units: 'to angle',
    ...ofReciprocal('asin'),
  },
  acoth: {
    arity: 1,
    slopes: {
      why: 'that of mathjs has the wrong sign',
      // acoth' = 1/(1 − u²)
      of: (a, [u]) => [a.reciprocal(a.oneMinusSquare(u!))],
    },
    parity: 'odd',
    singular: [
      { kind: 'value undefined', at: '±1', noValue: 'between', taken: VALUE_AND_SLOPES, infinite: '±Infinity' },
    ],
    ...ofReciprocal('atanh'),
  },
  asech: {
    arity: 1,
    slopes: {
      why: 'that of mathjs has the wrong sign for the negative arguments at which only a rate is asked for',
      // asech' = −1/(|u| √(1 − u²)), as for acosh(1/u)
      of: (a, [u]) => [a.negate(slope(a, u!, a.oneMinusSquare(u!)))],
    },
    values: { 1: 0 },
    singular: [
      { ...AT_ZERO, noValue: 'below' },
      { kind: 'derivative undefined', at: 1, noValue: 'beyond', taken: SLOPES },
    ],
    ...ofReciprocal('acosh'),
  },
  acsch: {
    arity: 1,
    slopes: {
      why: 'in the same form as those of its kin',
      // acsch' = −1/(|u| √(1 + u²))
      of: (a, [u]) => [a.negate(slope(a, u!, a.add(a.one, a.square(u!))))],
    },
    parity: 'odd',
    singular: [AT_ZERO],
    ...ofReciprocal('asinh'),
  },
} as const satisfies Readonly<Record<string, Primitive>>;
