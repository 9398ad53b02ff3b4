import type { PrimitiveName } from '../primitives/index.js';
import type { Constructors } from './constructors.js';
import type { Factor, Node, SumNode } from './node.js';
import * as Q from './rational.js';

/**
 * Rewrites quotients of functions that overflow together:
 *
 *     sinh u / cosh u = tanh u        cosh u / sinh u = 1 / tanh u
 *     exp u / (c + k exp u) = 1 / (k + c exp(−u))
 *
 * The derivatives of `sech u` and of `1/(1 + exp(−u))` contain them. Returns a pair of factors that
 * is such a quotient, and its replacement. Both are equal for all reals at which the quotient
 * exists.
 */
export function stableQuotient(
  graph: Constructors,
  factors: readonly Factor[],
): { readonly pair: readonly [Factor, Factor]; readonly quotient: Factor } | undefined {
  if (factors.every(({ exponent }) => Q.isNegative(exponent) === Q.isNegative(factors[0]!.exponent))) return undefined;
  for (const above of factors)
    for (const below of factors) {
      if (Q.isNegative(above.exponent) === Q.isNegative(below.exponent)) continue;
      const base = quotientOf(graph, above, below);
      if (base === undefined) continue;
      // Only whole powers: sinh u has no others where it is negative.
      const size = floor(smaller(Q.absolute(above.exponent), Q.absolute(below.exponent)));
      if (Q.isZero(size)) continue;
      const along = (exponent: Q.Rational): Q.Rational => (Q.isNegative(exponent) ? Q.negate(size) : size);
      return {
        pair: [
          { base: above.base, exponent: along(above.exponent) },
          { base: below.base, exponent: along(below.exponent) },
        ],
        quotient: { base, exponent: along(above.exponent) },
      };
    }
  return undefined;
}

const smaller = (a: Q.Rational, b: Q.Rational): Q.Rational => (Q.compare(a, b) < 0 ? a : b);

const floor = ({ n, d }: Q.Rational): Q.Rational => Q.rational(n / d);

/** `a/b` for factors whose exponents have opposite signs. */
function quotientOf(graph: Constructors, { base: a, exponent }: Factor, { base: b }: Factor): Node | undefined {
  if (a.kind !== 'call') return undefined;
  const u = a.args[0]!;
  if (a.name === 'sinh') return b === graph.call('cosh', u) ? graph.call('tanh', u) : undefined;
  if (a.name !== 'exp' || !isSumWithExponential(b) || b.terms[0]!.node !== a || Q.isNegative(exponent))
    return undefined;
  const complement = graph.combine([
    { coefficient: b.terms[0]!.coefficient, node: graph.one },
    { coefficient: b.constant, node: graph.call('exp', graph.negate(u)) },
  ]);
  return graph.power(complement, Q.MINUS_ONE);
}

/** Tests whether a node is `c + k exp u`. */
const isSumWithExponential = (node: Node): node is SumNode =>
  node.kind === 'sum' && node.terms.length === 1 && isCall(node.terms[0]!.node, 'exp');

const isCall = (node: Node, ...names: readonly PrimitiveName[]): boolean =>
  node.kind === 'call' && names.includes(node.name);

/**
 * Tests whether a node is one of the denominators above. A product of them overflows sooner than
 * each.
 */
export const growsExponentially = (node: Node): boolean => isSumWithExponential(node) || isCall(node, 'sinh', 'cosh');
