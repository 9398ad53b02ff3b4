import { describe, expect, it } from 'vitest';
import { exact, powerOfTen } from '../../src/reference/big.js';
import { ReferenceMachine } from '../../src/reference/machine.js';
import { readFormula } from '../../src/reference/read-formula.js';

const STEP = powerOfTen(-20);
const [x, y, vx, vy, t] = [0.37, 0.81, -0.6, 1.1, 0.4].map(exact) as [Big, Big, Big, Big, Big];
type Big = ReturnType<typeof exact>;

const machineOf = (C: string): ReferenceMachine =>
  new ReferenceMachine(
    readFormula({
      inputs: ['x', 'y'].map((name) => ({ name, kind: 'scalar' as const, size: 1 })),
      params: [],
      formula: { C: [C], where: {}, sample: {} },
    }),
  );

/** Every operation that formulas reduce to; both arguments move where there are two. */
const FORMULAS = [
  ...'sin cos tan asin acos atan sinh cosh tanh asinh atanh exp expm1 log log1p log2 log10 sqrt cbrt abs sign erf square cube sec acot'
    .split(' ')
    .map((name) => `${name}(x * y)`),
  'acosh(1 + x * y)',
  'cbrt(-x)',
  'x + y',
  'x - y * t',
  '-x * y',
  'x / y',
  'x ^ y',
  'x ^ 3',
  '2 ^ x',
  'nthRoot(x, 5)',
  'atan2(x, y)',
  'atan2(x, -y)',
  'min(x, y) * max(x, y^2)',
  'hypot(x, y, t)',
  'x < y and not (x == 2) ? x * y : x - y',
  'x > y or x >= 1 ? 3 : x * t',
  'sin(y * t) ^ 2',
];

describe('the oracle knows rates by rules of its own', () => {
  it.each(FORMULAS)('ddt(%s)', (formula) => {
    const machine = machineOf(formula);
    machine.moveTo([x, y, t, vx, vy]);
    const at = (h: Big): Big =>
      machine.perturbed([
        [0, vx.times(h)],
        [1, vy.times(h)],
        [2, h],
      ])[0]!;
    const difference = at(STEP).minus(at(STEP.neg())).div(STEP.times(2));
    const [rate] = machineOf(`ddt(${formula})`).moveTo([x, y, t, vx, vy]);
    // Truncation is of the order of h², 1e-40; rounding of 1e-64 / h.
    expect(rate!.minus(difference).abs().toNumber()).toBeLessThan(1e-37);
  });
});
