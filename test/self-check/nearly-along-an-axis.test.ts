import { describe, expect, it } from 'vitest';
import type { ConstraintKernel, ConstraintType } from '../../runtime/model/constraint-type.js';
import { compile } from '../../src/kinds/compile.js';
import { readFormula, type FormulaOwner } from '../../src/reference/read-formula.js';
import { TaylorConstraint, type BoundedValues } from '../../src/reference/taylor/constraint.js';
import type { Bounded } from '../../src/reference/taylor/jet-table.js';
import { normwise } from '../../src/reference/taylor/normwise.js';
import { judge } from '../../src/self-check/judge.js';
import { formatReport, verifyType } from '../../src/verify/index.js';
import { mutantsOf } from '../mutation/mutants.js';
import { inFull, someOf } from '../support/scope.js';

/** A class of a point `p` beside a line or a segment along `d`. */
const typeOf = (d: string, space: 2 | 3, C: string): ConstraintType =>
  compile('Beside', {
    summary: 'Keeps a point beside a direction that is written out.',
    space,
    inputs: { p: 'point' },
    where: { d },
    C,
  }).Beside.type;
const SEGMENT = 'norm(p - min(max(dot(p, d) / dot(d, d), 0), 1) * d) >= 0.3';
/** Here `r·d` is not zero, so that no term of the gradient vanishes. */
const SHIFTED = 'norm(p + [0.2, 0.3] - dot(p, d) / dot(d, d) * d) == 1';

/** Directions written out, by the ratio of their components. */
const DIRECTIONS = [0.03, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6].flatMap((ratio) =>
  [1, 2, 3].flatMap((k) => {
    const [long, short] = [1.37 * k, 1.73 * ratio * Math.cos(k)].map((x) => Number(x.toPrecision(3)));
    return [
      ['[3.7, -0.0111]', 2] as const,
      [k % 2 === 0 ? `[${long}, ${short}]` : `[${short}, ${-long!}]`, 2] as const,
      [`[${short}, ${long}, ${-2 * short!}]`, 3] as const,
    ];
  }),
);

describe('a direction nearly along an axis', () => {
  it.each(someOf(DIRECTIONS, 12))('%s is accepted, and its class proven', (d, space) => {
    const report = verifyType(typeOf(d, space, SEGMENT), { samples: 60, referenceSamples: 20, seed: 3 });
    expect(report.pass, formatReport(report)).toBe(true);
  });

  it('hides no fault in the small component of J', () => {
    const type = typeOf('[3.7, 1e-7]', 2, SEGMENT);
    for (const factor of [-1, 0, 1.001]) {
      const kernel: ConstraintKernel = (count, slots, x, v, p, t, C, Cdot, J, gamma) => {
        type.kernel(count, slots, x, v, p, t, C, Cdot, J, gamma);
        for (let k = 0; k < count; k++) if (Math.abs(J[2 * k]!) < 1e-6) J[2 * k]! *= factor;
      };
      expect(verifyType({ ...type, kernel }, { samples: 40 }).quantities.J.pass).toBe(false);
    }
  });
});

describe('bounds of vectors', () => {
  const zero: Bounded = { value: 0, error: 0 };
  const rows = (...row: readonly (readonly [value: number, error: number])[]): BoundedValues => {
    const entries = row.map(([value, error]) => ({ value, error }));
    return { C: [zero], Cdot: [zero], gamma: [zero], J: [entries], Jdot: [entries] };
  };
  const verdicts = (values: BoundedValues, inputs: readonly number[], computed: readonly number[]): string[] => {
    const widened = normwise(
      values,
      inputs.map((size) => ({ size })),
      computed.map(() => 1),
    );
    return computed.map((number, k) => judge(number, widened.J[0]![k]!));
  };

  it('are those of the largest component', () => {
    const values = rows([1, 1e-15], [0, 1e-19]);
    expect(verdicts(values, [2], [1, -3e-16])).toEqual(['right', 'right']);
    expect(verdicts(values, [1, 1], [1, -3e-16])).toEqual(['right', 'wrong']);
  });

  it('show a wrong sign in a component that is a billion times smaller', () => {
    expect(verdicts(rows([1, 1e-15], [1e-9, 1e-25]), [2], [1, -1e-9])).toEqual(['right', 'wrong']);
  });

  it('of one input say nothing of another', () => {
    const values = rows([1e300, 1e285], [1, 1e-16]);
    expect(verdicts(values, [1, 1], [1e300, 1.01])).toEqual(['right', 'wrong']);
  });

  it('leave out what is unknown', () => {
    const values = rows([1, Infinity], [1, 1e-16]);
    expect(verdicts(values, [2], [2, 1.01])).toEqual(['unknown', 'wrong']);
  });
});

it('a zero that has an error keeps it under abs', () => {
  const owner = {
    inputs: [{ name: 's', kind: 'scalar', size: 1 }],
    params: [],
    // At s = 0 the difference is a zero that has the error of the sum.
    formula: { C: ['abs((0.1 + s) - 0.1)'], where: {}, sample: {} },
  } as unknown as FormulaOwner;
  const { C } = new TaylorConstraint(readFormula(owner), ['position'], 1).at({ x: [0], v: [1], p: [], t: 0 });
  expect(C[0]!.value).toBe(0);
  expect(C[0]!.error).toBeGreaterThan(1e-18);
});

inFull('the tests of mutants see faults in a class with such a direction', () => {
  const type = typeOf('[3.7, -0.0111]', 2, SHIFTED);
  const survivors = [...mutantsOf(`const kernel = ${type.kernel.toString()};`)].filter(({ inGuard, code }) => {
    if (inGuard) return false;
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- our own emission with one operator changed
    const kernel = new Function(`${code}\nreturn kernel;`)() as ConstraintKernel;
    return verifyType({ ...type, kernel }, { samples: 3, seed: 5 }).pass;
  });
  expect(survivors.map(({ description }) => description)).toEqual([]);
});
