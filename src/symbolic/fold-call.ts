import type { Graph } from './graph.js';
import type { Node, PrimitiveName } from './node.js';
import * as Q from './rational.js';

/** `f(0)` where it is rational. */
const AT_ZERO: Partial<Record<PrimitiveName, 0 | 1>> = {
  sin: 0,
  cos: 1,
  tan: 0,
  asin: 0,
  atan: 0,
  sinh: 0,
  cosh: 1,
  tanh: 0,
  asinh: 0,
  atanh: 0,
  exp: 1,
  expm1: 0,
  log1p: 0,
  cbrt: 0,
  abs: 0,
  sign: 0,
  erf: 0,
};

/** `f(1)` where it is rational. */
const AT_ONE: Partial<Record<PrimitiveName, 0 | 1>> = {
  acos: 0,
  acosh: 0,
  asec: 0,
  asech: 0,
  log: 0,
  log2: 0,
  log10: 0,
  cbrt: 1,
};

const ODD = new Set<PrimitiveName>([
  ...(['sin', 'tan', 'asin', 'atan', 'sinh', 'tanh', 'asinh', 'atanh', 'cbrt', 'sign'] as const),
  ...(['acot', 'acsc', 'acoth', 'acsch', 'erf'] as const),
]);
const EVEN = new Set<PrimitiveName>(['cos', 'cosh', 'abs']);

/** The value of a call that is known without computing it, and odd and even functions with the sign moved out. */
export function foldCall(graph: Graph, name: PrimitiveName, args: readonly Node[]): Node | undefined {
  const [a, b] = args;
  if (a === undefined) return undefined;
  if (b !== undefined) {
    if ((name === 'min' || name === 'max') && a === b) return a;
    // 1^y = 1; 0^y = 0 for the positive y for which it has a derivative
    return name === 'pow' && a.kind === 'number' && (Q.isOne(a.value) || Q.isZero(a.value)) ? a : undefined;
  }
  if (a.kind === 'number') {
    if (Q.isZero(a.value) && AT_ZERO[name] !== undefined) return graph.number(AT_ZERO[name]);
    if (Q.isOne(a.value) && AT_ONE[name] !== undefined) return graph.number(AT_ONE[name]);
    if (name === 'abs') return graph.number(Q.absolute(a.value));
    if (name === 'sign') return graph.number(Q.isNegative(a.value) ? -1 : 1);
  }
  const negative = a.kind === 'product' ? Q.isNegative(a.coefficient) : a.kind === 'number' && Q.isNegative(a.value);
  if (!negative) return undefined;
  if (ODD.has(name)) return graph.negate(graph.call(name, graph.negate(a)));
  if (EVEN.has(name)) return graph.call(name, graph.negate(a));
  return undefined;
}
