import { expect, it } from 'vitest';
import { derive } from '../../src/kinds/derive.js';
import { describeSingularPoint } from '../../src/derive/singular-points.js';
import { explain } from '../../src/kinds/explain.js';
import { Distance } from '../../constraints-spec/distance.js';

const pointsOf = (C: string): (readonly [kind: string, sentence: string])[] =>
  derive('Formula', {
    summary: 'A formula.',
    space: 2,
    inputs: { a: 'point', b: 'point', s: 'scalar' },
    params: { k: { min: 1 } },
    C: `${C} + k * s + dot(a, b)`,
  }).spaces[2]!.singular.map((point) => [point.kind, describeSingularPoint(point)]);

const SLOPES = 'its derivatives are taken as 0 there';
const JUMP = 'the angle jumps between pi and -pi there, and with it all that is not periodic in it';
const CASES: readonly (readonly [C: string, ...found: (readonly [kind: string, sentence: string])[]])[] = [
  ['norm(a - b)', ['kink', `Singular where norm(a - b) = 0 (a and b coincide): ${SLOPES}.`]],
  [
    'dot(normalize(b - a), a)',
    ['value undefined', 'Singular where norm(b - a) = 0 (a and b coincide): one divided by it is taken as 0 there.'],
  ],
  ['abs(a.x - 2)', ['kink', `Singular where a.x - 2 = 0: ${SLOPES}.`]],
  ['acos(a.x * s)', ['derivative undefined', `Singular where a.x * s = ±1: ${SLOPES}, and beyond it has no value.`]],
  // Nowhere below 1.
  ['acosh(1 + s^2)', ['derivative undefined', `Singular where 1 + s^2 = 1: ${SLOPES}.`]],
  ['acosh(s)', ['derivative undefined', `Singular where s = 1: ${SLOPES}, and below it has no value.`]],
  ['atanh(sin(s))', ['value undefined', 'Singular where sin(s) = ±1: its value and derivatives are taken as 0 there.']],
  [
    'atan2(a.y, b.x)',
    ['value undefined', 'Singular where a.y = 0, b.x = 0: the angle and its derivatives are taken as 0 there.'],
    ['jump', `Singular where a.y = 0, b.x < 0: ${JUMP}.`],
  ],
  ['mod(a.x, 2)', ['jump', 'Singular where a_x/2 = a whole number: it jumps by 1 there, and its derivatives are 0.']],
  ['floor(0.1 + 0.5 * sin(s)^2)'],
  ['ddt(mod(a.x, 2)) + ddt(s)'],
  [
    'sum(i, 1:2, sqrt(s + i))',
    ['derivative undefined', `Singular where sqrt(s + 1) = 0: ${SLOPES}, and below it has no value.`],
    ['derivative undefined', `Singular where sqrt(s + 2) = 0: ${SLOPES}, and below it has no value.`],
  ],
  ['dot(rotate(s, [0, 0, 2], [a.x, a.y, 0]), [b.x, b.y, 1])'],
  [
    'dot(rotate(s, [a.x, a.y, 0], [1, 2, 3]), [b.x, b.y, 1])',
    ['value undefined', 'Singular where norm([a.x, a.y, 0]) = 0: one divided by it is taken as 0 there.'],
  ],
  // Only in a half plane, or with one sign, which the jump is not in.
  ['atan2(a.y, k)'],
  [
    'atan2(s^2, a.x)',
    ['value undefined', 'Singular where s^2 = 0, a.x = 0: the angle and its derivatives are taken as 0 there.'],
  ],
  // The rate of the angle goes on.
  [
    'ddt(atan2(a.y, a.x))',
    ['value undefined', 'Singular where a.y = 0, a.x = 0: the angle and its derivatives are taken as 0 there.'],
  ],
  [
    'angle(a, b)',
    [
      'value undefined',
      'Singular where a_x·b_y − a_y·b_x = 0, dot(a, b) = 0: the angle and its derivatives are taken as 0 there.',
    ],
    ['jump', `Singular where a_x·b_y − a_y·b_x = 0, dot(a, b) < 0: ${JUMP}.`],
  ],
  ['s / (a.x - b.x)', ['value undefined', 'Singular where a.x - b.x = 0: one divided by it is taken as 0 there.']],
  ['sqrt(s)', ['derivative undefined', `Singular where sqrt(s) = 0: ${SLOPES}, and below it has no value.`]],
  ['cbrt(s)', ['derivative undefined', `Singular where s = 0: ${SLOPES}.`]],
  [
    'log(s)',
    [
      'value undefined',
      'Singular where s = 0: its value and derivatives are taken as 0 there, and below it has no value.',
    ],
  ],
  ['min(a.x, b.y)', ['kink', 'Singular where a.x = b.y: the derivatives are those of the former.']],
  ['(s > pi ? a.x : a.y)', ['kink', 'Singular where pi = s: value and derivatives are those of the branch taken.']],
  [
    'abs(s)^1.5',
    ['kink', `Singular where s = 0: ${SLOPES}.`],
    ['derivative undefined', `Singular where abs(s) = 0: ${SLOPES}.`],
  ],
  // Nowhere singular.
  ['sqrt(1 + s^2) / k + s / (2 + sin(s)) + log(cosh(s)) + atan2(s, k) + acos(sin(s) / 2)'],
];
it.each(CASES.map(([C, ...found]) => ({ C, found })))('$C', ({ C, found }) => {
  expect(pointsOf(C)).toEqual(found);
});

it('stand in every explanation', () => {
  expect(explain('Distance', Distance)).toContain(
    `Singular points\n  Singular where norm(d) = 0 (a and b coincide): ${SLOPES}.`,
  );
  expect(explain('Distance', Distance, 'tex')).toContain(`Singular where $r = 0$: ${SLOPES}.`);
  expect(JSON.parse(explain('Distance', Distance, 'json'))).toMatchObject([
    { singular: [{ kind: 'kink', where: 'norm(d) = 0', meaning: 'a and b coincide', policy: SLOPES }] },
    { singular: [{ where: 'norm(d) = 0' }] },
  ]);
});
