import { describe, expect, it } from 'vitest';
import { formatReport, verifyType, type VerificationReport } from '../../src/verify/index.js';
import type { Quantity } from '../../src/sampling/evaluation.js';
import { distance, rotatingWire } from './fixtures/constraints.js';
import { MUTANTS, negated } from './fixtures/mutants.js';
import { typeOf } from './fixtures/types.js';
import { someOf } from '../support/scope.js';

const OPTIONS = { samples: 20, referenceSamples: 5, seed: 7 };

describe('a mutant', () => {
  it.each(someOf(MUTANTS, 8).map((mutant) => ({ ...mutant, name: `${mutant.of.name}: ${mutant.what}` })))(
    '$name fails',
    (mutant) => {
      const report = verifyType(typeOf(mutant.of, mutant.change), OPTIONS);
      expect(report.pass).toBe(false);
      expect(report.quantities[mutant.quantity].pass, formatReport(report)).toBe(false);
      const expected = Object.fromEntries(
        (['row', 'input', 'component'] as const).flatMap((key) =>
          mutant[key] === undefined ? [] : [[key, mutant[key]]],
        ),
      );
      for (const place of blamed(report, mutant.quantity)) expect(place, formatReport(report)).toMatchObject(expected);
      // A fault of one kernel output does not fail the others: all are derived from C alone.
      if (mutant.quantity !== 'C')
        for (const [quantity, { pass }] of Object.entries(report.quantities))
          if (quantity !== mutant.quantity) expect(pass, `${quantity}\n${formatReport(report)}`).toBe(true);
    },
  );

  it('is caught by the differences alone and by the 64 digits alone', () => {
    const mutant = typeOf(rotatingWire, (v) => {
      negated(v.gamma, 0);
    });
    const { differences, reference } = verifyType(mutant, OPTIONS).quantities.gamma;
    expect(differences.map(({ pass }) => pass)).toEqual([false, false]);
    expect(reference?.pass).toBe(false);
    const withoutReference = verifyType(mutant, { ...OPTIONS, referenceSamples: 0 });
    expect(withoutReference.quantities.gamma.pass).toBe(false);
    expect(withoutReference.quantities.gamma.reference).toBeUndefined();
  });

  it('that mixes up the strides of a batch fails, though right for single constraints', () => {
    const right = typeOf(distance);
    const report = verifyType(
      {
        ...right,
        kernel: (count, slots, x, v, p, t, C, Cdot, J, gamma) => {
          right.kernel(count, slots, x, v, p, t, C, Cdot, J, gamma);
          if (count > 1) J.copyWithin(4, 0, 4);
        },
      },
      OPTIONS,
    );
    expect(report.quantities.J.pass).toBe(false);
  });

  it('whose formula says something else fails in C', () => {
    const report = verifyType(typeOf({ ...distance, C: ['norm(a + b) == length'] }), OPTIONS);
    expect(report.quantities.C.reference?.pass).toBe(false);
  });
});

/** Lists the places that the failed checks of a quantity name. */
function blamed(report: VerificationReport, quantity: Quantity): unknown[] {
  const { differences, reference, thirdOpinion } = report.quantities[quantity];
  const places = [
    ...differences.filter(({ pass, inherited }) => !pass && inherited !== true).map(({ worst }) => worst?.at),
    ...[reference, thirdOpinion].filter((check) => check?.pass === false).map((check) => check?.at),
  ];
  expect(places.length).toBeGreaterThan(0);
  return places;
}
