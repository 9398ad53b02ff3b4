import { expect, it } from 'vitest';
import { angleAcos } from '../../bench/yardstick/angle-acos.js';
import { derived } from '../../bench/yardstick/cases.js';
import { LIBRARY_TYPES } from '../support/library.js';
import { scalingFaults } from '../support/scaling.js';

/** `2^498` is 8e149: what is quadratic in lengths lies within doubles at it and at its reciprocal, what is cubic does not. */
const EXPONENT = 498;

/** A sixth power of lengths lies within doubles at `2^168`, 4e50, and at its reciprocal; a fourth power at `2^252`, 7e75. */
const SIXTH = 168;
const FOURTH = 252;

/**
 * What overflows, or loses places to underflow, on the way to a result that a double holds: the length of a cross product, `√(n · n)`, where `n · n` is
 * a fourth power of lengths; in the bias of the cam the second derivatives of the angle, a product of three lengths over two.
 */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  Angle3D: ['C', 'Cdot', 'J', 'Jdot', 'gamma'],
  TriangleArea3D: ['C', 'Cdot', 'J', 'Jdot', 'gamma'],
  Cam: ['gamma'],
};

it.each(LIBRARY_TYPES.map((type) => [type.name, type] as const))('%s is exact at lengths of 1e±150', (name, type) => {
  expect([scalingFaults(type, EXPONENT), scalingFaults(type, -EXPONENT)].map((faults) => faults.join(' '))).toEqual(
    [1, -1].map(() => (EXCEPTIONS[name] ?? []).join(' ')),
  );
});

it.each([
  ['Angle3D', SIXTH, ''],
  // Its bias is divided by (√(n · n))³.
  ['Angle3D', FOURTH, 'gamma'],
  ['TriangleArea3D', FOURTH, ''],
  ['Cam', FOURTH, ''],
])('%s is exact at lengths of 2^±%i but for its "%s"', (name, exponent, faults) => {
  const type = LIBRARY_TYPES.find((each) => each.name === name)!;
  expect([exponent, -exponent].map((e) => scalingFaults(type, e).join(' '))).toEqual([faults, faults]);
});

it('C and J of an angle by acos are exact at lengths of 1e±150', () => {
  const { type } = derived(angleAcos);
  expect([scalingFaults(type, EXPONENT), scalingFaults(type, -EXPONENT)]).toEqual([
    ['Jdot', 'gamma'],
    ['Jdot', 'gamma'],
  ]);
});

it('finds a product that overflows on its way', () => {
  const { kernel, ...type } = LIBRARY_TYPES.find(({ name }) => name === 'Distance2D')!;
  const careless: typeof kernel = (count, slots, x, v, p, t, C, Cdot, J, gamma) => {
    kernel(count, slots, x, v, p, t, C, Cdot, J, gamma);
    for (let i = 0; i < gamma.length; i++) gamma[i] = (gamma[i]! * x[0]! * x[0]!) / (x[0]! * x[0]!);
  };
  expect(scalingFaults({ ...type, kernel: careless }, EXPONENT)).toEqual(['gamma']);
});
