import { between } from './interval.js';
import { portable, type Primitive } from './primitive.js';

export const trigonometric = {
  sin: {
    arity: 1,
    slopes: 'mathjs',
    range: between(-1, 1),
    parity: 'odd',
    values: { 0: 0 },
    units: 'of angle',
    tex: '\\sin',
    ...portable('sin'),
  },
  cos: {
    arity: 1,
    slopes: 'mathjs',
    range: between(-1, 1),
    missesZeros: true,
    parity: 'even',
    values: { 0: 1 },
    units: 'of angle',
    tex: '\\cos',
    ...portable('cos'),
  },
  tan: {
    arity: 1,
    slopes: {
      why: 'written with the tangent that is there, not with a secant',
      // tan' = 1 + tan²
      of: (a, _, tan) => [a.add(a.one, a.square(tan))],
    },
    parity: 'odd',
    values: { 0: 0 },
    singular: [{ kind: 'value undefined', at: { zeroOf: 'cos' }, taken: 'no double lies there', always: true }],
    units: 'of angle',
    tex: '\\tan',
    ...portable('tan'),
  },
} as const satisfies Readonly<Record<string, Primitive>>;
