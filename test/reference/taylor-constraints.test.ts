import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceValues } from '../../src/reference/derivatives.js';
import { exact } from '../../src/reference/big.js';
import { ReferenceMachine } from '../../src/reference/machine.js';
import { readFormula, type FormulaOwner } from '../../src/reference/read-formula.js';
import { TaylorConstraint } from '../../src/reference/taylor/constraint.js';
import type { Bounded } from '../../src/reference/taylor/jet-table.js';
import { drawConfiguration, type Configuration } from '../../src/sampling/configuration.js';
import { batchEvaluations, entriesOf, levelsOf, QUANTITIES, totalSize } from '../../src/sampling/evaluation.js';
import { seededRandom } from '../../src/sampling/random.js';
import { withJdot } from '../../src/verify/derived-jdot.js';
import { LIBRARY_TYPES } from '../support/library.js';
import { someOf } from '../support/scope.js';

/** The 64-digit differences are themselves off by some 1e-30 relative to what is differenced. */
const REFERENCE_ERROR = 1e-26;

const scalarsOf = (names: readonly string[], C: string): FormulaOwner => ({
  inputs: names.map((name) => ({ name, kind: 'scalar' as const, size: 1 })),
  params: [],
  formula: { C: [C], where: {}, sample: {} },
});

function taylorOf(owner: FormulaOwner): TaylorConstraint {
  return new TaylorConstraint(readFormula(owner), ['position'], totalSize(owner.inputs));
}

describe('Taylor arithmetic of constraints', () => {
  it.each(someOf(LIBRARY_TYPES, 20).map((type) => [type.name, type] as const))(
    'bounds its errors for %s',
    (_, emitted) => {
      const type = withJdot(emitted);
      const program = readFormula(type);
      const levels = levelsOf(type);
      const taylor = new TaylorConstraint(program, levels, totalSize(type.inputs));
      const machine = new ReferenceMachine(program);
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const at = drawConfiguration(type, seededRandom(seed));
          const bounded = taylor.at(at);
          const digits = referenceValues(machine, bigConfiguration(at), levels);
          const [own] = batchEvaluations(type, [at]);
          for (const quantity of QUANTITIES)
            entriesOf(type, quantity).forEach(({ row, column }, e) => {
              const { value, error } = pick<Bounded>(bounded[quantity], row, column);
              const expected = pick(digits[quantity] as readonly never[], row, column) as unknown as {
                toNumber: () => number;
              };
              const exactValue = expected.toNumber();
              const place = `${quantity}[${row}][${column}] with ${seed}`;
              // Tight enough to tell a wrong value, and an upper bound all the same.
              expect(error, place).toBeLessThan(1e-9 * Math.max(1, Math.abs(exactValue)));
              expect(Math.abs(value - exactValue), place).toBeLessThanOrEqual(error + REFERENCE_ERROR);
              expect(Math.abs(own![quantity][e]! - value), place).toBeLessThanOrEqual(error);
            });
        }),
        { numRuns: 5, seed: 1 },
      );
    },
  );

  // Each function's three derivatives, by differences of the ones before at 64 digits.
  it.each([
    'sqrt(3 + s)',
    'cbrt(s)',
    'exp(s)',
    'expm1(s)',
    'log(4 + s)',
    'log1p(3 + s)',
    'log2(4 + s)',
    'log10(4 + s)',
    'erf(s)',
    'sin(s)',
    'cos(s)',
    'tan(s)',
    'asin(s/4)',
    'acos(s/4)',
    'atan(s)',
    'atan2(s, 1 + s^2)',
    'atan2(1 + s, s - 4)',
    'sinh(s)',
    'cosh(s)',
    'tanh(s)',
    'asinh(s)',
    'acosh(4 + s)',
    'atanh(s/4)',
    'abs(s)',
    'sign(s) * s^2',
    '(s > 0 ? s^3 : s^2)',
    '1 / (1 + s^2)',
    's^5 - s^-2',
    '(4 + s)^s',
    '(4 + s)^2.5',
    'max(s, s^3)',
  ])('has the derivatives of %s', (C) => {
    const owner = scalarsOf(['s'], C);
    const taylor = taylorOf(owner);
    const machine = new ReferenceMachine(readFormula(owner));
    for (const s of [-2.9, -1.3, -0.4, 0.3, 1.1, 2.7]) {
      const at: Configuration = { x: [s], v: [0.7], p: [], t: 0 };
      const bounded = taylor.at(at);
      const digits = referenceValues(machine, bigConfiguration(at), ['position']);
      const pairs = [
        [bounded.C[0]!, digits.C[0]!],
        [bounded.Cdot[0]!, digits.Cdot[0]!],
        [bounded.gamma[0]!, digits.gamma[0]!],
        [bounded.J[0]![0]!, digits.J[0]![0]!],
        [bounded.Jdot[0]![0]!, digits.Jdot[0]![0]!],
      ] as const;
      for (const [{ value, error }, expected] of pairs) {
        const exactValue = expected.toNumber();
        expect(error, `${C} at ${s}`).toBeLessThan(1e-11 * Math.max(1, Math.abs(exactValue)));
        expect(Math.abs(value - exactValue), `${C} at ${s}`).toBeLessThanOrEqual(error + REFERENCE_ERROR);
      }
    }
  });

  it('bounds the digits that cancellation leaves', () => {
    const { C } = taylorOf(scalarsOf(['s'], 's - s^3/6 - sin(s)')).at({ x: [1e-3], v: [0], p: [], t: 0 });
    // The value is −s⁵/120 = −8.3e-18, of terms of 1e-3 that are rounded to 1e-19 each.
    expect(Math.abs(C[0]!.value + 8.333333e-18)).toBeLessThanOrEqual(C[0]!.error);
    expect(C[0]!.error).toBeGreaterThan(1e-20);
    expect(C[0]!.error).toBeLessThan(1e-17);
  });

  it('knows nothing where rounding decides a branch, at a kink, or where a part overflows', () => {
    const at = (C: string, s: number): { readonly C: Bounded; readonly J: Bounded } => {
      const values = taylorOf(scalarsOf(['s'], C)).at({ x: [s], v: [1], p: [], t: 0 });
      return { C: values.C[0]!, J: values.J[0]![0]! };
    };
    expect(at('(s/3*3 > 0.3 ? 1 : s)', 0.3).C.error).toBe(Infinity);
    expect(at('(s > 0.25 ? 1 : s)', 0.25).C.error).toBeLessThan(1e-15);
    expect(at('abs(s - 0.5)', 0.5).J.error).toBe(Infinity);
    expect(at('1 / (1 + exp(s))', 800).J.value).toBeNaN();
    expect(at('tanh(1000 * s)', 1).J).toEqual({ value: 0, error: 0 });
  });
});

const bigConfiguration = ({ x, v, p, t }: Configuration): Parameters<typeof referenceValues>[1] => ({
  x: x.map(exact),
  v: v.map(exact),
  p: p.map(exact),
  t: exact(t),
});

/** Picks an entry of a quantity that is a list of rows, or of rows of columns. */
function pick<T>(values: readonly (T | readonly T[])[], row: number, column: number | undefined): T {
  const entry = values[row]!;
  return column === undefined ? (entry as T) : (entry as readonly T[])[column]!;
}
