import fc from 'fast-check';
import type { BigNumber } from 'mathjs';
import { expect } from 'vitest';
import { referenceMathjs } from '../../src/mathjs.js';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import { Jets, type Seed } from '../../src/symbolic/jets.js';
import type { Node } from '../../src/symbolic/node.js';
import { gradient } from '../../src/symbolic/reverse.js';
import { IS_FULL } from '../support/scope.js';

/**
 * A formula of some variables, and a quantity that is small where its derivatives are
 * ill-conditioned.
 */
export interface Formula {
  readonly node: Node;
  readonly condition: Node;
}

const RUNS = IS_FULL ? 10 : 8;

/**
 * Compares the gradient of a formula, and its first and second derivative along a motion, with
 * differences of the formula itself in 64 digits, at random points where `condition` is not below
 * 0.1.
 */
export function expectDerivativesOfFormula(
  names: readonly string[],
  make: (g: Graph, variables: readonly Node[]) => Formula,
): void {
  const math = referenceMathjs();
  const reference = referenceArithmetic();
  const h = math.bignumber('1e-20');
  const coordinates = fc.tuple(...names.map(() => fc.integer({ min: -40, max: 40 }).map((n) => n / 8)));
  let compared = 0;
  fc.assert(
    fc.property(coordinates, coordinates, (start, rates) => {
      const g = new Graph();
      const variables = names.map((name) => g.variable(name));
      const { node, condition } = make(g, variables);
      const at = (shift: (i: number) => BigNumber): Map<string, BigNumber> =>
        new Map(names.map((name, i) => [name, math.bignumber(start[i]).plus(shift(i))]));
      const valueAt = (shift: (i: number) => BigNumber): BigNumber => evaluate(reference, [node], at(shift))[0]!;
      const still = at(() => math.bignumber(0));
      // NaN where the vectors vanish.
      if (!(evaluate(reference, [condition], still)[0]!.abs().toNumber() >= 0.1)) return;
      compared += 1;
      const jets = new Jets(
        g,
        new Map<Node, Seed>(variables.map((x, i) => [x, { first: g.number(rates[i]!), second: g.zero }])),
      );
      const close = (actual: BigNumber, expected: BigNumber): void => {
        expect(actual.minus(expected).abs().toNumber()).toBeLessThan(1e-12 * Math.max(1, expected.abs().toNumber()));
      };
      const along = (steps: number): BigNumber => valueAt((i) => h.times(steps * rates[i]!));
      const [minus, zero, plus] = [along(-1), along(0), along(1)];
      const slopes = gradient(g, node, variables);
      const values = evaluate(reference, [jets.first(node), jets.second(node), ...slopes], still);
      close(values[0]!, plus.minus(minus).div(h.times(2)));
      close(values[1]!, plus.minus(zero.times(2)).plus(minus).div(h.times(h)));
      names.forEach((_, j) => {
        const moved = (sign: number): BigNumber => valueAt((i) => h.times(i === j ? sign : 0));
        close(values[2 + j]!, moved(1).minus(moved(-1)).div(h.times(2)));
      });
    }),
    { numRuns: RUNS, seed: 5 },
  );
  expect(compared).toBeGreaterThan(0.6 * RUNS);
}
