import { describe, expect, it } from 'vitest';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { evaluateConstraint } from '../../runtime/index.js';
import { compile } from '../../src/kinds/compile.js';
import { formatReport, verifyType } from '../../src/verify/index.js';
import { someOf } from '../support/scope.js';

const Rod = compile('Rod', {
  summary: 'A rod.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  C: 'norm(a - b) == 1',
}).Rod.type;
/** Makes a class of one row: the formula plus a smooth term. */
const typeOf = (C: string): ConstraintType =>
  compile('Row', {
    summary: 'A row.',
    space: 2,
    inputs: { a: 'point', b: 'point', s: 'scalar' },
    C: `${C} + dot(a, b) + s`,
  }).Row.type;

/** Outputs of a kernel for one constraint. */
type Outputs = Readonly<Record<'C' | 'Cdot' | 'J' | 'gamma', Float64Array>>;

/** Formulas whose singular operation enters linearly, with their number of singular points. */
const DETERMINED: readonly (readonly [C: string, known: number])[] = [
  ['norm(a - b)', 1],
  ['abs(s)', 1],
  ['sign(s)', 1],
  ['sqrt(s)', 1],
  ['cbrt(s)', 1],
  ['nthRoot(s, 4)', 1],
  ['s^1.5', 1],
  ['s^2.5', 1],
  ['s^-2', 1],
  ['s^b.x', 1],
  ['acos(s)', 1],
  ['asin(a.x + b.x)', 1],
  ['acos(a.x) / b.x', 2],
  ['acos(1 - a.x)', 1],
  ['acosh(s)', 1],
  ['atanh(s)', 1],
  ['asec(s)', 2],
  ['acoth(s)', 2],
  ['log(s)', 1],
  ['log(1 + s)', 1],
  ['log10(s)', 1],
  ['atan2(a.y, b.x)', 1],
  ['sin(2 * atan2(a.y, b.x))', 1],
  ['exp(2 * atan2(a.y, b.x))', 1],
  ['expm1(2 * atan2(a.y, b.x))', 1],
  ['atan(2 * atan2(a.y, b.x))', 1],
  ['asinh(2 * atan2(a.y, b.x))', 1],
  ['a.x / s', 1],
  ['csc(s)', 1],
  ['normalize(a - b)[1]', 2],
  ['(norm(a) - 2)^2', 1],
  ['max(a.x, s)', 1],
  ['min(a.x, s)', 1],
  ['(s > 0 ? a.x : 2 * a.x)', 1],
  ['(s > 0 and a.x >= b.x ? a.y : 2 * a.x)', 2],
];

const OPTIONS = { samples: 4, seed: 3 } as const;

describe('verification at singular points', () => {
  it('evaluates a rod whose ends coincide', () => {
    expect(verifyType(Rod, OPTIONS).singular).toMatchObject({ pass: true, known: 1, evaluated: 1, faults: [] });
  });

  it('finds a class that is not finite there, and says where', () => {
    const type: ConstraintType = {
      ...Rod,
      kernel: (...args) => {
        Rod.kernel(...args);
        const [, , , , , , C, , , gamma] = args;
        // A root of 0 divides: C + 1 is the length.
        gamma.forEach((value, i) => (gamma[i] = C[i] === -1 ? NaN : value));
      },
    };
    const report = verifyType(type, OPTIONS);
    expect(report.pass).toBe(false);
    expect(report.quantities.gamma.pass).toBe(true);
    expect(report.singular).toMatchObject({ pass: false, known: 1, evaluated: 1 });
    expect(formatReport(report)).toContain('where sqrt is singular: gamma not finite');
  });

  it.each(someOf(DETERMINED, 12))('%s has the value and derivatives that the policy states', (C, known) => {
    const { singular } = verifyType(typeOf(C), OPTIONS);
    expect(singular).toMatchObject({ pass: true, known, faults: [] });
    expect(singular!.compared).toBeGreaterThan(0);
  });

  it.each<readonly [string, string, (x: readonly number[]) => boolean, (out: Outputs) => void]>([
    // The replacement for 1/0 in the second derivative is 1.
    ['gamma', 'norm(a - b)', ([ax, ay, bx, by]) => ax === bx && ay === by, ({ gamma }) => (gamma[0]! += 1)],
    ['J', 'sqrt(s)', (x) => x[4] === 0, ({ J }) => (J[4]! += 1)],
    ['C', 'log(s)', (x) => x[4] === 0, ({ C }) => (C[0]! += 1)],
    // The derivatives of the latter where the two are equal.
    ['J', 'max(a.x, s)', (x) => x[0] === x[4], ({ J }) => ((J[0]! -= 1), (J[4]! += 1))],
    // At ±1 the slope that it has within.
    ['Cdot', 'acos(s)', (x) => Math.abs(x[4]!) >= 1, ({ Cdot }) => (Cdot[0]! += 1)],
  ])('finds %s of %s wrong there, though finite', (quantity, formula, isSingular, spoil) => {
    const right = typeOf(formula);
    const wrong: ConstraintType = {
      ...right,
      kernel: (count, slots, x, v, p, t, C, Cdot, J, gamma) => {
        right.kernel(count, slots, x, v, p, t, C, Cdot, J, gamma);
        for (let k = 0; k < count; k++) {
          const [a, b, s] = slots.subarray(3 * k, 3 * k + 3);
          const of = (array: Float64Array): Float64Array => array.subarray(k, k + 1);
          if (isSingular([x[a!]!, x[a! + 1]!, x[b!]!, x[b! + 1]!, x[s!]!]))
            spoil({ C: of(C), Cdot: of(Cdot), J: J.subarray(5 * k, 5 * k + 5), gamma: of(gamma) });
        }
      },
    };
    // Samples inside the domain do not show it.
    const options = { ...OPTIONS, samples: 8 };
    expect(verifyType(right, options).pass).toBe(true);
    const { pass, quantities, singular } = verifyType(wrong, options);
    expect(pass).toBe(false);
    expect(Object.values(quantities).filter((checked) => !checked.pass)).toEqual([]);
    expect(singular!.faults[0]!.reason).toBe(`${quantity} not what the policy for singular points says`);
  });

  it.each([
    ['angle(a - b, c - b)', 2],
    ['angle(a - b, c - b)', 3],
    ['dihedral(a, b, c, d)', 3],
  ] as const)('%s in %i dimensions has no slope where either vector is zero', (angle, space) => {
    const inputs = { a: 'point', b: 'point', c: 'point', ...(angle.includes('d)') && { d: 'point' }) } as const;
    for (const singular of ['regularize', 'throw'] as const) {
      const { Row } = compile('Row', { summary: 'An angle.', space, inputs, C: `${angle} == 1`, singular });
      for (let seed = 1; seed <= 5; seed++)
        expect(verifyType(Row.type, { samples: 8, seed }).singular).toMatchObject({ pass: true, faults: [] });
    }
    const { Row } = compile('Row', { summary: 'An angle.', space, inputs, C: `${angle} == 1` });
    const at = (...p: number[]): { value: number[]; velocity: number[] } => ({
      value: p.slice(0, space),
      velocity: p.map((x) => Math.sin(7 * x)).slice(0, space),
    });
    const [one, other] = [at(-1, 0.5, 2), at(0.2, 0.7, -1)];
    // The last two points are in one place.
    const last = angle.includes('d)')
      ? { b: other, c: one, d: { ...one, velocity: [0.1, 2, -1] } }
      : { b: one, c: { ...one, velocity: [0.1, 2, -1].slice(0, space) } };
    const where = { a: at(1, 2, 3), ...last };
    const values = evaluateConstraint(Row, { inputs: where });
    for (const entry of [...values.Cdot, ...values.gamma, ...Object.values(values.J).flat(2)])
      expect(entry + 0).toBe(0);
  });

  it('gives no verdict where algebra may have removed the singularity', () => {
    for (const C of [
      'norm(a)^2 + norm(a)',
      'a.x * b.x / a.x',
      'norm(a) * norm(a) + abs(s)',
      '(norm(a) + s)^2 - 2 * s * norm(a)',
    ])
      expect(verifyType(typeOf(C), OPTIONS).singular).toMatchObject({ pass: true, faults: [] });
  });

  it('excuses what only rounding and the signs of zeros decide', () => {
    const inputs = { a: 'point', c: 'point', d: 'point' } as const;
    const { Bend, Torsion } = {
      ...compile('Bend', {
        summary: 'An angle by its cosine, which rounding may make 1.',
        space: 3,
        inputs: { a: 'point', b: 'point', c: 'point' },
        where: { u: 'a - b', w: 'c - b' },
        C: 'acos(dot(u, w) / (norm(u) * norm(w))) == 1',
      }),
      ...compile('Torsion', { summary: 'A torsion.', space: 3, inputs, C: 'pi == dihedral(a, [1, -1, 1], c, d)' }),
    };
    for (const { type } of [Bend, Torsion])
      for (const seed of [98, 421])
        expect(verifyType(type, { samples: 8, seed }).singular).toMatchObject({ pass: true, faults: [] });
  });

  it('asks nothing outside of the domain', () => {
    for (const C of ['sqrt(s) + log(a.x)', 'asec(s)', 'acosh(s)'])
      expect(verifyType(typeOf(C), { ...OPTIONS, samples: 8 }).singular).toMatchObject({ pass: true, faults: [] });
  });

  it('names samples that are near', () => {
    const { warnings } = verifyType(
      { ...Rod, formula: { ...Rod.formula, sample: { a: [0, 1e-4], b: [0, 1e-4] } } },
      OPTIONS,
    );
    expect(warnings).toContainEqual(expect.stringContaining('Near singular points'));
    expect(verifyType(Rod, OPTIONS).warnings).toEqual([]);
  });
});
