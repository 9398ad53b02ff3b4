import { expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/index.js';
import { compile } from '../../src/toolkit.js';

/** Warnings of a formula of one scalar. */
function warningsOf(C: string, sample: readonly [number, number]): readonly Diagnostic[] {
  const warnings: Diagnostic[] = [];
  compile(
    'Huge',
    { summary: 'Overflows.', space: 2, inputs: { s: 'scalar' }, C, sample: { s: sample } },
    { onWarning: (some) => warnings.push(...some) },
  );
  return warnings;
}

it('slopes that are zero since their divisor overflows are told, not taken for a wrong derivation', () => {
  // ∂C/∂s = 7.3ˢ ln 7.3 / √(1 + 7.3²ˢ), whose root overflows from s = 179 on; it tends to ln 7.3 = 1.98787.
  const warnings = warningsOf('asinh(7.3^s)', [190, 200]);
  expect(warnings.map(({ code }) => code)).toEqual(['W_OVERFLOW']);
  const [, rate, computed, expected] = /^Cdot overflows at .* s' = (\S+): it is (\S+), and the formula's is (\S+)\.$/
    .exec(warnings[0]!.message)!
    .map(Number);
  expect(computed).toBe(0);
  expect(expected! / rate!).toBeCloseTo(Math.log(7.3), 4);
});

it('of ordinary numbers nothing is told', () => {
  expect(warningsOf('asinh(7.3^s)', [1, 2])).toEqual([]);
});
