import { NOT_A_NUMBER, ONE, ZERO } from '../big.js';
import { mayVanish, takeFloor, takeSign } from '../taylor/choices.js';
import type { Operations } from './operation.js';
import { flat, flatAt } from './singular.js';
import { put } from './slopes.js';
import { areEqual } from './truths.js';

export const magnitude: Operations<'abs' | 'sign' | 'floor'> = {
  abs: {
    double: Math.abs,
    big: () => (x) => x.abs(),
    slopes: (x, _, out) => {
      put(out, Math.sign(x), 0, 0);
    },
    slope: (p, x) => p.operation('sign', x),
    // Exact; at a zero that has an error, the slope is not 0.
    bound: (t, at, x) => {
      t.errors[at] = t.errors[x]!;
      if (mayVanish(t, x)) t.boundDerivatives(at, Infinity);
    },
    ...flatAt(0),
  },
  sign: {
    double: Math.sign,
    big: () => (x) => (x.isNaN() ? NOT_A_NUMBER : x.isZero() ? ZERO : x.isNegative() ? ONE.neg() : ONE),
    jet: takeSign,
    rate: 'none',
    ...flatAt(0),
  },
  floor: {
    double: Math.floor,
    big: () => (x) => (areEqual(x, x.round()) ? x.round() : x.floor()),
    jet: takeFloor,
    rate: 'none',
    // At a step rounding decides which of the two values it is: the policy asks for nothing.
    singular: { policy: (x) => (Number.isInteger(x) ? flat(Number.NaN) : undefined) },
    dependence: 'unknown',
  },
};
