import type { Graph } from './graph.js';
import { PRIMITIVE_NAMES, primitiveOf, type PrimitiveName } from '../primitives/index.js';
import type { Node } from './node.js';
import * as Q from './rational.js';

/**
 * A scalar function of the formula language: its number of arguments and the graph that it stands
 * for.
 */
export interface ScalarFunction {
  readonly minArgs: number;
  readonly maxArgs: number;
  readonly build: (graph: Graph, args: readonly Node[]) => Node;
}

const unary = (build: (graph: Graph, x: Node) => Node): ScalarFunction => ({
  minArgs: 1,
  maxArgs: 1,
  build: (graph, [x]) => build(graph, x!),
});
const binary = (build: (graph: Graph, x: Node, y: Node) => Node): ScalarFunction => ({
  minArgs: 2,
  maxArgs: 2,
  build: (graph, [x, y]) => build(graph, x!, y!),
});
const primitive = (name: PrimitiveName): ScalarFunction => {
  const { arity, associative } = primitiveOf(name);
  if (associative)
    return { minArgs: 1, maxArgs: Infinity, build: (graph, args) => args.reduce((x, y) => graph.call(name, x, y)) };
  return { minArgs: arity, maxArgs: arity, build: (graph, args) => graph.call(name, ...args) };
};

/**
 * `x^y`: an algebraic power where the exponent is a number, `exp` for the base e, else the
 * primitive.
 */
export function power(graph: Graph, x: Node, y: Node): Node {
  if (y.kind === 'number') return graph.power(x, y.value);
  if (x.kind === 'constant' && x.name === 'e') return graph.call('exp', y);
  return graph.call('pow', x, y);
}

/**
 * The real n-th root. For odd n it extends to negative numbers. Square and cube roots are preferred
 * to powers, since they are exact to the last place.
 */
function nthRoot(graph: Graph, x: Node, n: Node): Node {
  if (n.kind !== 'number' || !Q.isInteger(n.value) || Q.isNegative(n.value) || Q.isZero(n.value))
    return power(graph, x, graph.reciprocal(n));
  let degree = n.value.n;
  let root = x;
  for (; degree % 2n === 0n; degree /= 2n) root = graph.sqrt(root);
  for (; degree % 3n === 0n; degree /= 3n) root = graph.call('cbrt', root);
  if (degree === 1n) return root;
  const exponent = Q.rational(1n, degree);
  if (n.value.n % 2n === 0n) return graph.power(root, exponent);
  return graph.multiply(graph.call('sign', root), graph.power(graph.call('abs', root), exponent));
}

/**
 * `log x / log base`. For the bases 2 and 10 there are functions that are exact at powers of the
 * base.
 */
function toBase(graph: Graph, name: 'log' | 'log1p', x: Node, base: Node | undefined): Node {
  if (base === undefined) return graph.call(name, x);
  if (name === 'log' && base === graph.number(2)) return graph.call('log2', x);
  if (name === 'log' && base === graph.number(10)) return graph.call('log10', x);
  return graph.divide(graph.call(name, x), graph.call('log', base));
}

const ternary = (build: (graph: Graph, x: Node, y: Node, z: Node) => Node): ScalarFunction => ({
  minArgs: 3,
  maxArgs: 3,
  build: (graph, [x, y, z]) => build(graph, x!, y!, z!),
});

/** `min(max(x, low), high)` */
const clamp = (graph: Graph, x: Node, low: Node, high: Node): Node =>
  graph.call('min', graph.call('max', x, low), high);

/** `u² (3 − 2 u)` with `u = (x − low)/(high − low)`, kept between 0 and 1. */
function smoothstep(graph: Graph, low: Node, high: Node, x: Node): Node {
  const u = clamp(graph, graph.divide(graph.subtract(x, low), graph.subtract(high, low)), graph.zero, graph.one);
  return graph.multiply(graph.square(u), graph.subtract(graph.number(3), graph.scale(Q.TWO, u)));
}

/** `x − y ⌊x/y⌋`, from 0 to `y` */
const mod = (graph: Graph, x: Node, y: Node): Node =>
  graph.subtract(x, graph.multiply(y, graph.call('floor', graph.divide(x, y))));

const root = { minArgs: 1, maxArgs: 2 } as const;

/** Every scalar function that a formula may call, by name. */
export const SCALAR_FUNCTIONS: ReadonlyMap<string, ScalarFunction> = new Map<string, ScalarFunction>([
  ...PRIMITIVE_NAMES.filter((name) => primitiveOf(name).ofCurve !== true).map((name): [string, ScalarFunction] => [
    name,
    primitive(name),
  ]),
  ['log', { ...root, build: (g, [x, base]) => toBase(g, 'log', x!, base) }],
  ['log1p', { ...root, build: (g, [x, base]) => toBase(g, 'log1p', x!, base) }],
  ['sqrt', unary((g, x) => g.sqrt(x))],
  ['square', unary((g, x) => g.square(x))],
  ['cube', unary((g, x) => g.power(x, Q.rational(3)))],
  ['nthRoot', { ...root, build: (g, [x, n]) => (n ? nthRoot(g, x!, n) : g.sqrt(x!)) }],
  ['pow', binary(power)],
  ['hypot', { minArgs: 1, maxArgs: Infinity, build: (g, args) => g.sqrt(g.add(...args.map((x) => g.square(x)))) }],
  ['mod', binary(mod)],
  ['clamp', ternary(clamp)],
  ['smoothstep', ternary(smoothstep)],
  ['sec', unary((g, x) => g.reciprocal(g.call('cos', x)))],
  ['csc', unary((g, x) => g.reciprocal(g.call('sin', x)))],
  // The second derivative of 1/tan would cancel where the tangent is small.
  ['cot', unary((g, x) => g.divide(g.call('cos', x), g.call('sin', x)))],
  ['sech', unary((g, x) => g.reciprocal(g.call('cosh', x)))],
  ['csch', unary((g, x) => g.reciprocal(g.call('sinh', x)))],
  ['coth', unary((g, x) => g.reciprocal(g.call('tanh', x)))],
]);
