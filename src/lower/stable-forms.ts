import type { Node, SumNode } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';
import type { ProgramBuilder, Value } from './program.js';

/**
 * Sums of two summands whose direct evaluation cancels, and the expressions that are computed
 * instead:
 *
 *     cos u − 1 = −2 sin²(u/2)        cosh u − 1 = 2 sinh²(u/2)
 *     exp u − 1 = expm1 u             a² − b² = (a − b)(a + b)
 *
 * The last one applies where `a` and `b` are variables or numbers, so that their difference has
 * only one rounding, and where the squares are used nowhere else.
 */
type StableForm =
  | { readonly kind: 'versine'; readonly name: 'sin' | 'sinh'; readonly argument: Node }
  | { readonly kind: 'expm1'; readonly argument: Node }
  | { readonly kind: 'squares'; readonly a: Node; readonly b: Node | Rational };

/** `coefficient ·` the form. */
export interface StableSum {
  readonly coefficient: Rational;
  readonly form: StableForm;
}

export function stableSum({ terms, constant }: SumNode, shared: ReadonlySet<Node>): StableSum | undefined {
  const [first, second] = terms;
  if (first === undefined || terms.length > 2) return undefined;
  const { coefficient, node } = first;
  if (second !== undefined) {
    const [a, b] = [squareRoot(node, shared), squareRoot(second.node, shared)];
    if (a === undefined || b === undefined || !Q.isZero(constant)) return undefined;
    if (!Q.isZero(Q.add(coefficient, second.coefficient))) return undefined;
    return { coefficient, form: { kind: 'squares', a, b } };
  }
  const ratio = Q.divide(constant, coefficient);
  if (Q.equals(ratio, Q.MINUS_ONE) && node.kind === 'call') {
    const argument = node.args[0]!;
    if (node.name === 'exp') return { coefficient, form: { kind: 'expm1', argument } };
    if (node.name === 'cos')
      return { coefficient: Q.negate(coefficient), form: { kind: 'versine', name: 'sin', argument } };
    if (node.name === 'cosh') return { coefficient, form: { kind: 'versine', name: 'sinh', argument } };
  }
  const a = squareRoot(node, shared);
  const b = Q.squareRoot(Q.negate(ratio));
  return a === undefined || b === undefined ? undefined : { coefficient, form: { kind: 'squares', a, b } };
}

/** The variable `a` of a square `a²`; undefined for other nodes. */
function squareRoot(node: Node, shared: ReadonlySet<Node>): Node | undefined {
  if (shared.has(node)) return undefined;
  if (node.kind !== 'product' || node.factors.length !== 1 || !Q.isOne(node.coefficient)) return undefined;
  const { base, exponent } = node.factors[0]!;
  return base.kind === 'variable' && Q.equals(exponent, Q.TWO) ? base : undefined;
}

/** Computes a form without its coefficient; `valueOf` gives the values of its parts. */
export function buildStable(form: StableForm, b: ProgramBuilder, valueOf: (node: Node) => Value): Value {
  switch (form.kind) {
    case 'expm1':
      return b.call('expm1', valueOf(form.argument));
    case 'versine': {
      const half = b.call(form.name, b.binary('*', b.literal(0.5), valueOf(form.argument)));
      return b.binary('*', b.literal(2), b.binary('*', half, half));
    }
    case 'squares': {
      const a = valueOf(form.a);
      const other = 'kind' in form.b ? valueOf(form.b) : b.literal(Q.toNumber(form.b));
      return b.binary('*', b.binary('-', a, other), b.binary('+', a, other));
    }
  }
}

/** `1 + z` as an argument: the sum, and the sign with which `z` is the sum without its constant. */
export function onePlus(node: Node): { readonly sum: SumNode; readonly sign: Rational } | undefined {
  if (node.kind === 'sum') return Q.isOne(node.constant) ? { sum: node, sign: Q.ONE } : undefined;
  if (node.kind !== 'product' || node.factors.length !== 1 || !Q.equals(node.coefficient, Q.MINUS_ONE))
    return undefined;
  const { base, exponent } = node.factors[0]!;
  if (base.kind !== 'sum' || !Q.isOne(exponent) || !Q.equals(base.constant, Q.MINUS_ONE)) return undefined;
  return { sum: base, sign: Q.MINUS_ONE };
}
