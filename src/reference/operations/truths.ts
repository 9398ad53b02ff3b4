import { ONE, ZERO, type BigNumber } from '../big.js';
import { compareJets, connectJets, selectJet } from '../taylor/choices.js';
import type { Operations, OtherOperation, Singular } from './operation.js';

const truth = Number;
const bigTruth = (holds: boolean): BigNumber => (holds ? ONE : ZERO);

/** Relative difference at 64 digits that rounding makes, as between `√3²` and 3. Doubles differ by more. */
const ROUNDED = 1e-50;

export function areEqual(a: BigNumber, b: BigNumber): boolean {
  return a.equals(b) || a.minus(b).abs().lessThan(b.abs().times(ROUNDED));
}

const TRUTH = { rate: 'none', dependence: 'unknown', isTruth: true } as const;

/** A comparison. One with NaN is false, on doubles as at 64 digits. */
const comparison = (
  double: (a: number, b: number) => boolean,
  big: (a: BigNumber, b: BigNumber) => boolean,
  singular: Singular | 'nowhere',
): OtherOperation => {
  const onDoubles = (a: number, b: number): number => truth(double(a, b));
  return {
    double: onDoubles,
    big: () => (a, b) => bigTruth(big(a, b)),
    jet: (t, at, x, y) => {
      compareJets(t, onDoubles, at, x, y);
    },
    singular,
    ...TRUTH,
  };
};

const connective = (count: 1 | 2, double: (a: boolean, b: boolean) => boolean): OtherOperation => {
  const onDoubles = (a: number, b: number): number => truth(double(a !== 0, b !== 0));
  return {
    double: onDoubles,
    big: () => (a, b) => bigTruth(double(!a.isZero(), count === 2 && !b.isZero())),
    jet: (t, at, x, y) => {
      connectJets(t, onDoubles, at, x, count === 2 ? y : x);
    },
    singular: 'nowhere',
    ...TRUTH,
  };
};

/** Two branches meet where the compared numbers are equal. */
const MEETING: Singular = { distance: (a, b) => Math.abs(a - b), isKink: true };

export const truths: Operations<'smaller' | 'smallerEq' | 'equal' | 'and' | 'or' | 'not' | 'select'> = {
  smaller: comparison(
    (a, b) => a < b,
    (a, b) => a.lessThan(b) && !areEqual(a, b),
    MEETING,
  ),
  smallerEq: comparison(
    (a, b) => a <= b,
    (a, b) => a.lessThanOrEqualTo(b) || areEqual(a, b),
    MEETING,
  ),
  equal: comparison((a, b) => a === b, areEqual, 'nowhere'),
  and: connective(2, (a, b) => a && b),
  or: connective(2, (a, b) => a || b),
  not: connective(1, (a) => !a),
  select: {
    // Both branches are evaluated. Outside its domain a function is NaN here, and is not chosen.
    double: (condition, a, b) => (condition !== 0 ? a : b),
    big: () => (condition, a, b) => (condition.isZero() ? b : a),
    jet: selectJet,
    rate: ({ program, of }, _, [condition, whenTrue, whenFalse]) => {
      const [a, b] = [of(whenTrue!), of(whenFalse!)];
      if (a === undefined && b === undefined) return undefined;
      const zero = program.constant('0');
      return program.operation('select', condition!, a ?? zero, b ?? zero);
    },
    singular: 'nowhere',
    dependence: 'choice',
  },
};
