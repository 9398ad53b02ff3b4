import { describe, expect, it } from 'vitest';
import {
  firstDerivative,
  secondDerivative,
  STEPS,
  type StencilValues,
} from '../../src/verify/extrapolated-difference.js';
import { seededRandom, uniform } from '../../src/sampling/random.js';

/** Returns rounding errors of values of this size, the same at all steps. */
const rounding = (size: number): number[] => STEPS.map(() => 2 ** -52 * size);

const stencil = (f: (x: number) => number, x: number, unit = 1): StencilValues => ({
  unit,
  centre: f(x),
  plus: STEPS.map((h) => f(x + unit * h)),
  minus: STEPS.map((h) => f(x - unit * h)),
});

describe('the extrapolated difference', () => {
  it('is exact on polynomials at binary fractions', () => {
    const f = (x: number): number => x ** 3 - 2 * x * x + 5;
    expect(firstDerivative(stencil(f, 0.5), rounding(5)).value).toBe(3 * 0.25 - 2);
    expect(secondDerivative(stencil(f, 0.5), rounding(5)).value).toBe(3 - 4);
    expect(
      firstDerivative(
        stencil((x) => x ** 7, 1),
        rounding(1),
      ).value,
    ).toBeCloseTo(7, 13);
  });

  it('says how little it knows of rounding: even an exact difference has an estimate above zero', () => {
    expect(
      firstDerivative(
        stencil((x) => x, 0.5),
        rounding(1),
      ).estimate,
    ).toBeGreaterThan(1e-17);
    expect(
      firstDerivative(
        stencil((x) => x, 0.5),
        rounding(1),
      ).estimate,
    ).toBeLessThan(1e-12);
  });

  it('reaches 1e-12 for a smooth function, 1e-10 for its second derivative', () => {
    const first = firstDerivative(stencil(Math.sin, 0.7), rounding(1));
    expect(Math.abs(first.value - Math.cos(0.7))).toBeLessThan(1e-13);
    expect(first.estimate).toBeLessThan(1e-12);
    const second = secondDerivative(stencil(Math.sin, 0.7), rounding(1));
    expect(Math.abs(second.value + Math.sin(0.7))).toBeLessThan(1e-11);
    expect(second.estimate).toBeLessThan(1e-10);
  });

  it('scales with its unit', () => {
    const { value, estimate } = firstDerivative(
      stencil((x) => Math.sin(1024 * x), 0.7, 2 ** -10),
      rounding(1),
    );
    expect(Math.abs(value - 1024 * Math.cos(1024 * 0.7))).toBeLessThan(1e-9);
    expect(estimate).toBeLessThan(1e-8);
  });

  it('skips samples outside the domain', () => {
    const { value, estimate } = firstDerivative(stencil(Math.acos, 0.97), rounding(2));
    expect(Math.abs(value + 1 / Math.sqrt(1 - 0.97 ** 2))).toBeLessThan(estimate);
    expect(estimate).toBeLessThan(1e-6);
    expect(
      firstDerivative(
        stencil(() => NaN, 0),
        rounding(0),
      ).estimate,
    ).toBe(Infinity);
  });

  it('takes steps that stay on one side of a kink', () => {
    const { value, estimate } = firstDerivative(stencil(Math.abs, 0.01), rounding(0.01));
    expect(value).toBeCloseTo(1, 13);
    expect(estimate).toBeLessThan(1e-12);
  });

  it('admits that it cannot tell at a kink it straddles', () => {
    expect(
      firstDerivative(
        stencil((x) => (x > 0 ? x : 0), 1e-5),
        rounding(1),
      ).estimate,
    ).toBeGreaterThan(1e-3);
  });

  it.each([
    ['√(x² + c²)', (x: number, c: number) => Math.hypot(x, c), (x: number, c: number) => x / Math.hypot(x, c)],
    [
      '1/(x² + c²)',
      (x: number, c: number) => 1 / (x * x + c * c),
      (x: number, c: number) => (-2 * x) / (x * x + c * c) ** 2,
    ],
    ['sin(x/c)', (x: number, c: number) => Math.sin(x / c), (x: number, c: number) => Math.cos(x / c) / c],
  ] as const)('estimates its error honestly near the singularities of %s', (_, f, derivative) => {
    const random = seededRandom(3);
    let surprises = 0;
    for (let k = 0; k < 4000; k++) {
      const c = Math.exp(uniform(random, Math.log(0.02), Math.log(2)));
      const x = uniform(random, -2 * c, 2 * c);
      const truth = derivative(x, c);
      const noise = Math.abs(f(x, c)) + 3 * Math.abs(truth) * c;
      const { value, estimate } = firstDerivative(
        stencil((y) => f(y, c), x),
        rounding(noise),
      );
      const error = Math.abs(value - truth) - 1e-15 * Math.abs(truth);
      if (error > estimate) surprises++;
      expect(error).toBeLessThanOrEqual(8 * estimate);
    }
    expect(surprises).toBeLessThan(8);
  });
});
