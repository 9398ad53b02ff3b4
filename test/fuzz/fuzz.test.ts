import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/kinds/compile.js';
import { diagnose } from '../../src/kinds/diagnose.js';
import { checkBody } from './check-body.js';
import { checkConstraint } from './check-constraint.js';
import { Drafts } from './drafts.js';
import { EverydaySpecs, RECIPES, type Everyday } from './everyday.js';
import { formatFinding, fuzz } from './fuzz.js';
import { bodyPlacesOf, placesOf } from './places.js';
import { specOf } from './specs.js';
import { inFull, IS_FULL } from '../support/scope.js';

describe('random specs', () => {
  inFull(
    'have the numbers of their formulas',
    () => {
      const { counts, findings } = fuzz({ seed: 74, count: IS_FULL ? 400 : 80, verify: IS_FULL ? 25 : 3 });
      expect(findings.map(formatFinding).join('\n\n')).toBe('');
      // Most are accepted, and most places can be compared.
      expect(counts.refused).toBeLessThan(0.35 * counts.formulas);
      expect(counts.everyday).toBe(Math.floor(counts.formulas / 3));
      expect(counts.proven).toBeGreaterThan(2);
      expect(counts.right).toBeGreaterThan(counts.formulas);
    },
    300_000,
  );

  it('of energies have the numbers of their formulas', () => {
    const { counts, findings } = fuzz({ seed: 37, count: 1000, energies: true });
    expect(findings.map(formatFinding).join('\n\n')).toBe('');
    expect(counts.refused).toBeLessThan(0.35 * counts.formulas);
    expect(counts.right).toBeGreaterThan(counts.formulas);
  });

  const smallest = (pattern: RegExp): unknown => {
    const fails = fc.property(new Drafts(), (draft) => !pattern.test(JSON.stringify(specOf(draft))));
    const { counterexample } = fc.check(fails, { seed: 5, numRuns: 10_000 });
    return specOf(counterexample![0]);
  };

  it('are as people write them, by every recipe', () => {
    for (const recipe of RECIPES) {
      const [{ spec }] = fc.sample(new EverydaySpecs([recipe]), { seed: 3, numRuns: 1 }) as [Everyday];
      expect(
        diagnose(spec).filter(({ code }) => code.startsWith('E_')),
        recipe.name,
      ).toEqual([]);
    }
  });

  it('shrink to plainer numbers, where people wrote them', () => {
    const fails = fc.property(new EverydaySpecs(), ({ spec }) => !JSON.stringify(spec).includes('exp('));
    const { counterexample } = fc.check(fails, { seed: 5, numRuns: 1000 });
    expect(JSON.stringify(counterexample![0].spec)).not.toMatch(/0\.0111|3\.7|2\.54/);
  });

  it('shrink to the least that fails', () => {
    expect(smallest(/atan2\(/)).toMatchObject({ C: expect.stringMatching(/^atan2\([^()]+, [^()]+\)$/) as string });
  });

  it.runIf(IS_FULL)('shrink in inequalities, energies and parts', () => {
    expect(smallest(/"C":\[?"[^"?]*cosh[^"?]* <= [^"?]*"/)).toMatchObject({
      C: expect.stringMatching(/^a?cosh\(.(\.[xyz])?\) <= .$/) as string,
    });
    expect(smallest(/"energy":.*erf\(/)).toMatchObject({ energy: expect.stringMatching(/^erf\(.\)$/) as string });
    const inWhere = smallest(/"where":\{[^}]*norm\(/) as { where: Record<string, string> };
    // What is measured may be a part itself, which shrinking does not put in place of its name.
    const [norm, ...others] = Object.values(inWhere.where);
    expect(norm).toMatch(/^norm\(.{1,10}\)$/);
    expect(others.filter((part) => part.length > 1)).toEqual([]);
  });
});

describe('a class with a fault is found', () => {
  it('in any quantity of a constraint', () => {
    const { Fuzz } = compile('Fuzz', {
      summary: 'A sine.',
      space: 2,
      inputs: { a: 'scalar', b: 'scalar' },
      C: ['sin(a - b)', 'ddt(a) * b'],
    });
    const { type } = Fuzz;
    const places = placesOf(type, 7);
    const kinds = (faulty: typeof type): string[] => checkConstraint(faulty, places).map(({ kind }) => kind);
    expect(kinds(type)).toEqual(['right', 'right']);
    for (const [output, length] of [2, 2, 4, 2].entries())
      for (let entry = 0; entry < length; entry++) {
        if (output === 0 && entry === 1) continue;
        const kernel: typeof type.kernel = (count, slots, x, v, p, t, ...outputs) => {
          type.kernel(count, slots, x, v, p, t, ...outputs);
          for (let k = entry; k < count * length; k += length) outputs[output]![k]! *= -1;
        };
        // ∂φ/∂ḃ is zero, and so is the rate of the second formula's slope by ḃ.
        const isZero = output === 2 && entry === 3;
        expect(kinds({ ...type, kernel }).includes('wrong'), `${output} ${entry}`).toBe(!isZero);
      }
    const jdotKernel: typeof type.jdotKernel = (...args) => {
      type.jdotKernel(...args);
      args[6].forEach((value, k, all) => (all[k] = 1.00001 * value));
    };
    expect(kinds({ ...type, jdotKernel })).toEqual(['wrong', 'wrong']);
  });

  it('in any quantity of a body', () => {
    const { Fuzz } = compile('Fuzz', {
      summary: 'A pendulum on a spring.',
      space: 2,
      coordinates: { s: {}, w: {} },
      params: { k: { min: 0.1 } },
      points: { bob: { at: '[s * sin(w), -s * cos(w)]', mass: 'k' } },
      energy: 's^2',
    });
    const { type } = Fuzz;
    const places = bodyPlacesOf(type, 7);
    const kinds = (faulty: typeof type): string[] => checkBody(faulty, places).map(({ kind }) => kind);
    expect(kinds(type)).toEqual(['right', 'right']);
    const dynamics: typeof type.dynamics = (count, q, v, p, t, M, Q) => {
      type.dynamics(count, q, v, p, t, M, Q);
      Q.forEach((value, k) => (Q[k] = -value));
    };
    expect(kinds({ ...type, dynamics })).toEqual(['wrong', 'wrong']);
    const connectors = type.connectors.map((connector): typeof connector => ({
      ...connector,
      kernel: (...args) => {
        connector.kernel(...args);
        const bias = args[9];
        bias.forEach((value, k) => (bias[k] = value + 1e-4));
      },
    }));
    expect(kinds({ ...type, connectors })).toEqual(['wrong', 'wrong']);
  });
});
