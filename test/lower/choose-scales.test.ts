import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseScales } from '../../src/lower/choose-scales.js';
import { countOperations } from '../../src/lower/count.js';
import { ProgramBuilder, type Value } from '../../src/lower/program.js';
import { doubleMachine, programs } from '../support/programs.js';
import { runProgram } from '../support/run-program.js';

const total = (outputs: readonly Value[]): number => countOperations(outputs).total;

describe('signs and powers of two', () => {
  it('double what several quantities are made of instead of each of them', () => {
    const b = new ProgramBuilder();
    const [x, y, z, u] = ['x', 'y', 'z', 'u'].map((name) => b.load(name)) as [Value, Value, Value, Value];
    const twice = (value: Value): Value => b.binary('*', b.literal(2), value);
    const products = [y, z, u].map((other) => twice(b.binary('*', x, other)));
    expect(total(products)).toBe(6);
    // t = 2x; t y, t z, t u
    expect(total(chooseScales(products).outputs)).toBe(4);
  });

  it('take the sign that a sum has either way', () => {
    const b = new ProgramBuilder();
    const [x, y, z] = ['x', 'y', 'z'].map((name) => b.load(name)) as [Value, Value, Value];
    const negative = b.negate(b.binary('*', z, b.binary('-', x, y)));
    expect(total(chooseScales([negative]).outputs)).toBe(2);
  });

  it('do not change a bit of any result, nor lengthen a program', () => {
    let shorter = 0;
    fc.assert(
      fc.property(programs, ({ outputs, loads }) => {
        const rewritten = chooseScales(outputs);
        const before = runProgram(doubleMachine, outputs, loads);
        // Zeros of either sign are equal.
        expect(runProgram(doubleMachine, rewritten.outputs, loads).map((value) => value + 0)).toEqual(
          before.map((value) => value + 0),
        );
        const change = total(rewritten.outputs) - total(outputs);
        expect(change).toBeLessThanOrEqual(0);
        if (change < 0) shorter += 1;
      }),
      { numRuns: 1000, seed: 11 },
    );
    expect(shorter).toBeGreaterThan(100);
  });

  it('know what became of a value', () => {
    const b = new ProgramBuilder();
    const [x, y] = ['x', 'y'].map((name) => b.load(name)) as [Value, Value];
    const sum = b.binary('+', x, y);
    const twice = b.binary('*', b.literal(2), sum);
    const product = b.binary('*', x, y);
    const fourfold = b.binary('*', b.literal(4), product);
    const { valueOf, outputs } = chooseScales([sum, twice, fourfold, b.negate(fourfold)]);
    expect(outputs.slice(0, 3)).toEqual([sum, twice, fourfold].map(valueOf));
  });
});
