import { expect, it } from 'vitest';
import { explain } from '../../src/kinds/explain.js';
import { derive } from '../../src/kinds/derive.js';
import { describeFaults } from './describe-faults.js';
import { evaluateFormula, formulaFaults } from './helpers.js';

const SAMPLE = {
  a: [1, 2, 3],
  b: [-1, 0.5, 2],
  u: [2 / 3, -1 / 3, 2 / 3],
  axis: [4, -2, 4],
  theta: Math.PI / 3,
  phi: 0.4,
  length: 2,
  t: 1,
};
const expectNear = (formula: string, expected: readonly number[]): void => {
  // A row has to depend on an input.
  const added = expected.length > 1 ? SAMPLE.a : [SAMPLE.theta];
  const values = evaluateFormula(`${formula} + ${expected.length > 1 ? 'a' : 'theta'}`, SAMPLE, 3);
  expect(values).toHaveLength(expected.length);
  values.forEach((value, i) => {
    expect(value - added[i]!, formula).toBeCloseTo(expected[i]!, 12);
  });
};

it('a vector is turned about an axis, right-handed, whatever the length of the axis', () => {
  expectNear('rotate(pi / 2, [0, 0, 1], [1, 0, 7])', [0, 1, 7]);
  expectNear('rotate(pi / 2, [5, 0, 0], [0, 1, 0])', [0, 0, 1]);
  expectNear('rotate(theta, axis, a) - rotate(theta, u, a)', [0, 0, 0]);
  expectNear('rotate(theta, u, a) - rotate(-theta, -u, a)', [0, 0, 0]);
  expectNear('dot(rotate(theta, u, a), rotate(theta, u, b)) - dot(a, b)', [0]);
  // Vectors in the plane across the axis turn by the angle.
  expectNear('angle(cross(u, a), rotate(theta, axis, cross(u, a)))', [Math.PI / 3]);
});

it('a direction is not divided by its length again', () => {
  const spec = {
    summary: 'A test.',
    space: 3,
    inputs: { p: 'point', n: 'direction', theta: 'scalar' },
  } as const;
  const singular = (axis: string): readonly unknown[] =>
    derive('Turn', { ...spec, where: { m: 'n' }, C: `p == rotate(theta, ${axis}, [1, 2, 3]) + 0 * m` }).spaces[3]!
      .singular;
  expect(singular('n')).toEqual([]);
  expect(singular('(m)')).toEqual([]);
  expect(singular('[0, 1, 0]')).toEqual([]);
  expect(singular('normalize(p)')).toHaveLength(1);
  expect(singular('p')).toHaveLength(1);
});

it('determinants have the sign and the value of their definition', () => {
  expectNear('det([[1, 2], [3, 4]])', [-2]);
  expectNear('det([a, b, axis]) - dot(a, cross(b, axis))', [0]);
  // A permutation matrix of a cycle of four, which is odd.
  expectNear('det([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [2 * theta, 0, 0, 0]])', [(-2 * Math.PI) / 3]);
  expectNear('trace([[theta, 5], [7, 2]])', [Math.PI / 3 + 2]);
  expectNear('transpose([a, b]) * [1, 10]', [-9, 7, 23]);
  expectNear('transpose([[1, 2, theta]])[3, 1]', [Math.PI / 3]);
});

it('an 8×8 determinant is derived within the limits', () => {
  const entry = (i: number, j: number): string => (i === j ? 'theta' : String((i * j) % 3));
  const eight = [0, 1, 2, 3, 4, 5, 6, 7];
  const rows = eight.map((i) => `[${eight.map((j) => entry(i, j)).join(', ')}]`);
  expect(formulaFaults(`det([${rows.join(', ')}])`)).toEqual([]);
});

describeFaults({
  'matrices and rotations': [
    [
      'det(a)',
      'a',
      'E_ARGUMENT_SHAPE',
      'det takes a matrix, not a vector of 2 components.',
      'a matrix is written [[a, b], [c, d]], or [u, v] with the vectors u and v as rows',
    ],
    ['det([[1, 2, theta]])', '[[1, 2, theta]]', 'E_ARGUMENT_SHAPE', 'det takes a square matrix, not a 1×3 matrix.'],
    [
      'transpose(a) * b',
      'a',
      'E_ARGUMENT_SHAPE',
      'transpose takes a matrix, not a vector of 2 components.',
      'the product of a row and a column is dot(a, b)',
    ],
    [
      'rotate(theta, [1, 2, 3])',
      '[1, 2, 3]',
      'E_ARGUMENT_SHAPE',
      'rotate takes a vector of the plane, not a vector of 3 components.',
      'in space, write rotate(theta, axis, v)',
    ],
    [
      'rotate([0, 0, 1], theta, [1, 2, 3])',
      '[0, 0, 1]',
      'E_ARGUMENT_SHAPE',
      'The angle of rotate is a scalar, not a vector of 3 components.',
      'write rotate(theta, axis, v)',
    ],
    [
      'rotate(theta, a, [1, 2, 3])',
      'a',
      'E_ARGUMENT_SHAPE',
      'rotate takes vectors in space, not a vector of 2 components.',
      'in the plane there is one axis: write rotate(theta, v)',
    ],
    [
      'rotate(theta, [0, 0, 0], [1, 2, 3])',
      '[0, 0, 0]',
      'E_DIVISION_BY_ZERO',
      'This axis is always zero and has no direction.',
    ],
    [
      'lerp(a, theta, 0.5)',
      'a, theta',
      'E_ARGUMENT_SHAPE',
      'lerp takes two quantities of one shape, not a vector of 2 components and a scalar.',
    ],
    ['lerp(a, b, a)', 'a', 'E_ARGUMENT_SHAPE', 'The third argument of lerp is a scalar, not a vector of 2 components.'],
  ],
});

it('units', () => {
  const spec = {
    summary: 'A test.',
    space: 3,
    inputs: { p: 'point', q: 'point', n: 'direction', theta: 'scalar', s: { kind: 'scalar', unit: 'm' } },
    params: { h: { unit: 'm' }, k: { unit: 'N' } },
  } as const;
  const use = '0 * (dot(p, q) + dot(n, p) * s + theta * s^2 + h^2) + 0 * k * h^2 / k';
  const unitOf = (formula: string): string =>
    /C in (.*), lambda/.exec(explain('Units', { ...spec, C: `${formula} + 0 * (${use})` }))?.[1] ?? '';
  expect(unitOf('det([p, q, n])')).toBe('m²');
  expect(unitOf('trace([[s, h], [theta, s]])')).toBe('m');
  expect(unitOf('dot(rotate(theta, p, q), n)')).toBe('m');
  expect(unitOf('lerp(s, h, theta)')).toBe('m');
  expect(unitOf('mod(s, h)')).toBe('m');
  expect(unitOf('clamp(s, 0, h)')).toBe('m');
  expect(unitOf('smoothstep(0, h, s) * h')).toBe('m');
  const fails =
    (formula: string): (() => unknown) =>
    () =>
      explain('Units', { ...spec, C: `${formula} + 0 * (${use})` });
  expect(fails('mod(s, theta)')).toThrow('mod takes quantities of one unit, not a length (m) and an angle (rad).');
  expect(fails('rotate(s, n, p).x')).toThrow('rotate takes an angle, not a length (m).');
  expect(fails('trace([[s, h], [theta, theta]])')).toThrow('trace adds a length (m)');
  expect(fails('det([[s, s], [theta, h]])')).toThrow('det adds an area (m²)');
});
