import { describe, expect, it } from 'vitest';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { compile } from '../../src/kinds/compile.js';
import type { ConstraintSpec } from '../../src/spec/constraint-spec.js';
import { formatReport, losses, verifyType } from '../../src/verify/index.js';
import { inFull, IS_FULL, someOf } from '../support/scope.js';

type Inputs = ConstraintSpec['inputs'];

const typeOf = (C: string, inputs: Inputs, others: Partial<ConstraintSpec> = {}): ConstraintType =>
  compile('Tried', { summary: 'Tried.', space: 2, inputs, C, ...others })['Tried']!.type;

/** Formulas that lose digits as they are written. */
const CANCELLING: readonly (readonly [C: string, inputs: Inputs, others?: Partial<ConstraintSpec>])[] = [
  ['atan2(cross(u, w), dot(u, w)) == angle', { u: 'direction', w: 'direction' }, { params: { angle: {} } }],
  ['norm(rotate(s, p)) == 1', { s: 'scalar', p: 'point' }],
  ['s - s^3/6 - sin(s)', { s: 'scalar' }],
  ['cosh(s)^2 - sinh(s)^2 == a', { s: 'scalar', a: 'scalar' }],
  ['acos(dot(normalize(p), normalize(p))) == p.x', { p: 'point' }],
  ['1e12 * (cos(s) - 1) + abs(a)', { s: 'scalar', a: 'scalar' }],
];

const REMAINDER = typeOf('s - s^3/6 - sin(s)', { s: 'scalar' });

/** Copies the type with one output changed. */
const changed = (type: ConstraintType, change: (J: Float64Array, gamma: Float64Array) => void): ConstraintType => ({
  ...type,
  kernel(count, slots, x, v, p, t, C, Cdot, J, gamma) {
    type.kernel(count, slots, x, v, p, t, C, Cdot, J, gamma);
    change(J, gamma);
  },
});

describe('a formula in which terms cancel', () => {
  it.each(CANCELLING.map(([C, inputs, others]) => ({ C, inputs, others })))('$C passes', ({ C, inputs, others }) => {
    const type = typeOf(C, inputs, others);
    for (const seed of someOf([1, 2], 1)) {
      const report = verifyType(type, { samples: IS_FULL ? 200 : 100, referenceSamples: IS_FULL ? 80 : 40, seed });
      expect(report.pass, formatReport(report)).toBe(true);
    }
  });

  it('is said to lose digits, with the place', () => {
    const report = verifyType(REMAINDER, { samples: 200 });
    const { lost } = report.quantities.C.reference!;
    expect(lost!.digits).toBeGreaterThanOrEqual(4);
    expect(lost!.digits).toBeLessThan(12);
    const s = lost!.at.configuration.inputs['s']![0]!;
    expect(Math.abs(s)).toBeLessThan(0.5);
    const sentence = `C row 1 loses ${lost!.digits} digits to cancellation near s = ${s}`;
    expect(formatReport(report)).toContain(sentence);
    expect(losses(report).some((loss) => loss.startsWith(sentence))).toBe(true);
    expect(report.pass).toBe(true);
  });

  it('counts lost digits by the actual error', () => {
    // 1 + s − 1 is s but for the last place of 1: at 1e-8 half of the digits are gone.
    const type = typeOf('1 + s == 1', { s: 'scalar' }, { sample: { s: [1e-8, 2e-8] } });
    const inexact: ConstraintType = {
      ...type,
      kernel(count, slots, x, v, p, t, C, Cdot, J, gamma) {
        type.kernel(count, slots, x, v, p, t, C, Cdot, J, gamma);
        for (let k = 0; k < count; k++) C[k] = 1 + x[slots[k]!]! - 1;
      },
    };
    const report = verifyType(inexact, { samples: 100 });
    expect(report.pass, formatReport(report)).toBe(true);
    expect(report.quantities.C.reference!.lost!.digits).toBe(7);
    expect(report.quantities.J.reference!.lost).toBeUndefined();
  });

  inFull('hides no fault of a class', () => {
    const scaled = (by: number): ConstraintType =>
      changed(REMAINDER, (J) => {
        for (let k = 0; k < J.length; k++) J[k]! *= by;
      });
    expect(verifyType(scaled(1), { samples: 40 }).pass).toBe(true);
    for (const by of [1 + 1e-12, 1 - 1e-12, -1])
      expect(verifyType(scaled(by), { samples: 40 }).quantities.J.reference!.pass).toBe(false);
    const off = changed(typeOf('atan2(u.y, u.x) == 0', { u: 'direction' }), (_, gamma) => {
      for (let k = 0; k < gamma.length; k++) gamma[k]! += 1e-10;
    });
    expect(verifyType(off, { samples: 40 }).quantities.gamma.reference!.pass).toBe(false);
  });
});
