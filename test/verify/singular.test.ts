import { describe, expect, it } from 'vitest';
import type { ConstraintType } from '../../runtime/constraint-type.js';
import { compile } from '../../src/emit/compile-spec.js';
import { formatReport, verifyType } from '../../src/verify/index.js';
import { LIBRARY_TYPES } from '../support/library.js';

const Rod = compile('Rod', {
  summary: 'A rod.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  C: 'norm(a - b) == 1',
})['Rod']!.type;
const OPTIONS = { samples: 4, seed: 3 } as const;

describe('verification at singular points', () => {
  it.each(LIBRARY_TYPES.map((type) => [type.name, type] as const))('%s', (_, type) => {
    const { singular } = verifyType(type, OPTIONS);
    expect(singular?.faults ?? []).toEqual([]);
    if (/^Distance\dD$/.test(type.name)) expect(singular).toMatchObject({ known: 1, evaluated: 1 });
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

  it('names samples that are near', () => {
    const { warnings } = verifyType(
      { ...Rod, formula: { ...Rod.formula, sample: { a: [0, 1e-4], b: [0, 1e-4] } } },
      OPTIONS,
    );
    expect(warnings).toContainEqual(expect.stringContaining('Near singular points'));
    expect(verifyType(Rod, OPTIONS).warnings).toEqual([]);
  });
});
