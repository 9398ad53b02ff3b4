import { describe, expect, it } from 'vitest';
import { evaluateConstraint } from '../../runtime/index.js';
import { compile } from '../../src/toolkit.js';
import { ulp } from '../../src/verify/ulp.js';
import { big, exactly, math, type Big } from '../support/high-precision.js';

/**
 * Measures the largest error of a formula's value in units in its last place, and that of `naive`.
 */
function errors(
  C: string,
  places: readonly (readonly number[])[],
  exact: (...args: Big[]) => Big,
  naive: (...args: number[]) => number,
): { readonly own: number; readonly naive: number } {
  const names = ['x', 'y'].slice(0, places[0]!.length);
  const { F } = compile('F', {
    summary: C,
    space: 2,
    inputs: Object.fromEntries(names.map((name) => [name, 'scalar' as const])),
    C,
  });
  const worst = { own: 0, naive: 0 };
  for (const at of places) {
    const value = exact(...at.map(exactly));
    const C = new Float64Array(1);
    const n = at.length;
    const rest = [1, n, 1].map((size) => new Float64Array(size));
    const slots = Int32Array.from(at, (_, i) => i);
    const v = new Float64Array(n);
    F.type.kernel(1, slots, Float64Array.from(at), v, new Float64Array(0), 0, C, rest[0]!, rest[1]!, rest[2]!);
    const unit = exactly(ulp(value.toNumber()));
    const inUlps = (computed: number): number => exactly(computed).minus(value).abs().div(unit).toNumber();
    worst.own = Math.max(worst.own, inUlps(C[0]!));
    worst.naive = Math.max(worst.naive, inUlps(naive(...at)));
  }
  return worst;
}

const near = (...numbers: number[]): number[][] => numbers.map((x) => [x]);
const SMALL = near(1e-12, -3e-9, 1.7e-6, -2.3e-4, 0.01, 0.3, -1.1);
const one = big(1);
const { acos } = math as unknown as { readonly acos: (x: Big) => Big };
const expm1 = (x: Big): Big => math.exp<Big>(x).minus(1);

describe('forms that would cancel as they are written: units in the last place, as written and as computed', () => {
  it.each([
    ['1 - cos(x)', SMALL, (x: Big) => one.minus(math.cos(x)), (x: number) => 1 - Math.cos(x)],
    ['3 * (cos(x) - 1)', SMALL, (x: Big) => math.cos(x).minus(1).times(3), (x: number) => 3 * (Math.cos(x) - 1)],
    ['cosh(x) - 1', SMALL, (x: Big) => math.cosh(x).minus(1), (x: number) => Math.cosh(x) - 1],
    ['exp(x) - 1', SMALL, expm1, (x: number) => Math.exp(x) - 1],
    ['1 - e^x', SMALL, (x: Big) => expm1(x).neg(), (x: number) => 1 - Math.exp(x)],
    [
      'log(1 + x)',
      near(1e-12, -3e-9, 1.7e-6, 0.3),
      (x: Big) => math.log<Big>(x.plus(1)),
      (x: number) => Math.log(1 + x),
    ],
    [
      'log(1 - x)',
      near(1e-12, -3e-9, 1.7e-6, 0.3),
      (x: Big) => math.log<Big>(one.minus(x)),
      (x: number) => Math.log(1 - x),
    ],
    [
      'acos(1 - x)',
      near(1e-12, 3e-9, 1.7e-6, 0.3, 1.9),
      (x: Big) => acos(one.minus(x)),
      (x: number) => Math.acos(1 - x),
    ],
    ['1 - x^2', near(0.3, 1 - 1e-9, -1 + 1e-13), (x: Big) => one.minus(x.times(x)), (x: number) => 1 - x * x],
  ])('%s', (C, places, exact, naive) => {
    const found = errors(C, places, exact, naive);
    expect(found.own).toBeLessThanOrEqual(4);
    expect(found.naive).toBeGreaterThan(1000);
  });

  it('x^2 - y^2', () => {
    const places = [
      [1.1, 1.1 + 1e-12],
      [3e10, -3e10 + 1],
      [7, 7.5],
    ];
    const found = errors(
      'x^2 - y^2',
      places,
      (x, y) => x.times(x).minus(y.times(y)),
      (x, y) => x * x - y * y,
    );
    expect(found.own).toBeLessThanOrEqual(2);
    expect(found.naive).toBeGreaterThan(1000);
  });

  it('the slope of acos towards the ends of its domain', () => {
    const { F } = compile('F', {
      summary: 'The angle at which a circle has a height.',
      space: 2,
      inputs: { y: 'scalar' },
      params: { radius: {} },
      C: 'acos(1 - y / radius)',
    });
    const [C, Cdot, J, gamma] = [0, 0, 0, 0].map(() => new Float64Array(1));
    const arrays = [1e-13, 1, 2].map((number) => Float64Array.of(number));
    F.type.kernel(1, Int32Array.of(0), arrays[0]!, arrays[1]!, arrays[2]!, 0, C!, Cdot!, J!, gamma!);
    // 1/√(y (2 r − y))
    const slope = one.div(
      exactly(1e-13)
        .times(exactly(4).minus(exactly(1e-13)))
        .sqrt(),
    );
    expect(
      exactly(J![0]!)
        .minus(slope)
        .abs()
        .div(exactly(ulp(slope.toNumber())))
        .toNumber(),
    ).toBeLessThan(4);
  });

  it('costs no more than two operations', () => {
    const count = (C: string): number => {
      const { F } = compile('F', { summary: C, space: 2, inputs: { x: 'scalar', y: 'scalar' }, C });
      // The doc comment is not part of a compiled class: operations are counted in the text of the
      // kernel.
      const text = F.type.kernel.toString().split('// velocity')[0]!.split('// value')[1]!;
      // `1 / 0` is a number.
      return text.replaceAll(/-?1 \/ 0/g, '').match(/ [-+*/] |\b[a-z]\w*\(/g)!.length;
    };
    expect(count('1 - cos(x) + y')).toBe(5);
    expect(count('y * (1 - cos(x))')).toBe(5);
    expect(count('y * (exp(x) - 1)')).toBe(2);
    expect(count('y + log(1 + x)')).toBe(2);
    expect(count('x^2 - y^2')).toBe(3);
  });
});

describe('constants', () => {
  const kernel = (C: string): string => {
    const { F } = compile('F', { summary: C, space: 2, inputs: { x: 'scalar', y: 'scalar' }, C });
    return F.type.kernel.toString();
  };

  it('are computed once, as one number', () => {
    expect(kernel('sqrt(2) * x - y')).not.toContain('Math.');
    expect(kernel('sqrt(2) * x - y')).toContain(`${Math.SQRT2} * `);
    expect(kernel('x / sqrt(2) - y')).toMatch(/ \/ 1\.4142135623730951/);
    expect(kernel('3 * pi * x / (nthRoot(7, 5) * sqrt(2)) - y')).not.toContain('Math.');
    expect(kernel('y - x * 2^0.3')).not.toContain('**');
  });
});

describe('powers with an exponent that varies', () => {
  const rates = (C: string, at: readonly [number, number]): number[] => {
    const { F } = compile('F', { summary: C, space: 2, inputs: { x: 'scalar', y: 'scalar' }, C });
    const [x, y] = at;
    const inputs = { x: { value: x, velocity: 1 }, y: { value: y, velocity: -0.5 } };
    const { C: value, Cdot, J, gamma } = evaluateConstraint(F, { inputs });
    return [...value, ...Cdot, ...J['x']!.flat(), ...J['y']!.flat(), ...gamma];
  };

  it('have rates at base 0', () => {
    // x^y at x = 0, y = 3: nothing but gamma's y (y − 1) x^(y − 2) could be other than 0.
    expect(rates('x^y', [0, 3]).map(Math.abs)).toEqual([0, 0, 0, 0, 0]);
    // At y = 2 it is: y (y − 1) ẋ².
    expect(rates('x^y', [0, 2])).toEqual([0, 0, 0, 0, 2]);
    expect(rates('0^x + y', [1, 2])).toEqual([2, -0.5, 0, 1, 0]);
    expect(rates('1^x + y', [1, 2])).toEqual([3, -0.5, 0, 1, 0]);
  });

  it('take negative bases to whole exponents, and to parameters that are whole', () => {
    expect(rates('x^3 + y', [-2, 1])).toEqual([-7, 11.5, 12, 1, -12]);
    const { F } = compile('F', { summary: 'A power.', space: 2, inputs: { x: 'scalar' }, params: { n: {} }, C: 'x^n' });
    const [C, Cdot, J, gamma] = [0, 0, 0, 0].map(() => new Float64Array(1));
    const arrays = [-2, 1, 3].map((number) => Float64Array.of(number));
    F.type.kernel(1, Int32Array.of(0), arrays[0]!, arrays[1]!, arrays[2]!, 0, C!, Cdot!, J!, gamma!);
    expect([C![0], Cdot![0], J![0], gamma![0]]).toEqual([-8, 12, 12, -12]);
  });
});
