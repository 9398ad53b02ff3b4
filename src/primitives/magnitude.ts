import type { BigNumber } from 'mathjs';
import { between } from './interval.js';
import { native, portable, type Primitive } from './primitive.js';
import { SLOPES } from './singularity.js';

/** Cube root, size, sign and whole part. */
export const magnitude = {
  cbrt: {
    arity: 1,
    slopes: {
      why: 'that of mathjs is not a number for negative arguments',
      // cbrt' = 1/(3 cbrt²)
      of: (a, _, cbrt) => [a.reciprocal(a.multiply(a.number(3), a.square(cbrt)))],
    },
    range: (u) => between(Math.cbrt(u.low), Math.cbrt(u.high), u.nonzero),
    parity: 'odd',
    values: { 0: 0, 1: 1 },
    singular: [{ kind: 'derivative undefined', at: 0, taken: SLOPES }],
    units: { root: 3 },
    tex: ['\\sqrt[3]{', '}'],
    ...portable('cbrt'),
  },
  abs: {
    arity: 1,
    slopes: {
      why: 'that of mathjs is not a number at 0',
      // |u|' = sign u
      of: (a, [u]) => [a.call('sign', u!)],
    },
    range: (u) => between(Math.max(0, u.low, -u.high), Math.max(Math.abs(u.low), Math.abs(u.high)), u.nonzero),
    parity: 'even',
    fold: (a, [u]) => (a.isNumber(u!) ? u : undefined),
    singular: [{ kind: 'kink', at: 0, taken: SLOPES }],
    units: 'same',
    tex: ['\\left|', '\\right|'],
    ...native('abs', 'fabs'),
  },
  sign: {
    arity: 1,
    // 0 away from the step
    slopes: { why: 'mathjs has none', of: (a) => [a.zero] },
    range: between(-1, 1),
    parity: 'odd',
    values: { 0: 0 },
    fold: (a, [u]) => (a.isNumber(u!) ? a.one : undefined),
    singular: [{ kind: 'jump', at: 0, taken: 'its value is 0 there' }],
    units: 'any to number',
    ...native('sign', 'holonomic_sign'),
  },
  floor: {
    arity: 1,
    // 0 away from the steps
    slopes: { why: 'mathjs has none', of: (a) => [a.zero] },
    range: (u) => between(Math.floor(u.low), Math.floor(u.high)),
    values: { 0: 0, 1: 1 },
    singular: [{ kind: 'jump', at: 'whole', taken: 'it jumps by 1 there, and its derivatives are 0', always: true }],
    tex: ['\\left\\lfloor', '\\right\\rfloor'],
    ...native('floor'),
    // Its type is written out: an inferred one names a package that this one does not depend on.
    reference: (_, x: BigNumber): BigNumber => x.floor(),
  },
} as const satisfies Readonly<Record<string, Primitive>>;
