import { between } from './interval.js';
import { portable, type Primitive } from './primitive.js';
import { SLOPES, type Singularity } from './singularity.js';

const ENDS: Singularity = { kind: 'derivative undefined', at: '±1', noValue: 'beyond', clamped: true, taken: SLOPES };
const CANCELS = 'written so that nothing cancels towards the ends of the domain';

export const inverseTrigonometric = {
  asin: {
    arity: 1,
    slopes: {
      why: CANCELS,
      // asin' = 1/√(1 − u²)
      of: (a, [u]) => [a.reciprocal(a.sqrt(a.oneMinusSquare(u!)))],
    },
    range: between(-Math.PI / 2, Math.PI / 2),
    parity: 'odd',
    values: { 0: 0 },
    singular: [ENDS],
    units: 'to angle',
    tex: '\\arcsin',
    ...portable('asin'),
  },
  acos: {
    arity: 1,
    slopes: {
      why: CANCELS,
      // acos' = −1/√(1 − u²)
      of: (a, [u]) => [a.negate(a.reciprocal(a.sqrt(a.oneMinusSquare(u!))))],
    },
    range: between(0, Math.PI),
    values: { 1: 0 },
    singular: [ENDS],
    units: 'to angle',
    tex: '\\arccos',
    ...portable('acos'),
  },
  atan: {
    arity: 1,
    slopes: 'mathjs',
    range: between(-Math.PI / 2, Math.PI / 2),
    parity: 'odd',
    values: { 0: 0 },
    units: 'to angle',
    tex: '\\arctan',
    ...portable('atan'),
  },
} as const satisfies Readonly<Record<string, Primitive>>;
