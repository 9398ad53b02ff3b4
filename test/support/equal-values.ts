import fc from 'fast-check';
import { expect } from 'vitest';
import { referenceMathjs } from '../../src/mathjs.js';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import type { Node } from '../../src/symbolic/node.js';

/** That nodes have the values of others to 50 digits, at random points. */
export function expectEqualValues(variables: readonly Node[], nodes: readonly Node[], expected: readonly Node[]): void {
  const math = referenceMathjs();
  const all = { minLength: variables.length, maxLength: variables.length };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -99, max: 99 }), all), (values) => {
      const at = new Map(
        variables.map((node, i) => [node.kind === 'variable' ? node.name : '', math.bignumber(values[i]).div(7)]),
      );
      const results = evaluate(referenceArithmetic(), [...nodes, ...expected], at);
      nodes.forEach((_, i) => {
        const value = results[i + nodes.length]!;
        const difference = results[i]!.minus(value).abs().toNumber();
        expect(difference).toBeLessThan(1e-50 * Math.max(1, value.abs().toNumber()));
      });
    }),
    { numRuns: 50, seed: 3 },
  );
}
