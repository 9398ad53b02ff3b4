import type { Algebra } from './algebra.js';
import { between } from './interval.js';
import { portable, type Primitive } from './primitive.js';
import { VALUE_AND_SLOPES, type Singularity } from './singularity.js';

const logarithmic = (at: 0 | -1): Singularity => ({
  kind: 'value undefined',
  at,
  noValue: 'below',
  taken: VALUE_AND_SLOPES,
  infinite: '-Infinity',
});
const LACKING = 'mathjs has none';

/** `ln 2` */
const ln2 = <N>(a: Algebra<N>): N => a.call('log', a.number(2));

export const exponential = {
  exp: {
    arity: 1,
    slopes: 'mathjs',
    range: between(0, Infinity, true),
    values: { 0: 1 },
    tex: '\\exp',
    ...portable('exp'),
  },
  expm1: {
    arity: 1,
    // expm1' = exp
    slopes: { why: LACKING, of: (a, [u]) => [a.call('exp', u!)] },
    range: between(-1, Infinity),
    values: { 0: 0 },
    ...portable('expm1'),
  },
  log: { arity: 1, slopes: 'mathjs', values: { 1: 0 }, singular: [logarithmic(0)], tex: '\\ln', ...portable('log') },
  log1p: {
    arity: 1,
    // log1p' = 1/(1 + u)
    slopes: { why: LACKING, of: (a, [u]) => [a.reciprocal(a.add(a.one, u!))] },
    values: { 0: 0 },
    singular: [logarithmic(-1)],
    ...portable('log1p'),
  },
  log2: {
    arity: 1,
    // log2' = 1/(u ln 2)
    slopes: { why: LACKING, of: (a, [u]) => [a.reciprocal(a.multiply(u!, ln2(a)))] },
    values: { 1: 0 },
    singular: [logarithmic(0)],
    ...portable('log2'),
  },
  log10: { arity: 1, slopes: 'mathjs', values: { 1: 0 }, singular: [logarithmic(0)], ...portable('log10') },
} as const satisfies Readonly<Record<string, Primitive>>;
