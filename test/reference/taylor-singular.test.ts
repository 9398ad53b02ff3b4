import { describe, expect, it } from 'vitest';
import { readFormula } from '../../src/reference/read-formula.js';
import { TaylorConstraint, type BoundedValues } from '../../src/reference/taylor/constraint.js';

const scalar = (name: string): { name: string; kind: 'scalar'; size: number } => ({ name, kind: 'scalar', size: 1 });

/** Evaluates a formula of `a` and `b` by Taylor arithmetic. */
function valuesOf(C: string, a: number, b: number): BoundedValues {
  const program = readFormula({
    inputs: [scalar('a'), scalar('b')],
    params: [],
    formula: { C: [C], where: {}, sample: {} },
  });
  return new TaylorConstraint(program, ['position'], 2).at({ x: [a, b], v: [0.3, -0.2], p: [], t: 0 });
}

describe('where rounding may have led to a singular point', () => {
  it.each([
    ['sqrt(a * a - b)', 1, 1 - 2 ** -53, 0],
    ['cbrt(a * a - b)', 1, 1 - 2 ** -53, 0],
    ['acos(a * b)', 1, 1 - 2 ** -53, 0],
    ['asin(a * b)', 1, 1 - 2 ** -53, Math.PI / 2],
    ['acosh(a * b)', 1, 1 + 2 ** -52, 0],
    ['(a * a - b)^1.5', 1, 1 - 2 ** -53, 0],
  ])('%s at %d, %d may be its value there, and nothing bounds its slopes', (C, a, b, atSingularPoint) => {
    const { C: values, J, gamma, Jdot } = valuesOf(C, a, b);
    const [{ value, error }] = values as [BoundedValues['C'][number]];
    expect(error).toBeLessThan(1e-4);
    expect(Math.abs(value - atSingularPoint)).toBeLessThanOrEqual(error);
    for (const bounded of [...J.flat(), ...Jdot.flat(), ...gamma]) expect(bounded.error).toBe(Infinity);
  });

  it.each(['log(a * a - b)', 'atanh(a * b)', '(a * a - b)^-0.5'])('nothing bounds %s, nor its slopes', (C) => {
    const { C: values, J } = valuesOf(C, 1, 1 - 2 ** -53);
    expect([...values, ...J.flat()].map(({ error }) => error)).toEqual([Infinity, Infinity, Infinity]);
  });

  it('nothing bounds a tangent whose argument may be at a pole', () => {
    expect(valuesOf('tan(a * b)', 3, Math.PI / 6).C[0]!.error).toBe(Infinity);
    expect(valuesOf('tan(a * b)', 3, 0.5).C[0]!.error).toBeLessThan(1e-12);
  });

  it('nothing bounds an angle on the cut, where the sign of a zero decides', () => {
    expect(valuesOf('atan2(a - a * b, -a)', 2, 1).C[0]!.error).toBe(Infinity);
    expect(valuesOf('atan2(a - a * b, a)', 2, 1).C[0]!.error).toBeLessThan(1e-15);
  });

  it.each(['sqrt(a * a - b)', 'log(a * a - b)', 'acos(a * b)', '(a * a - b)^1.5'])(
    'all is bounded for %s elsewhere',
    (C) => {
      const { C: values, J, gamma } = valuesOf(C, 1.25, 0.5);
      for (const { value, error } of [...values, ...J.flat(), ...gamma])
        expect(error).toBeLessThan(1e-14 * (1 + Math.abs(value)));
    },
  );
});
