import { describe, expect, it } from 'vitest';
import { readFormula } from '../../src/reference/read-formula.js';
import { TaylorConstraint, type BoundedValues } from '../../src/reference/taylor/constraint.js';
import { compile } from '../../src/toolkit.js';

/** Formulas of one scalar whose parts underflow on the way, with their value and two derivatives by another one. */
const FORMULAS: readonly {
  readonly formula: string;
  readonly range: readonly [number, number];
  readonly exact: (s: number) => readonly [number, number, number];
}[] = [
  // 2/3 · 1000 log s + log 2, since asech y = log(2/y) to 1e-200.
  {
    formula: 'asech((s^1e3)^(-2/3))',
    range: [1.5, 1.6],
    exact: (s) => [Math.LN2 + (2000 / 3) * Math.log(s), 2000 / 3 / s, -2000 / 3 / s ** 2],
  },
  {
    formula: 'log((s^1e3)^(-2/3))',
    range: [1.5, 1.6],
    exact: (s) => [(-2000 / 3) * Math.log(s), -2000 / 3 / s, 2000 / 3 / s ** 2],
  },
  { formula: '(1e-160 * s) * (1e-160 * s) * 1e300 * 1e20', range: [1, 2], exact: (s) => [s * s, 2 * s, 2] },
  { formula: '(1e-160 * s)^2 * 1e300 * 1e20', range: [1, 2], exact: (s) => [s * s, 2 * s, 2] },
  { formula: '(1e-200 * s)^2 * 1e300 * 1e100', range: [1, 2], exact: (s) => [s * s, 2 * s, 2] },
  { formula: '(1e-160 * s) / 1e160 * 1e300 * 1e20', range: [1, 2], exact: (s) => [s, 1, 0] },
  { formula: 'log(exp(-740 * s) * exp(700 * s))', range: [1, 1.0001], exact: (s) => [-40 * s, -40, 0] },
  { formula: 'cos(s * 1e-161) * 1e161 * 1e161', range: [1, 2], exact: (s) => [Infinity, -s, -1] },
];

/** Evaluates a formula of `s` by Taylor arithmetic; its rate is 1, so that gamma is the second derivative. */
function valuesOf(C: string, s: number): BoundedValues {
  const program = readFormula({
    inputs: [{ name: 's', kind: 'scalar', size: 1 }],
    params: [],
    formula: { C: [C], where: {}, sample: {} },
  });
  return new TaylorConstraint(program, ['position'], 1).at({ x: [s], v: [1], p: [], t: 0 });
}

describe('formulas whose parts underflow', () => {
  it.each(FORMULAS)('$formula is within its bounds', ({ formula, range: [least, most], exact }) => {
    for (const s of [least, (least + most) / 2, most]) {
      const { C, J, gamma } = valuesOf(formula, s);
      for (const [k, { value, error }] of [...C, ...J.flat(), ...gamma].entries()) {
        const right = exact(s)[k]!;
        // Nothing is known where the bound is NaN.
        if (Number.isFinite(right)) expect(Math.abs(value - right) > error).toBe(false);
      }
    }
  });

  it.each(FORMULAS)('$formula is derived as an energy', ({ formula, range }) => {
    const spec = { summary: 'For the self-check.', space: 2, inputs: { s: 'scalar' }, sample: { s: range } };
    expect(() => compile('Tiny', { ...spec, V: formula })).not.toThrow();
  });

  it.each(['asech((s^1e3)^(-2/3))', 'log((s^1e3)^(-2/3))', 'log(exp(-740 * s) * exp(700 * s))'])(
    '%s is not taken for a constant row, nor two of them for one',
    (formula) => {
      const spec = { summary: 'For the self-check.', space: 2, inputs: { s: 'scalar' }, sample: { s: [1.5, 1.6] } };
      expect(() => compile('Tiny', { ...spec, C: formula })).not.toThrow();
      expect(() => compile('Tiny', { ...spec, C: [formula, `3 * ${formula} + s`] })).not.toThrow();
    },
  );
});
