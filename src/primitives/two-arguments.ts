import { ALL, between } from './interval.js';
import { native, portable, type Primitive } from './primitive.js';
import type { Singularity } from './singularity.js';

const TIE: Singularity = { kind: 'kink', at: 'tie', taken: 'the derivatives are those of the former', always: true };
const LACKING = 'mathjs has none';

export const ofTwoArguments = {
  atan2: {
    arity: 2,
    slopes: {
      why: LACKING,
      // atan2(y, x): ∂y = x/(x² + y²), ∂x = −y/(x² + y²)
      of: (a, [y, x]) => {
        const square = a.add(a.square(x!), a.square(y!));
        return [a.divide(x!, square), a.negate(a.divide(y!, square))];
      },
    },
    range: between(-Math.PI, Math.PI),
    singular: [
      { kind: 'value undefined', at: 'origin', taken: 'the angle and its derivatives are taken as 0 there' },
      {
        kind: 'jump',
        at: 'cut',
        taken: 'the angle jumps between pi and -pi there, and with it all that is not periodic in it',
        always: true,
      },
    ],
    units: 'ratio to angle',
    ...portable('atan2'),
  },
  min: {
    arity: 2,
    associative: true,
    slopes: {
      why: LACKING,
      of: (a, [u, w]) => {
        const isFirst = a.condition('lessOrEqual', u!, w!);
        return [a.select(isFirst, a.one, a.zero), a.select(isFirst, a.zero, a.one)];
      },
    },
    range: (u, w) => between(Math.min(u.low, w.low), Math.min(u.high, w.high), u.nonzero && w.nonzero),
    fold: (_, [u, w]) => (u === w ? u : undefined),
    singular: [TIE],
    units: 'same',
    tex: '\\min',
    ...native('min', 'holonomic_min'),
  },
  max: {
    arity: 2,
    associative: true,
    slopes: {
      why: LACKING,
      of: (a, [u, w]) => {
        const isSecond = a.condition('less', u!, w!);
        return [a.select(isSecond, a.zero, a.one), a.select(isSecond, a.one, a.zero)];
      },
    },
    range: (u, w) => between(Math.max(u.low, w.low), Math.max(u.high, w.high), u.nonzero && w.nonzero),
    fold: (_, [u, w]) => (u === w ? u : undefined),
    singular: [TIE],
    units: 'same',
    tex: '\\max',
    ...native('max', 'holonomic_max'),
  },
  pow: {
    arity: 2,
    slopes: {
      why: 'mathjs has none for an exponent that varies with a base of 0',
      // ∂x = y x^(y−1), ∂y = x^y ln x, which is 0 in the limit x → 0 for the positive y for which
      // 0^y has a rate
      of: (a, [x, y], pow) => {
        const toBase = a.multiply(y!, a.call('pow', x!, a.subtract(y!, a.one)));
        const toExponent = a.multiply(pow, a.call('log', x!));
        const isZero = a.condition('equal', x!, a.zero);
        return [toBase, a.isConstant(x!) ? toExponent : a.select(isZero, a.zero, toExponent)];
      },
    },
    range: (base) => (base.low >= 0 ? between(0, Infinity, base.nonzero) : ALL),
    // 1^y = 1; 0^y = 0 for the positive y for which it has a derivative
    fold: (a, [x]) => (x === a.one || x === a.zero ? x : undefined),
    singular: [
      {
        kind: 'derivative undefined',
        at: 0,
        taken: 'what is infinite is taken as 0 there',
        infinite: 'power of zero',
      },
    ],
    units: 'by exponent',
    tex: '^',
    ...portable('pow'),
  },
} as const satisfies Readonly<Record<string, Primitive>>;
