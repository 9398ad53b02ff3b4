import { portable, type Primitive } from './primitive.js';
import { referenceErf } from './reference-erf.js';

export const errorFunction = {
  erf: {
    arity: 1,
    slopes: {
      why: 'mathjs has none',
      // erf' = 2/√π · exp(−u²), with 2/√π = √(8/τ)
      of: (a, [u]) => [
        a.multiply(a.sqrt(a.divide(a.number(8), a.constant('tau'))), a.call('exp', a.negate(a.square(u!)))),
      ],
    },
    parity: 'odd',
    values: { 0: 0 },
    reference: referenceErf,
    ...portable('erf'),
  },
} as const satisfies Readonly<Record<string, Primitive>>;
