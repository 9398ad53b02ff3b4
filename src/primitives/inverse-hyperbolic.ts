import { between } from './interval.js';
import { portable, type Primitive } from './primitive.js';
import { SLOPES, VALUE_AND_SLOPES } from './singularity.js';

export const inverseHyperbolic = {
  asinh: { arity: 1, slopes: 'mathjs', parity: 'odd', values: { 0: 0 }, ...portable('asinh') },
  acosh: {
    arity: 1,
    slopes: {
      why: 'written so that nothing cancels towards the end of the domain',
      // acosh' = 1/√(u² − 1)
      of: (a, [u]) => [a.reciprocal(a.sqrt(a.negate(a.oneMinusSquare(u!))))],
    },
    range: between(0, Infinity),
    values: { 1: 0 },
    singular: [{ kind: 'derivative undefined', at: 1, noValue: 'below', taken: SLOPES }],
    ...portable('acosh'),
  },
  atanh: {
    arity: 1,
    slopes: {
      why: 'written so that nothing cancels towards the ends of the domain',
      // atanh' = 1/(1 − u²)
      of: (a, [u]) => [a.reciprocal(a.oneMinusSquare(u!))],
    },
    parity: 'odd',
    values: { 0: 0 },
    singular: [
      { kind: 'value undefined', at: '±1', noValue: 'beyond', taken: VALUE_AND_SLOPES, infinite: '±Infinity' },
    ],
    ...portable('atanh'),
  },
} as const satisfies Readonly<Record<string, Primitive>>;
