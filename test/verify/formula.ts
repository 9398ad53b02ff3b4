import type { BigNumber } from 'mathjs';
import { exact } from '../../src/reference/big.js';
import { ReferenceMachine } from '../../src/reference/machine.js';
import { readFormula } from '../../src/reference/read-formula.js';

/**
 * Reads a formula over the scalars `x y`, the plane vectors `a b` and the space vectors `u w`, and
 * evaluates it at 64 digits.
 */
export function evaluateFormula(
  C: string,
  values: Readonly<Record<string, readonly number[]>> = {},
  where: Readonly<Record<string, string>> = {},
): readonly BigNumber[] {
  return machineOf(C, where).moveTo(inputsOf(values));
}

const SIZES = { x: 1, y: 1, a: 2, b: 2, u: 3, w: 3 } as const;
const DEFAULTS: Readonly<Record<string, readonly number[]>> = {
  x: [0.7],
  y: [1.7],
  a: [0.3, -1.1],
  b: [1.9, 0.4],
  u: [0.2, -0.5, 1.3],
  w: [-0.8, 0.9, 0.6],
};

export function machineOf(C: string, where: Readonly<Record<string, string>> = {}): ReferenceMachine {
  const inputs = Object.entries(SIZES).map(([name, size]) => ({
    name,
    size,
    kind: size === 1 ? ('scalar' as const) : ('point' as const),
  }));
  return new ReferenceMachine(readFormula({ inputs, params: [], formula: { C: [C], where, sample: {} } }));
}

export function inputsOf(values: Readonly<Record<string, readonly number[]>>): BigNumber[] {
  return [...Object.keys(SIZES).flatMap((name) => values[name] ?? DEFAULTS[name]!), 0.25].map(exact);
}
