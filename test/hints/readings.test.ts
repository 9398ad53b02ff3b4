import { describe, expect, it } from 'vitest';
import { evaluateFormula, formulaFaults, type Sample } from '../formula/helpers.js';

const { atan2, cos, hypot, PI, sin, sqrt } = Math;
type Meaning = (at: Sample) => number;

/**
 * What is typed, and what it may mean. The hint shows a formula for each meaning, in this order,
 * that may stand in its place.
 */
const READINGS: readonly (readonly [typed: string, ...meanings: Meaning[]])[] = [
  ['sin 2*theta', ({ theta }) => sin(2 * theta), ({ theta }) => sin(2) * theta],
  ['sin theta', ({ theta }) => sin(theta)],
  ['sin theta * phi', ({ theta, phi }) => sin(theta * phi), ({ theta, phi }) => sin(theta) * phi],
  ['cos theta/2', ({ theta }) => cos(theta / 2), ({ theta }) => cos(theta) / 2],
  ['length cos theta', ({ length, theta }) => length * cos(theta)],
  ['2 sin theta', ({ theta }) => 2 * sin(theta)],
  ['length / sin theta', ({ length, theta }) => length / sin(theta)],
  [
    'length / 2 sin theta',
    ({ length, theta }) => length / (2 * sin(theta)),
    ({ length, theta }) => (length / 2) * sin(theta),
  ],
  ['sin^2(theta)', ({ theta }) => sin(theta) ** 2],
  ['sin^2 theta', ({ theta }) => sin(theta) ** 2],
  ['2 sin^2 theta', ({ theta }) => 2 * sin(theta) ** 2],
  ['sin^-1(phi)', ({ phi }) => 1 / sin(phi), ({ phi }) => Math.asin(phi)],
  ['sqrt 2 * phi', ({ phi }) => sqrt(2 * phi), ({ phi }) => sqrt(2) * phi],
  ['sin(theta) cos(phi)', ({ theta, phi }) => sin(theta) * cos(phi)],
  ['2 pi theta', ({ theta }) => 2 * PI * theta],
  ['theta phi', ({ theta, phi }) => theta * phi],
  ['(theta + 1)(phi + 2)', ({ theta, phi }) => (theta + 1) * (phi + 2)],
  ['1/2 length theta^2', ({ length, theta }) => 0.5 * length * theta ** 2],
  ['3/4 theta', ({ theta }) => 3 / (4 * theta), ({ theta }) => 0.75 * theta],
  ['pi/2 theta', ({ theta }) => PI / (2 * theta), ({ theta }) => (PI / 2) * theta],
  ['a dot b', ({ a, b }) => a[0]! * b[0]! + a[1]! * b[1]!],
  ['a cross b', ({ a, b }) => a[0]! * b[1]! - a[1]! * b[0]!],
  ['a . b', ({ a, b }) => a[0]! * b[0]! + a[1]! * b[1]!],
  ['theta(phi + 1)', ({ theta, phi }) => theta * (phi + 1)],
  ['theta == 5 cm', () => 5 * 0.01],
  ['theta == 60 rpm', () => 2 * PI],
  ['theta == 12 km', () => 12_000],
  ['theta == 0,5', () => 0.5],
  ['cos(0,5)', () => 0.5],
  ['Math.sin(theta)', ({ theta }) => sin(theta)],
  ['Math.atan2(theta, phi)', ({ theta, phi }) => atan2(theta, phi)],
  ['np.arctan(theta)', ({ theta }) => Math.atan(theta)],
  ['a.dot(b)', ({ a, b }) => a[0]! * b[0]! + a[1]! * b[1]!],
  ['(a - b).norm()', ({ a, b }) => hypot(a[0]! - b[0]!, a[1]! - b[1]!)],
  ['a.length()', ({ a }) => hypot(a[0]!, a[1]!)],
  ['a.distance(b)', ({ a, b }) => hypot(a[0]! - b[0]!, a[1]! - b[1]!)],
  ['a.length', ({ a }) => hypot(a[0]!, a[1]!)],
  ['a.X', ({ a }) => a[0]!],
  ['a_y', ({ a }) => a[1]!],
  ['ax', ({ a }) => a[0]!],
  ['||a - b||', ({ a, b }) => hypot(a[0]! - b[0]!, a[1]! - b[1]!)],
  ['|theta|', ({ theta }) => Math.abs(theta)],
  ['a^2', ({ a }) => a[0]! ** 2 + a[1]! ** 2],
  ['a * b', ({ a, b }) => a[0]! * b[0]! + a[1]! * b[1]!, ({ a, b }) => a[0]! * b[1]! - a[1]! * b[0]!],
  ['np.linalg.norm(a - b)', ({ a, b }) => hypot(a[0]! - b[0]!, a[1]! - b[1]!)],
  ['p5.Vector.dist(a, b)', ({ a, b }) => hypot(a[0]! - b[0]!, a[1]! - b[1]!)],
  ['a.distanceTo(b)', ({ a, b }) => hypot(a[0]! - b[0]!, a[1]! - b[1]!)],
  ['theta == TWO_PI', () => 2 * PI],
  ['HALF_PI * theta', () => PI / 2],
  ['time * theta', ({ t }) => t],
];

const SAMPLES: readonly Sample[] = [
  { a: [0.3, -1.1], b: [1.9, 0.4], u: [0, 1], axis: [2, 3], theta: 0.9, phi: 0.4, length: 2.3, t: 1.7 },
  { a: [-0.8, 0.2], b: [0.7, -0.4], u: [1, 0], axis: [2, 3], theta: -0.7, phi: 0.2, length: 1.6, t: 0.3 },
];

/** The formulas that a hint shows. */
const formulasIn = (hint: string): string[] =>
  (/^(?:write|time is|the square of its length is|the length of a vector is) (.*)$/.exec(hint)?.[1] ?? '')
    .replace(/(?: if a| for the| for a| of a number| with a point|: formulas are).*$/, '')
    .split(/, or | or (?=cross)/);

describe('each formula of a hint is what was meant', () => {
  it.each(READINGS.map(([typed, ...meanings]) => ({ typed, meanings })))('$typed', ({ typed, meanings }) => {
    const [fault, ...others] = formulaFaults(typed);
    expect(others).toEqual([]);
    const shown = formulasIn(fault?.hint ?? '');
    expect(shown, fault?.hint).toHaveLength(meanings.length);
    for (const sample of SAMPLES)
      shown.forEach((formula, i) => {
        const [value] = evaluateFormula(`theta + phi + ${formula}`, sample, 2);
        const meant = meanings[i]!(sample);
        expect(value! - sample.theta - sample.phi, `${typed}: ${formula}`).toBeCloseTo(meant, 10);
      });
  });

  it('of vectors', () => {
    const hintOf = (formula: string, space: 2 | 3 = 2): string | undefined =>
      formulaFaults(formula, {}, space)[0]?.hint;
    expect(hintOf('a == (1, theta)')).toBe('write [1, theta] for a vector');
    expect(hintOf('a == (1,2)')).toBe('write [1,2] for a vector; for a number write 1.2 with a point');
    expect(hintOf('a == {theta, 2}')).toBe('write [theta, 2] for a vector');
    expect(hintOf('a * [[1, theta], [3, 4]] == b')).toBe('write transpose([[1, theta], [3, 4]]) * a');
    const sample = SAMPLES[0]!;
    const [x, y] = evaluateFormula('transpose([[1, theta], [3, 4]]) * a', sample, 2);
    const [p, q] = sample.a as [number, number];
    expect([x, y]).toEqual([p + 3 * q, sample.theta * p + 4 * q]);
  });

  it('that is no formula, of what has none', () => {
    const hintOf = (formula: string, space: 2 | 3 = 2): string | undefined =>
      formulaFaults(formula, {}, space)[0]?.hint;
    expect(hintOf('norm a - b == length')).toBe('put all of it into brackets, as in norm(a - b)');
    expect(hintOf('a.rotate(theta) == b')).toBe('write rotate(theta, a)');
    expect(hintOf('a.foo(b) == 1')).toBe('the functions are called by their names alone, as in sqrt(x)');
    expect(hintOf('cross(a, b).z == 1')).toBe('it is a number: leave ".z" out');
    expect(hintOf('rotate(theta, a, b) == 0')).toBe('in the plane there is one axis: write rotate(theta, v)');
    expect(hintOf('theta in [0, 1]')).toBe('write low <= x <= high for a range; a sum is sum(k, 1:4, f)');
    expect(hintOf('theta ~= 0')).toMatch('"!=" for what is not equal');
    expect(hintOf('mod(theta) == 1')).toBe('write mod(x, y), the remainder of x divided by y');
    expect(hintOf('theta_ddot == 1')).toMatch('accelerations follow');
    expect(hintOf('rot(theta) * a == b')).toBe('write rotate(theta)');
    expect(hintOf('speed == theta')).toMatch(/^known are a, b, .*; others are declared under "inputs" or "params"$/);
    expect(formulaFaults('mod (theta, 2) == 1')).toEqual([]);
    expect(formulaFaults('theta mod (2) == 1')[0]?.hint).toBe('write mod(x, y)');
  });

  it('of rates', () => {
    const hintOf = (formula: string): string | undefined => formulaFaults(formula)[0]?.hint;
    for (const [typed, of] of [
      ['theta_dot', 'theta'],
      ['thetadot', 'theta'],
      ['dtheta', 'theta'],
      ['dtheta/dt', 'theta'],
      ['theta_t', 'theta'],
      ['a_dot', 'a'],
      ['vtheta', 'theta'],
      ['a.velocity', 'a'],
    ] as const)
      expect(hintOf(typed)).toBe(`the rate of change of ${of} is ddt(${of})`);
    expect(hintOf("theta' == 1")).toBe(
      'write ddt(theta) for a rate of change, transpose(theta) for a transposed matrix',
    );
    expect(hintOf('θ̇ == 1')).toBe('write "theta"');
    expect(hintOf('ẋ == 1')).toBe('write ddt(x) for a rate of change');
  });
});
