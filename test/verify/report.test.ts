import { describe, expect, it } from 'vitest';
import { formatReport, verifyType } from '../../src/verify/index.js';
import { SpecError } from '../../src/diagnostics/index.js';
import { verify } from '../../src/kinds/verify.js';
import { drawConfiguration } from '../../src/sampling/configuration.js';
import { seededRandom } from '../../src/sampling/random.js';
import { coincident, distance, piecewise, slider } from './fixtures/constraints.js';
import { typeOf } from './fixtures/types.js';
import { DoublePendulum } from '../../generated/bodies.js';
import { verifyBodyType } from '../../src/verify/body/verify-body.js';

const FEW = { samples: 12, referenceSamples: 4 };

describe('sampling', () => {
  it('gives the same report for the same seed, another for another', () => {
    const report = verifyType(typeOf(distance), { ...FEW, seed: 11 });
    expect(verifyType(typeOf(distance), { ...FEW, seed: 11 })).toEqual(report);
    expect(verifyType(typeOf(distance), { ...FEW, seed: 12 })).not.toEqual(report);
  });

  it.each([
    [{ samples: 0 }, 'The option "samples" of verify is 0.'],
    [{ samples: -1 }, 'The option "samples" of verify is -1.'],
    [{ samples: NaN }, 'The option "samples" of verify is NaN.'],
    [{ samples: 2.5, seed: -1 }, 'The option "seed" of verify is -1.'],
    [{ referenceSamples: '5' }, 'The option "referenceSamples" of verify is "5".'],
    [{ sample: 5 }, 'did you mean "samples"?'],
  ])('refuses the options %o', (options, message) => {
    const check = (): unknown => verifyType(typeOf(distance), options as object);
    expect(check).toThrow(SpecError);
    expect(check).toThrow(message);
  });

  it('draws time from its own range', () => {
    const type = typeOf({ ...piecewise, sample: { t: [100, 100.5] } });
    const random = seededRandom(3);
    for (let k = 0; k < 20; k++) {
      const { t } = drawConfiguration(type, random);
      expect(t >= 100 && t < 100.5).toBe(true);
    }
    const wave = { summary: 'A wave.', space: 2, inputs: { x: 'scalar' }, sample: { t: [1e-4, 2e-4] } } as const;
    const report = verify({ ...wave, C: 'x == 1e-3 * log(t)' }, { samples: 30 });
    expect(report.pass, formatReport(report)).toBe(true);
  });

  it('draws the known stream of its generator', () => {
    const random = seededRandom(1);
    const first = Array.from({ length: 1000 }, random);
    expect(first.every((u) => u >= 0 && u < 1)).toBe(true);
    expect(first.reduce((sum, u) => sum + u, 0) / 1000).toBeCloseTo(0.5, 1);
    expect(new Set(first).size).toBe(1000);
  });

  it('keeps to directions, ranges and bounds', () => {
    const type = typeOf({
      ...slider,
      params: { low: { min: 3 }, high: { max: -1 }, cut: { min: 1, max: 1.5 } },
      sample: { a: [10, 11] },
    });
    const random = seededRandom(5);
    for (let k = 0; k < 50; k++) {
      const { x, p } = drawConfiguration(type, random);
      expect(x.slice(0, 3).every((value) => value >= 10 && value < 11)).toBe(true);
      expect(Math.hypot(...x.slice(6))).toBeCloseTo(1, 12);
      expect(p[0]).toBeGreaterThanOrEqual(3);
      expect(p[1]).toBeLessThanOrEqual(-1);
      expect(p[2]).toBeGreaterThanOrEqual(1);
      expect(p[2]).toBeLessThan(1.5);
    }
  });

  it('redraws where the formula is not finite', () => {
    const half = typeOf({
      ...piecewise,
      C: ['sqrt(s)'],
      evaluate: ({ x, v }) => {
        const [s, ds] = [x[0]!, v[0]!];
        const q = Math.sqrt(s);
        const divisor = q || Infinity;
        return {
          C: [q],
          Cdot: [ds / (2 * divisor)],
          gamma: [(-ds * ds) / (4 * divisor ** 3)],
          J: [[1 / (2 * divisor)]],
          Jdot: [[-ds / (4 * divisor ** 3)]],
        };
      },
    });
    const report = verifyType(half, { samples: 50, referenceSamples: 10 });
    expect(report.pass, formatReport(report)).toBe(true);
    expect(report.samples).toBe(50);
  });

  it('fails, and asks for ranges, where the formula is finite nowhere', () => {
    const report = verifyType(typeOf({ ...piecewise, C: ['acosh(-4 - s^2)'] }), FEW);
    expect(report.pass).toBe(false);
    expect(report.samples).toBe(0);
    expect(Object.values(report.quantities).map(({ pass }) => pass)).toEqual([false, false, false, false, false]);
    expect(report.warnings.join()).toContain('"sample"');
    const [head, ...lines] = formatReport(report).split('\n');
    expect(head).toMatch(/^FAIL .* 0 samples/);
    expect(lines).toEqual([
      '  no sample: nothing was checked',
      expect.stringContaining('warning: The formulas were finite'),
    ]);
  });

  it('fails bodies, too, whose formulas are finite nowhere', () => {
    const { type } = DoublePendulum;
    const energy = 'acosh(-4 - theta1^2)';
    const report = verifyBodyType({ ...type, formula: { ...type.formula, energy } }, FEW);
    expect(report.pass).toBe(false);
    expect(Object.keys(report.quantities)).toContain('M');
    expect(Object.values(report.quantities).some(({ pass }) => pass)).toBe(false);
    expect(formatReport(report)).toContain('no sample: nothing was checked');
  });

  it('warns of a branch that no sample reaches', () => {
    const report = verifyType(typeOf({ ...piecewise, sample: { s: [-1, 0.5] } }), FEW);
    expect(report.warnings).toEqual([expect.stringContaining('1 of 1 choices')]);
    expect(report.pass).toBe(true);
  });
});

describe('a formula that cannot be checked', () => {
  it.each([
    ['unknown(s)', /could not be read/],
    ['[s, s]', /has 2 rows, the class 1/],
  ])('%s fails with a warning', (formula, warning) => {
    const report = verifyType(typeOf({ ...piecewise, C: [formula] }), FEW);
    expect(report.pass).toBe(false);
    expect(report.warnings.join()).toMatch(warning);
    expect(() => formatReport(report)).not.toThrow();
  });
});

describe('the text of a report', () => {
  it('has one line per quantity when all is well', () => {
    const text = formatReport(verifyType(typeOf(coincident), FEW));
    expect(text.split('\n')).toHaveLength(6);
    expect(text).toMatch(/^pass {2}Coincident2D \(2D, 2 rows, 12 samples, seed 1\)/);
  });

  it('names the entry, the configuration and both values of a failure', () => {
    const report = verifyType(
      typeOf(distance, (values) => (values.J[0]![3] = -values.J[0]![3]!)),
      FEW,
    );
    const text = formatReport(report);
    const { at } = report.quantities.J.differences[0]!.worst!;
    expect(text).toMatch(/^FAIL/);
    expect(text).toContain(`J row 1, by b[2] at sample ${at.sample}: computed ${at.analytic}, expected ${at.numeric}`);
    expect(text).toContain(`length = ${at.configuration.params['length']![0]!}`);
  });

  it('is made from plain data', () => {
    const report = verifyType(typeOf(coincident), FEW);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});
