import { describe, expect, it } from 'vitest';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { formatReport, verifyType } from '../../src/verify/index.js';
import { exact, type BigNumber } from '../../src/reference/big.js';
import { referenceValues } from '../../src/reference/derivatives.js';
import { ReferenceMachine } from '../../src/reference/machine.js';
import { readFormula } from '../../src/reference/read-formula.js';
import { typeOf, type Fixture, type Reader, type Values } from './fixtures/types.js';

const OPTIONS = { samples: 20, referenceSamples: 6 };

/**
 * A wheel under a point: held at a height `h`, rolling along x while the speed of the belt is
 * `w sin t`; hand-written.
 */
const wheel: Fixture = {
  name: 'Wheel',
  inputs: { p: 'point', theta: 'scalar' },
  params: { h: {}, w: {} },
  C: ['p.y^2 == h', 'ddt(p.x) * cos(theta) + ddt(p.y * theta) == w * sin(t)'],
  evaluate: ({ x, v, p, t }) => {
    const [, y, theta, dx, dy, omega] = [...x, ...v] as [number, number, number, number, number, number];
    const [h, w] = p as readonly [number, number];
    const [s, c] = [Math.sin(theta), Math.cos(theta)];
    return {
      C: [y * y - h, 0],
      Cdot: [2 * y * dy, dx * c + dy * theta + y * omega - w * Math.sin(t)],
      gamma: [2 * dy * dy, -dx * omega * s + 2 * dy * omega - w * Math.cos(t)],
      J: [
        [0, 2 * y, 0],
        [c, theta, y],
      ],
      Jdot: [
        [0, 2 * dy, 0],
        [-omega * s, omega, dy],
      ],
    };
  },
};
const typeWith = (change?: (values: Values, at: Reader) => void): ConstraintType => ({
  ...typeOf(wheel, change),
  levels: ['position', 'velocity'],
});
const failed = (type: ConstraintType): string[] =>
  Object.entries(verifyType(type, OPTIONS).quantities).flatMap(([name, { pass }]) => (pass ? [] : [name]));

describe('a class with rows at both levels', () => {
  it('is proven where it is right', () => {
    const report = verifyType(typeWith(), OPTIONS);
    expect(report.pass, formatReport(report)).toBe(true);
    expect(report.quantities.J.differences.map(({ method }) => method)).toEqual([
      'differences of C along each component',
      'differences of Cdot along each rate',
    ]);
  });

  it.each<[string, string[], (values: Values, at: Reader) => void]>([
    ['C of a row of rates is not zero', ['C'], (values, { v }) => (values.C[1] = 1e-9 * v[0]!)],
    ['φ with a wrong sign', ['Cdot'], (values, { p, t }) => (values.Cdot[1]! += 2 * p[1]! * Math.sin(t))],
    ['the bias without time', ['gamma'], (values, { p, t }) => (values.gamma[1]! += p[1]! * Math.cos(t))],
    ['a Coriolis term once only', ['gamma'], (values, { v }) => (values.gamma[1]! -= v[1]! * v[2]!)],
    ['J by the position', ['J'], (values, { v }) => (values.J[1]![2] = v[1]!)],
    ['J off by 1e-9', ['J'], (values) => (values.J[1]![0]! *= 1 + 1e-9)],
    ['Jdot as ∂φ/∂x', ['Jdot'], (values, { v }) => (values.Jdot[1]![1] = v[2]! * 1.5)],
  ])('fails where %s', (_, expected, change) => {
    expect(failed(typeWith(change))).toEqual(expected);
  });

  it('fails where the levels are not those of the formula', () => {
    expect(verifyType({ ...typeWith(), levels: ['velocity', 'position'] }, OPTIONS).pass).toBe(false);
  });
});

describe('the 64-digit values of a row of rates', () => {
  it('are right to 28 digits', () => {
    const machine = new ReferenceMachine(
      readFormula({
        inputs: [{ name: 'x', kind: 'scalar', size: 1 }],
        params: [{ name: 'k', kind: 'scalar', size: 1 }],
        formula: { C: ['ddt(exp(x)) * ddt(k * t * x)'], where: {}, sample: {} },
      }),
    );
    const [x, v, k, t] = [0.3, -0.7, 1.3, 0.8].map(exact) as [BigNumber, BigNumber, BigNumber, BigNumber];
    const { C, Cdot, J, gamma, Jdot } = referenceValues(machine, { x: [x], v: [v], p: [k], t }, ['velocity']);
    // φ = k eˣ v (x + t v), ∂φ/∂v = k eˣ (x + 2 t v)
    const scale = k.times(x.exp());
    const own = x.plus(t.times(v));
    const twice = x.plus(t.times(v).times(2));
    const expected = {
      Cdot: scale.times(v).times(own),
      J: scale.times(twice),
      gamma: scale.times(v).times(v.times(own).plus(v.times(2))),
      Jdot: scale.times(v.times(twice).plus(v).plus(v.times(2))),
    };
    const error = (value: BigNumber, right: BigNumber): number => value.minus(right).abs().toNumber();
    expect(C[0]!.isZero()).toBe(true);
    expect(error(Cdot[0]!, expected.Cdot)).toBeLessThan(1e-60);
    expect(error(J[0]![0]!, expected.J)).toBeLessThan(1e-28);
    expect(error(gamma[0]!, expected.gamma)).toBeLessThan(1e-28);
    expect(error(Jdot[0]![0]!, expected.Jdot)).toBeLessThan(1e-28);
  });
});
