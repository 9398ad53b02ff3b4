import { powEvaluator } from '../elementary.js';
import { addJets, divideJets, multiplyJets } from '../taylor/arithmetic.js';
import { raiseToPower } from '../taylor/functions.js';
import { exponential } from './exponential.js';
import type { Operations } from './operation.js';
import { flat, infiniteAt, LINEAR } from './singular.js';
import { inverse, one, put, square } from './slopes.js';

/** A number, or 0 if it is infinite. */
const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

export const arithmetic: Operations<'add' | 'subtract' | 'multiply' | 'divide' | 'negate' | 'pow' | 'sqrt' | 'cbrt'> = {
  add: {
    double: (a, b) => a + b,
    big: () => (a, b) => a.plus(b),
    jet: (t, at, x, y) => {
      addJets(t, at, x, y, 1);
    },
    rate: ({ of, sum }, _, [x, y]) => sum(of(x!), of(y!)),
    ...LINEAR,
  },
  subtract: {
    double: (a, b) => a - b,
    big: () => (a, b) => a.minus(b),
    jet: (t, at, x, y) => {
      addJets(t, at, x, y, -1);
    },
    rate: ({ of, sum, negative }, _, [x, y]) => sum(of(x!), negative(of(y!))),
    ...LINEAR,
  },
  multiply: {
    double: (a, b) => a * b,
    big: () => (a, b) => a.times(b),
    jet: multiplyJets,
    rate: ({ of, times, sum }, _, [x, y]) => sum(times(y!, of(x!)), times(x!, of(y!))),
    singular: 'nowhere',
    dependence: 'one argument',
  },
  divide: {
    double: (a, b) => a / b,
    big: () => (a, b) => a.div(b),
    jet: divideJets,
    // (x/y)˙ = (ẋ − (x/y) ẏ)/y
    rate: ({ program, of, times, sum, negative }, at, [x, y]) => {
      const above = sum(of(x!), negative(times(at, of(y!))));
      return above === undefined ? undefined : program.operation('divide', above, y!);
    },
    // 1/x = 0, and so is every derivative of it.
    singular: {
      distance: (_, x) => Math.abs(x),
      policy: (_, x) => (x === 0 ? flat(0) : undefined),
      moving: 1,
    },
    dependence: 'numerator',
  },
  negate: {
    double: (a) => -a,
    big: () => (a) => a.neg(),
    slopes: (_x, _y, out) => {
      put(out, -1, 0, 0);
    },
    slope: (p) => p.constant('-1'),
    // Exact.
    bound: (t, at, x) => {
      t.errors[at] = t.errors[x]!;
    },
    ...LINEAR,
  },
  pow: {
    double: (x, y) => x ** y,
    big: powEvaluator,
    jet: (t, at, x, y) => {
      raiseToPower(t, at, x, y, exponential.log);
    },
    // (x^y)˙ = y x^(y−1) ẋ + x^y log(x) ẏ
    rate: ({ program, of, times, sum }, at, [x, y]) => {
      const slopeInBase = (): number =>
        program.operation(
          'multiply',
          y!,
          program.operation('pow', x!, program.operation('subtract', y!, one(program))),
        );
      const byBase = of(x!) === undefined ? undefined : times(slopeInBase(), of(x!));
      const byExponent =
        of(y!) === undefined
          ? undefined
          : times(program.operation('multiply', at, program.operation('log', x!)), of(y!));
      return sum(byBase, byExponent);
    },
    // Whole powers are smooth. For others, each derivative y x^(y − 1), … that is infinite counts as
    // 0.
    singular: {
      distance: (x) => Math.abs(x),
      policy: (x, y) => {
        if (x !== 0 || (Number.isInteger(y) && y >= 0)) return undefined;
        const [value, slope, curvature] = [0 ** y, y * 0 ** (y - 1), y * (y - 1) * 0 ** (y - 2)].map(finite);
        return {
          value: value!,
          first: [slope!, 0],
          second: [
            [curvature!, 0],
            [0, 0],
          ],
        };
      },
      moving: 0,
    },
    dependence: 'smooth',
  },
  sqrt: {
    double: Math.sqrt,
    big: () => (x) => x.sqrt(),
    slopes: (x, y, out) => {
      const d = 1 / (2 * y);
      put(out, d, -d / (2 * x), ((3 / 4) * d) / x / x);
    },
    slope: (p, _, y) => inverse(p, p.operation('add', y, y)),
    ...infiniteAt(0),
  },
  cbrt: {
    double: Math.cbrt,
    big: () => (x) => x.cbrt(),
    slopes: (x, y, out) => {
      const d = y / x / 3;
      put(out, d, ((-2 / 3) * d) / x, ((10 / 9) * d) / x / x);
    },
    slope: (p, _, y) => inverse(p, p.operation('multiply', p.constant('3'), square(p, y))),
    ...infiniteAt(0),
  },
};
