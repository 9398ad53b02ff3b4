import { between } from './interval.js';
import { portable, type Primitive } from './primitive.js';

export const hyperbolic = {
  sinh: { arity: 1, slopes: 'mathjs', parity: 'odd', values: { 0: 0 }, tex: '\\sinh', ...portable('sinh') },
  cosh: {
    arity: 1,
    slopes: 'mathjs',
    range: between(1, Infinity),
    parity: 'even',
    values: { 0: 1 },
    tex: '\\cosh',
    ...portable('cosh'),
  },
  tanh: {
    arity: 1,
    slopes: 'mathjs',
    range: between(-1, 1),
    parity: 'odd',
    values: { 0: 0 },
    tex: '\\tanh',
    ...portable('tanh'),
  },
} as const satisfies Readonly<Record<string, Primitive>>;
