import fc from 'fast-check';
import type { MathCollection } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { expandConstraint } from '../../src/formula/expand.js';
import { mathjs } from '../../src/mathjs.js';
import type { Space } from '../../src/spec/constraint-spec.js';
import { SCALAR_FUNCTIONS } from '../../src/symbolic/functions.js';
import { toText } from '../../src/symbolic/rational.js';
import { evaluateFormula, specOf, type Sample } from './helpers.js';
import { someOf } from '../support/scope.js';

// A grid: for mathjs, numbers nearer to each other than 1e-12 are equal.
const coordinate = fc.integer({ min: -2000, max: 2000 }).map((i) => i / 1000);
const sampleOf = (space: Space): fc.Arbitrary<Sample> => {
  const vector = fc.array(coordinate, { minLength: space, maxLength: space });
  const positive = fc.integer({ min: 100, max: 900 }).map((i) => i / 1000);
  return fc.record({
    a: vector,
    b: vector,
    u: vector,
    axis: vector,
    theta: coordinate,
    phi: positive,
    length: positive,
    t: coordinate,
  });
};

/**
 * Evaluates the formula by mathjs itself, flattened. Returns nothing where the value is not real
 * and finite.
 */
function mathjsValue(formula: string, sample: Sample, helpers: object = {}): number[] | undefined {
  const value: unknown = mathjs.evaluate(formula, { ...sample, ...helpers });
  const flat = mathjs.isMatrix(value) ? (value.toArray() as unknown[]).flat(2) : [value].flat(2);
  return flat.every((entry): entry is number => typeof entry === 'number' && Number.isFinite(entry)) ? flat : undefined;
}

function expectSame(formula: string, space: Space, helpers?: object): void {
  let compared = 0;
  fc.assert(
    fc.property(sampleOf(space), (sample) => {
      const expected = mathjsValue(formula, sample, helpers);
      if (expected === undefined) return;
      compared++;
      const actual = evaluateFormula(formula, sample, space);
      expect(actual).toHaveLength(expected.length);
      actual.forEach((value, i) => {
        // Normalisation changes the rounding: compare to the magnitude of the operands.
        expect(Math.abs(value - expected[i]!)).toBeLessThan(1e-9 * (1 + Math.abs(expected[i]!)));
      });
    }),
    { numRuns: 50, seed: 7 },
  );
  expect(compared).toBeGreaterThan(10);
}

describe('scalar functions agree with mathjs', () => {
  // phi lies in (0, 1); arguments are shifted into each function's domain.
  const CALLS: Readonly<Record<string, string>> = {
    acosh: 'acosh(1 + phi)',
    acoth: 'acoth(1 + phi)',
    acsc: 'acsc(1 + phi)',
    asec: 'asec(1 + phi)',
    atan2: 'atan2(theta, phi)',
    hypot: 'hypot(theta, phi, a[1])',
    max: 'max(theta, phi, a[1])',
    min: 'min(theta, phi, a[1])',
    mod: 'mod(theta, phi)',
    pow: 'pow(phi, theta)',
    nthRoot: 'nthRoot(phi, 5)',
  };
  it.each(
    someOf(
      [...SCALAR_FUNCTIONS.keys()].filter((name) => name in mathjs).map((name) => CALLS[name] ?? `${name}(phi)`),
      12,
    ),
  )('%s', (call) => {
    expectSame(`${call} + theta`, 2);
  });
  it.each(['log(phi, 3)', 'log(phi)', 'nthRoot(phi)', 'sin(theta)', 'cbrt(theta)', 'min(theta)', 'sign(theta)'])(
    '%s',
    (call) => {
      expectSame(call, 2);
    },
  );
});

describe('operators agree with mathjs', () => {
  it.each([
    'theta + phi - length',
    '-theta^2',
    '2^-phi * theta',
    'phi^theta^2',
    'theta / phi / length',
    'theta - (phi - length)',
    '+theta * -phi',
    '2 theta',
    '2 (theta + phi) * 3 theta^2',
    '3 sin(theta)',
    '-2 theta',
    'pi * theta + tau * phi + e^theta',
    'theta * t^2',
    '1.5e-3 * theta + .25 - 2.',
    '[theta, phi] + [1, 2]',
    'a + b - 2 u',
    '-a',
    '+a',
    'theta * a',
    'a * theta',
    'a / phi',
    '2 a',
    '[[1, theta], [phi, 4]] * a',
    '[[1, theta], [phi, 4]] * [[theta, 2], [3, phi]] * b',
    '([[1, theta], [phi, 4]] - [[theta, 2], [3, phi]] / 2) * b',
    'theta * [[1, 2], [3, 4]] * [[1, 2], [3, 4]] * a',
    '[a, b] * u',
    'a[1] * b[2]',
    '[[1, theta], [phi, 4]][1, 2] + [theta, 5][2]',
    'a[3 - 1]',
    'theta < phi ? theta : phi^2',
    'theta > 0.5 ? a : b',
    'theta <= 0 or theta >= 1 ? theta : -phi',
    '0 < theta < 1 ? theta^2 : theta',
    'not (theta < 0) and phi != 2 ? 3 theta : theta',
    'theta > 1 ? 1 : theta < -1 ? -1 : theta',
    'true ? theta : phi',
    '1 < 2 and not false ? theta : phi',
  ])('%s', (formula) => {
    expectSame(formula, 2);
  });
});

describe('vector functions', () => {
  const helpers = {
    normalize: (v: number[]) => mathjs.divide(v, mathjs.norm(v)),
    perp: (v: MathCollection) => {
      const [x, y] = mathjs.matrix(v).toArray() as number[];
      return [-y!, x!];
    },
    rotate: (angle: number, v?: number[]) => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const turn = [
        [c, -s],
        [s, c],
      ];
      return v === undefined ? mathjs.matrix(turn) : mathjs.multiply(turn, v);
    },
  };
  it.each(['dot(a, b)', 'norm(a - b)', 'normalize(a)', 'a - dot(a, b) * normalize(u)'])(
    '%s in both spaces',
    (formula) => {
      expectSame(formula, 2, helpers);
      expectSame(formula, 3, helpers);
    },
  );
  it.each(['cross(a, b)', 'cross(a, cross(b, u))', 'dot(a, cross(b, u))', 'norm(cross(a, b))', '[a, b, u] * axis'])(
    '%s in space',
    (formula) => {
      expectSame(formula, 3, helpers);
    },
  );
  it.each([
    'perp(a)',
    'rotate(theta, a)',
    'rotate(theta) * a',
    'rotate(theta) * rotate(phi) * b',
    'perp(rotate(theta, [length, 0])) + b',
  ])('%s in the plane', (formula) => {
    expectSame(formula, 2, helpers);
  });
  it('dot products of vectors of any length', () => {
    expectSame('dot([theta, phi, 1, 2], [phi, 1, theta, 4]) + norm([theta])', 2, helpers);
  });

  const sample: Sample = { a: [3, 4], b: [1, 2], u: [1, 0], axis: [0, 1], theta: Math.PI / 2, phi: 1, length: 1, t: 0 };
  it('cross of the plane is a.x b.y − a.y b.x', () => {
    expect(evaluateFormula('cross(a, b)', sample, 2)).toEqual([3 * 2 - 4 * 1]);
  });
  it('perp turns a quarter counterclockwise', () => {
    expect(evaluateFormula('perp(a)', sample, 2)).toEqual([-4, 3]);
  });
  it('rotate turns counterclockwise', () => {
    const [x, y] = evaluateFormula('rotate(theta, u)', sample, 2);
    expect(x).toBeCloseTo(0);
    expect(y).toBeCloseTo(1);
  });
  it('components by name and by number', () => {
    expect(evaluateFormula('[a.x, a[1], a.y, a[2], [theta, a.y].y]', sample, 2)).toEqual([3, 3, 4, 4, 4]);
    expect(evaluateFormula('a.z + a[3]', { ...sample, a: [1, 2, 3] }, 3)).toEqual([6]);
  });
});

describe('equations', () => {
  const sample: Sample = { a: [3, 4], b: [1, 2], u: [1, 0], axis: [0, 1], theta: 0.5, phi: 0.25, length: 2, t: 3 };
  it.each([
    ['theta == phi', [0.25]],
    ['(theta == phi)', [0.25]],
    ['a == b', [2, 2]],
    ['a == 0', [3, 4]],
    ['0 == a', [-3, -4]],
    ['0 == theta', [-0.5]],
    ['norm(a) == length * t', [-1]],
    ['theta == (phi > 0 ? 1 : 2)', [-0.5]],
    ['(theta == 0.5) ? phi : theta', [0.25]],
    ['theta == 0 ? phi : theta', undefined],
  ])('%s', (formula, expected) => {
    if (expected === undefined)
      expect(() => evaluateFormula(formula, sample, 2)).toThrow('This "==" belongs to the condition');
    else expect(evaluateFormula(formula, sample, 2)).toEqual(expected);
  });
});

describe('what an expansion holds', () => {
  const spec = specOf(['d', 'dot(u, axis) == r * sin(theta) + phi', 'R * b'], {
    r: 'norm(d) / length',
    d: 'a - b',
    R: '[[cos(theta), 1], [0, theta]]',
    alias: 'theta + t * 0',
    again: 'norm(d) / length',
    s: 'alias + again',
  });
  const used = { ...spec, C: [...(spec.C as string[]), 's'] };
  const expanded = expandConstraint('Test', used, 2);

  it('states where each row comes from', () => {
    expect(expanded.rows).toEqual(
      [
        { formula: 0, component: 'x' },
        { formula: 0, component: 'y' },
        { formula: 1 },
        { formula: 2, component: 'x' },
        { formula: 2, component: 'y' },
        { formula: 3 },
      ].map((origin) => ({ ...origin, level: 'position', relation: '==' })),
    );
    expect(expanded.C).toHaveLength(6);
  });
  it('numbers the components of long vectors', () => {
    const { rows } = expandConstraint('Test', specOf('[theta, phi, a.x, b.x + u.x + axis.x + length]'), 2);
    expect(rows.map((row) => row.component)).toEqual([1, 2, 3, 4]);
  });
  it('names the variables', () => {
    const variables = [...expanded.inputs, ...expanded.params].map(({ name, size, components }) => [
      name,
      size,
      components.map((node) => (node.kind === 'variable' ? node.name : node.kind)),
    ]);
    expect(variables).toEqual([
      ['a', 2, ['a.x', 'a.y']],
      ['b', 2, ['b.x', 'b.y']],
      ['u', 2, ['u.x', 'u.y']],
      ['theta', 1, ['theta']],
      ['phi', 1, ['phi']],
      ['length', 1, ['length']],
      ['axis', 2, ['axis.x', 'axis.y']],
    ]);
    expect(expanded.time).toMatchObject({ kind: 'variable', name: 't' });
  });
  it('names nodes after `where`, the first name winning, but no plain variable or number', () => {
    expect([...expanded.names.values()]).toEqual(['d_x', 'd_y', 'r', 'R_1_1', 's']);
  });
  it('makes the same graph each time', () => {
    const text = (): string => {
      const { C, graph } = expandConstraint('Test', used, 2);
      const json = JSON.stringify(C, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
      return `${graph.size} ${json}`;
    };
    expect(text()).toBe(text());
  });
  it('keeps all digits of a literal', () => {
    const { C } = expandConstraint(
      'Test',
      specOf('theta * phi * a.x * b.x * u.x * axis.x * length * 0.1234567890123456789'),
      2,
    );
    expect(C[0]).toMatchObject({ kind: 'product' });
    expect(C[0]?.kind === 'product' && toText(C[0].coefficient)).toBe('1234567890123456789/10000000000000000000');
  });
});
