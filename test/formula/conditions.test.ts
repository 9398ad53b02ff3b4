import { expect, it } from 'vitest';
import { evaluateFormula, type Sample } from './helpers.js';

const sample: Sample = { a: [0, 0], b: [0, 0], u: [0, 0], axis: [0, 0], theta: 1, phi: 1, length: 2, t: 0 };

/** Evaluates a condition at theta = phi = 1, length = 2. */
const holds = (condition: string): boolean => evaluateFormula(`(${condition}) ? theta : theta + 1`, sample, 2)[0] === 1;

const COMPARISONS: readonly [operator: string, less: boolean, equal: boolean, greater: boolean][] = [
  ['<', true, false, false],
  ['<=', true, true, false],
  ['>', false, false, true],
  ['>=', false, true, true],
  ['==', false, true, false],
  ['!=', true, false, true],
];
it.each(COMPARISONS)('%s, computed and known beforehand', (operator, less, equal, greater) => {
  expect([`theta ${operator} length`, `theta ${operator} phi`, `length ${operator} theta`].map(holds)).toEqual([
    less,
    equal,
    greater,
  ]);
  expect([`1 ${operator} 2`, `1 ${operator} 1`, `2 ${operator} 1`].map(holds)).toEqual([less, equal, greater]);
});

// theta == phi is computed, 1 == 1 known.
it.each(['theta == phi', 'true', '1 == 1'])('and, or, not with %s', (yes) => {
  for (const no of ['theta != phi', 'false', '1 != 1']) {
    expect([`${yes} and ${yes}`, `${yes} and ${no}`, `${no} and ${yes}`, `${no} and ${no}`].map(holds)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([`${yes} or ${yes}`, `${yes} or ${no}`, `${no} or ${yes}`, `${no} or ${no}`].map(holds)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([`not (${yes})`, `not (${no})`].map(holds)).toEqual([false, true]);
  }
});

it('chains', () => {
  expect(['0 < theta < length', '0 < theta < phi', 'theta <= phi < length != 3', '2 > theta > 1'].map(holds)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
