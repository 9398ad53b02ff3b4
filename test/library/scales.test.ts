import { expect, it } from 'vitest';
import { angleAcos } from '../../bench/yardstick/angle-acos.js';
import { derived } from '../../bench/yardstick/cases.js';
import { LIBRARY_TYPES } from '../support/library.js';
import { scalingFaults } from '../support/scaling.js';
import { isCurveParameter } from '../../runtime/curves/curve-parameters.js';
import { someOf } from '../support/scope.js';

/**
 * Exponent of the scale `2^498` = 8e149: at it and at its reciprocal, doubles can hold squares of
 * lengths but not cubes.
 */
const EXPONENT = 498;

/**
 * Exponent at which doubles can hold a sixth power of lengths: `2^168` = 4e50, and its reciprocal.
 * For a fourth power it is `2^252` = 7e75.
 */
const SIXTH = 168;
const FOURTH = 252;

/**
 * Results that a double can hold, but whose computation overflows or loses digits to underflow. One
 * cause is the length of a cross product, `√(n · n)`, where `n · n` is a fourth power of lengths.
 * In the bias of the cam it is the second derivatives of the angle, a product of three lengths over
 * two. In contacts of spheres it is the turning of the tangents.
 */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  Angle3D: ['C', 'Cdot', 'J', 'Jdot', 'gamma'],
  TriangleArea3D: ['C', 'Cdot', 'J', 'Jdot', 'gamma'],
  Cam: ['gamma'],
  PointSphereContact: ['Jdot', 'gamma'],
  SphereSphereContact: ['Jdot', 'gamma'],
};

/** Curves have powers of the lengths between their points, which no double can hold there. */
const HELD = LIBRARY_TYPES.filter(({ params }) => params.every((param) => !isCurveParameter(param)));

it.each(someOf(HELD, 40).map((type) => [type.name, type] as const))(
  '%s is exact at lengths of 1e±150',
  (name, type) => {
    expect([scalingFaults(type, EXPONENT), scalingFaults(type, -EXPONENT)].map((faults) => faults.join(' '))).toEqual(
      [1, -1].map(() => (EXCEPTIONS[name] ?? []).join(' ')),
    );
  },
);

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
