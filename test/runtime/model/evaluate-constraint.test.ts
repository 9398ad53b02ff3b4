import { describe, expect, it } from 'vitest';
import { evaluateConstraint, type ConstraintType } from '../../../runtime/index.js';
import { Coincident2D, Distance2D, PointOnCircleDistance, RotatingWire } from '../fixtures/index.js';

describe('evaluateConstraint', () => {
  it('gives value, rate, gamma and J of a rod', () => {
    const { C, Cdot, gamma, J, ...others } = evaluateConstraint(Distance2D, {
      inputs: { a: { value: [0, 0] }, b: { value: [3, 4], velocity: [5, 0] } },
      params: { length: 4 },
    });
    expect(C).toEqual([1]);
    expect(Cdot[0]).toBeCloseTo(3, 14);
    expect(Object.keys(J)).toEqual(['a', 'b']);
    [-0.6, -0.8].forEach((entry, i) => {
      expect(J['a']![0]![i]).toBeCloseTo(entry, 14);
      expect(J['b']![0]![i]).toBeCloseTo(-entry, 14);
    });
    // ℓ̈ = (|ḋ|² − ℓ̇²)/ℓ
    expect(gamma[0]).toBeCloseTo((25 - 9) / 5, 14);
    // It was emitted without Jdot.
    expect(others).toEqual({});
  });

  it('adds J times the acceleration of the connectors to gamma', () => {
    const inputs = { a: { value: [0, 0], acceleration: [1, 1] }, b: { value: [3, 4], acceleration: [2, -1] } };
    const { gamma } = evaluateConstraint(Distance2D, { inputs, params: { length: 5 } });
    expect(gamma[0]).toBeCloseTo(-0.6 - 0.8 + 1.2 - 0.8, 14);
  });

  it('cuts the Jacobian of several rows into one matrix per input', () => {
    const { J } = evaluateConstraint(Coincident2D, { inputs: { a: { value: [1, 2] }, b: { value: [3, 5] } } });
    expect(J).toEqual({
      a: [
        [1, 0],
        [0, 1],
      ],
      b: [
        [-1, 0],
        [0, -1],
      ],
    });
  });

  it('knows time and defaults', () => {
    const turned = evaluateConstraint(RotatingWire, {
      inputs: { p: { value: [0, 2], velocity: [-2, 0] }, pivot: { value: [0, 0] } },
      params: { rate: 1 },
      time: Math.PI / 2,
    });
    expect(turned.C[0]).toBeCloseTo(0, 14);
    expect(turned.Cdot[0]).toBeCloseTo(0, 14);
    expect(
      evaluateConstraint(PointOnCircleDistance, { inputs: { p: { value: [3, 4] } }, params: { radius: 1 } }).C,
    ).toEqual([4]);
  });

  it('takes a scalar as a number or as a list of one', () => {
    const angle: ConstraintType = {
      ...PointOnCircleDistance.type,
      name: 'Angle',
      inputs: [{ name: 'theta', kind: 'scalar', size: 1 }],
      params: [],
      kernel: (_count, slots, x, v, _p, _t, C, Cdot, J, gamma) => {
        C[0] = 3 * x[slots[0]!]!;
        Cdot[0] = 3 * v[slots[0]!]!;
        J[0] = 3;
        gamma[0] = 0;
      },
      jdotKernel: (_count, _slots, _x, _v, _p, _t, Jdot) => {
        Jdot[0] = 0;
      },
    };
    for (const value of [2, [2]]) {
      const found = evaluateConstraint(
        { type: angle },
        { inputs: { theta: { value, velocity: 5, acceleration: [7] } } },
      );
      expect(found).toEqual({ C: [6], Cdot: [15], gamma: [21], J: { theta: [[3]] }, Jdot: { theta: [[0]] } });
    }
  });

  it.each([
    [
      { inputs: { a: { value: [0, 0] } }, params: { length: 1 } },
      "Distance2D needs the input 'b'. Give inputs: { b: { value: … } }.",
    ],
    [
      { inputs: { a: { value: [0, 0] }, b: { value: [0, 0] }, bb: { value: [1, 1] } }, params: { length: 1 } },
      "Distance2D has no input 'bb'. Did you mean 'b'?",
    ],
    [
      { inputs: { a: { value: [0, 0] }, b: { value: [0, 0] } }, params: { lengths: 1 } },
      "Distance2D has no parameter 'lengths'. Did you mean 'length'?",
    ],
    [
      { inputs: { a: { value: [0, 0] }, b: { value: [0, 0, 0] } }, params: { length: 1 } },
      "Value of 'b' of Distance2D has 3 components, but needs 2. Give an array of 2 numbers.",
    ],
    [
      { inputs: { a: { value: [0, 0] }, b: { value: [0, 0] } } },
      "Distance2D needs the parameter 'length'. Give length: a number.",
    ],
  ])('refuses %o', (options, message) => {
    expect(() => evaluateConstraint(Distance2D, options)).toThrow(message);
  });
});
