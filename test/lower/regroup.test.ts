import fc from 'fast-check';
import type { BigNumber } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { countOperations } from '../../src/lower/count.js';
import { lower } from '../../src/lower/lower.js';
import { referenceMathjs } from '../../src/mathjs.js';
import { referenceArithmetic } from '../../src/symbolic/arithmetic-reference.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { Graph } from '../../src/symbolic/graph.js';
import type { Node } from '../../src/symbolic/node.js';
import * as Q from '../../src/symbolic/rational.js';
import { dot, type Vector } from '../../src/symbolic/vectors.js';
import { runProgram, type Machine } from '../support/run-program.js';

const vector = (g: Graph, name: string): Vector => ['x', 'y', 'z'].map((axis) => g.variable(`${name}.${axis}`));
const term = (coefficient: number, node: Node): { coefficient: Q.Rational; node: Node } => ({
  coefficient: Q.rational(coefficient),
  node,
});

/**
 * Recipe for quantities that occur with normals: entries of `n/|n|`, and products of dot products
 * with powers of `|n|`.
 */
interface Recipe {
  readonly unit: boolean;
  readonly quotients: readonly {
    readonly coefficient: number;
    readonly dots: readonly number[];
    readonly root: number;
  }[];
  /** `(a p + b q + c r) + d s` of these. */
  readonly sum: readonly number[];
}

function build(g: Graph, { unit, quotients, sum }: Recipe): Node[] {
  const n = vector(g, 'n');
  const dots = [dot(g, n, vector(g, 'u')), dot(g, n, vector(g, 'w')), dot(g, vector(g, 'u'), vector(g, 'w'))];
  const nn = dot(g, n, n);
  const made = quotients.map(({ coefficient, dots: factors, root }) =>
    g.scale(Q.rational(coefficient, 2), g.multiply(...factors.map((i) => dots[i]!), g.power(nn, Q.rational(-root, 2)))),
  );
  const inner = g.combine(sum.slice(1).map((coefficient, i) => term(coefficient, made[i % made.length]!)));
  return [
    ...(unit ? n.map((node) => g.divide(node, g.sqrt(nn))) : []),
    ...made,
    g.addAsTheyAre(inner, g.scale(Q.rational(sum[0]!), g.multiply(dots[2]!, g.variable('s')))),
  ];
}

const recipes: fc.Arbitrary<Recipe> = fc.record({
  unit: fc.boolean(),
  quotients: fc.array(
    fc.record({
      coefficient: fc.constantFrom(1, 2, -2, -1, 3),
      dots: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
      root: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  sum: fc.array(fc.constantFrom(1, 2, -2, 3, -1), { minLength: 4, maxLength: 4 }),
});

/** Makes a machine of sixty-four digits. */
function referenceMachine(): Machine<BigNumber> {
  const math = referenceMathjs();
  return {
    literal: (value) => math.bignumber(value),
    binary: (operator, a, b) =>
      operator === '+' ? a.plus(b) : operator === '-' ? a.minus(b) : operator === '*' ? a.times(b) : a.div(b),
    call: (_, args) => args[0]!.sqrt(),
    compare: () => math.bignumber(0),
    isTrue: () => false,
  };
}

describe('regrouping', () => {
  it('preserves values to 64 digits', () => {
    const [machine, reference] = [referenceMachine(), referenceArithmetic()];
    const at = new Map<string, BigNumber>([['s', machine.literal(0.7)]]);
    for (const [i, name] of ['n', 'u', 'w'].entries())
      for (const [j, axis] of ['x', 'y', 'z'].entries())
        at.set(`${name}.${axis}`, machine.literal(Math.sin(1 + 3 * i + j) + 0.25 * i));
    fc.assert(
      fc.property(recipes, (recipe) => {
        const roots = build(new Graph(), recipe);
        const actual = runProgram(machine, lower(roots).outputs, at);
        evaluate(reference, roots, at).forEach((value, i) => {
          expect(actual[i]!.minus(value).abs().toNumber()).toBeLessThanOrEqual(1e-58 * Math.max(1, +value.abs()));
        });
      }),
      { numRuns: 150, seed: 11 },
    );
  });

  const count = (...roots: readonly Node[]): number => countOperations(lower(roots).outputs).total;

  it('factors a coefficient out of sums and differences', () => {
    const g = new Graph();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => g.call('sin', g.variable(name)));
    // c + 3 (a − b), besides three sines
    expect(count(g.combine([term(3, a!), term(-3, b!), term(1, c!)]))).toBe(6);
    expect(count(g.combine([term(-3, a!), term(-3, b!), term(1, c!)]))).toBe(6);
  });
});
