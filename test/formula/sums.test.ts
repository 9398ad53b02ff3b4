import { expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/index.js';
import { diagnose } from '../../src/kinds/diagnose.js';
import { explain } from '../../src/kinds/explain.js';
import { describeFaults } from './describe-faults.js';
import { evaluateFormula, formulaFaults } from './helpers.js';

const SAMPLE = {
  a: [0.3, -1.1, 0.5],
  b: [1.9, 0.4, -0.7],
  u: [0, 0, 1],
  axis: [2, 3, 5],
  theta: 0.7,
  phi: 0.4,
  length: 2,
  t: 1,
};
const valuesOf = (C: string): number[] => evaluateFormula(C, SAMPLE, 3);

it.each([
  ['sum(k, 1:4, k^2)', [30]],
  ['sum(i, -2:2, i)', [0]],
  ['sum(k, 3:3, theta / k)', [0.7 / 3]],
  ['sum(k, 1:3, axis[k] * 10^(k - 1))', [532]],
  ['sum(i, 1:2, sum(j, 1:3, i * 10^j))', [3330]],
  // 1 + (10 + 20) + (100 + 200 + 300)
  ['sum(i, 1:3, 10^(i - 1) * sum(j, 1:3, j <= i ? j : 0))', [631]],
  // The inner counter hides the outer one.
  ['sum(k, 1:2, sum(k, 1:3, k) + k)', [15]],
  ['sum(k, 1:2, 2 k)', [6]],
  ['sum(k, 1:2, k > 1 ? 10 : 1)', [11]],
  ['sum(k, 1:3, [k, axis[4 - k], a[k]])', [6, 10, -0.3]],
])('%s', (formula, expected) => {
  // A row has to depend on an input.
  const added = expected.length > 1 ? SAMPLE.a : [SAMPLE.theta];
  const values = valuesOf(`${formula} + ${expected.length > 1 ? 'a' : 'theta'}`);
  expect(values).toHaveLength(expected.length);
  values.forEach((value, i) => {
    expect(value - added[i]!).toBeCloseTo(expected[i]!, 12);
  });
});

const USAGE = 'write sum(k, 1:4, f), with a formula f of k, which runs through 1, 2, 3 and 4';
const counted = (name: string): readonly [message: string, hint: string] => [
  `"${name}" cannot count the terms of a sum, since it has a meaning already.`,
  'give the counter another name, such as k',
];

describeFaults({
  'sums that cannot be written out': [
    [
      'sum(k, 1, 4, k * theta)',
      'sum(k, 1, 4, k * theta)',
      'E_ARGUMENT_COUNT',
      'The terms of a sum are counted by whole numbers.',
      USAGE,
    ],
    [
      'sum(theta, phi)',
      'sum(theta, phi)',
      'E_ARGUMENT_COUNT',
      'The terms of a sum are counted by whole numbers.',
      USAGE,
    ],
    ['sum(phi, 1:2, theta)', 'phi', 'E_NAME_CLASH', ...counted('phi')],
    ['sum(pi, 1:2, theta)', 'pi', 'E_NAME_CLASH', ...counted('pi')],
    ['sum(sin, 1:2, theta)', 'sin', 'E_NAME_CLASH', ...counted('sin')],
    ['sum(k, 4:1, theta)', '4:1', 'E_INDEX', 'There is no number from 4 to 1.'],
    [
      'sum(k, 1:length, theta)',
      'length',
      'E_INDEX',
      'The ends of a sum are whole numbers, written as such.',
      'a sum that depends on a parameter has no fixed number of terms; write sum(k, 1:4, f)',
    ],
    [
      'sum(k, 1:3, theta^k * sum(j, 2:k + 1, j))',
      'k + 1',
      'E_INDEX',
      'The ends of a sum are whole numbers, written as such.',
      'k counts the sum around it; sum as far as any k needs, as in sum(j, 1:4, j <= k ? f : 0)',
    ],
    [
      'sum(k, 1:1e9, k * theta)',
      'sum(k, 1:1e9, k * theta)',
      'E_FORMULA_TOKENS',
      'The sum has 1000000000 terms of 3 words, numbers and signs; the limit is 5000 together.',
    ],
    [
      'k + sum(k, 1:2, theta)',
      'k',
      'E_UNKNOWN_NAME',
      'There is nothing called "k".',
      'known are a, b, u, theta, phi, length, axis, pi, tau, e, t; others are declared under "inputs" or "params"',
    ],
    // Each term has the fault; it is reported once.
    [
      'sum(k, 1:3, k * (a + theta))',
      '+',
      'E_SHAPE',
      'A vector of 2 components cannot be added to a scalar.',
      'take a component of the vector, as in a.x, or its length, norm(a)',
    ],
    ['sum(k, 1:3, a[k])', 'k', 'E_INDEX', 'The index 3 is out of bounds: it must lie between 1 and 2.'],
  ],
});

it('a sum of many small terms and one of few large ones end at the same limit', () => {
  const nested = 'sum(i, 1:20, sum(j, 1:20, sum(k, 1:20, i * j * k * theta)))';
  expect(formulaFaults(nested)).toMatchObject([{ code: 'E_FORMULA_TOKENS' }]);
  expect(formulaFaults('sum(i, 1:20, sum(j, 1:20, i * j * theta))')).toEqual([]);
});

it('units of the terms are compared', () => {
  const spec = { summary: 'A test.', space: 2, inputs: { s: { kind: 'scalar', unit: 'm' } } } as const;
  expect(() => explain('Sum', { ...spec, C: 'sum(k, 1:2, s^k)' })).toThrow(
    'The terms of this sum differ in unit: one is a length (m), one an area (m²).',
  );
  expect(explain('Sum', { ...spec, C: 'sum(k, 1:2, k * s)' })).toContain('C in m');
});

it('offers a name for the counter that is free', () => {
  const [{ hint }] = diagnose({
    summary: 'A parameter bears the usual name.',
    space: 2,
    inputs: { s: 'scalar' },
    params: { k: 'scalar' },
    C: 'sum(k, 1:4, cos(k * s)) == k',
  }) as [Diagnostic];
  expect(hint).toBe('give the counter another name, such as i');
});
