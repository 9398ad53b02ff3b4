import { describe, expect, it } from 'vitest';
import { exact, literal } from '../../src/reference/big.js';
import { referenceValues } from '../../src/reference/derivatives.js';
import { ReferenceMachine } from '../../src/reference/machine.js';
import { readFormula } from '../../src/reference/read-formula.js';

describe('the 64-digit derivatives', () => {
  const machine = new ReferenceMachine(
    readFormula({
      inputs: [
        { name: 'x', kind: 'scalar', size: 1 },
        { name: 'y', kind: 'scalar', size: 1 },
      ],
      params: [{ name: 'k', kind: 'scalar', size: 1 }],
      formula: { C: ['exp(x) * sin(k * t) + y^3', 'log(y)'], where: {}, sample: {} },
    }),
  );
  const [x, y, vx, vy, k, t] = [0.3, 1.7, -0.4, 0.9, 1.3, 0.8].map(exact) as [Big, Big, Big, Big, Big, Big];
  const values = referenceValues(machine, { x: [x, y], v: [vx, vy], p: [k], t }, ['position', 'position']);
  const ex = x.exp();
  const [s, c] = [k.times(t).sin(), k.times(t).cos()];

  it.each([
    ['C', values.C[0]!, ex.times(s).plus(y.pow(3))],
    ['∂C/∂x', values.J[0]![0]!, ex.times(s)],
    ['∂C/∂y', values.J[0]![1]!, y.times(y).times(3)],
    ['Cdot', values.Cdot[0]!, ex.times(s).times(vx).plus(y.times(y).times(3).times(vy)).plus(ex.times(k).times(c))],
    [
      'gamma',
      values.gamma[0]!,
      ex
        .times(s)
        .times(vx.times(vx).minus(k.times(k)))
        .plus(y.times(6).times(vy).times(vy))
        .plus(ex.times(k).times(c).times(vx).times(2)),
    ],
    ['∂Cdot/∂x', values.Jdot[0]![0]!, ex.times(s).times(vx).plus(ex.times(k).times(c))],
    ['∂Cdot/∂y', values.Jdot[0]![1]!, y.times(6).times(vy)],
    ['gamma of log y', values.gamma[1]!, vy.times(vy).div(y.times(y)).neg()],
    ['∂Cdot/∂y of log y', values.Jdot[1]![1]!, vy.div(y.times(y)).neg()],
    ['an entry that is zero', values.J[1]![0]!, literal(0)],
  ])('%s is right to 28 digits', (_, value, expected) => {
    expect(value.minus(expected).abs().toNumber()).toBeLessThan(1e-28);
  });
});

type Big = ReturnType<typeof exact>;
