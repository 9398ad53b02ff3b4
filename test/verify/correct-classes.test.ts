import { IS_FULL, someOf } from '../support/scope.js';
import { describe, expect, it } from 'vitest';
import { verify } from '../../src/kinds/verify.js';
import { formatReport, verifyType } from '../../src/verify/index.js';
import { ALL, distance, rotatingWire } from './fixtures/constraints.js';
import { scaled } from './fixtures/mutants.js';
import { typeOf, type Fixture } from './fixtures/types.js';

const OPTIONS = { samples: 20, referenceSamples: 5, seed: 7 };

describe('a correct class', () => {
  it.each(ALL)('$name passes', (fixture) => {
    const report = verifyType(typeOf(fixture), { samples: IS_FULL ? 50 : 30 });
    expect(report.pass, formatReport(report)).toBe(true);
    expect(report.warnings).toEqual([]);
  });

  it.each(someOf([2, 3, 4, 5], 1))('passes with seed %i', (seed) => {
    for (const fixture of ALL) {
      const report = verifyType(typeOf(fixture), { ...OPTIONS, seed });
      expect(report.pass, formatReport(report)).toBe(true);
    }
  });

  it('is accepted as a class that carries its type', () => {
    class Distance2D {
      static readonly type = typeOf(distance);
      readonly length = 1;
    }
    expect(verify(Distance2D, OPTIONS)).toEqual(verifyType(Distance2D.type, OPTIONS));
  });

  it('has its derivative confirmed by mathjs where that is possible', () => {
    expect(verifyType(typeOf(rotatingWire), OPTIONS).quantities.J.thirdOpinion).toMatchObject({
      pass: true,
      compared: 10,
    });
    expect(verifyType(typeOf(distance), OPTIONS).quantities.J.thirdOpinion).toBeUndefined();
  });
});

describe('a formula that loses digits as it is written', () => {
  /** The function `acos(1 − s)`: well-conditioned in `s`, but not in the rounding of `1 − s`. */
  const versine: Fixture = {
    name: 'Versine',
    inputs: { s: 'scalar' },
    C: ['acos(1 - s)'],
    sample: { s: [2e-3, 5e-2] },
    evaluate: ({ x, v }) => {
      const [c, ds] = [1 - x[0]!, v[0]!];
      const q = 1 / (Math.sqrt(1 - c * c) || Infinity);
      const slope = -c * q * q * q * ds;
      return {
        C: [Math.acos(Math.max(-1, Math.min(1, c)))],
        Cdot: [q * ds],
        gamma: [slope * ds],
        J: [[q]],
        Jdot: [[slope]],
      };
    },
  };

  it('is not held against the class', () => {
    const report = verifyType(typeOf(versine), { samples: 30 });
    expect(report.quantities.J.reference, formatReport(report)).toMatchObject({ pass: true });
    expect(report.pass, formatReport(report)).toBe(true);
  });

  it('hides no error beyond that', () => {
    const wrong = typeOf(versine, (values) => {
      scaled(values.J[0]!, 0, 1 + 1e-11);
    });
    expect(verifyType(wrong, { samples: 30 }).quantities.J.reference?.pass).toBe(false);
  });
});
