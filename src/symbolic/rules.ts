import type { MathNode } from 'mathjs';
import { mathjs } from '../mathjs.js';
import { fromMathjs } from './from-mathjs.js';
import type { Graph } from './graph.js';
import type { CallNode, Node, PrimitiveName } from './node.js';
import * as Q from './rational.js';

/** The local partial derivatives of a primitive: one node per argument. */
type Rule = (graph: Graph, args: readonly Node[], call: CallNode) => readonly Node[];

/** Takes the rule from mathjs, which differentiates each elementary function once. */
function fromLibrary(name: PrimitiveName): Rule {
  let derivative: MathNode | undefined;
  return (graph, [u]) => {
    derivative ??= mathjs.derivative(`${name}(u)`, 'u', { simplify: false });
    return [fromMathjs(graph, derivative, new Map([['u', u!]]))];
  };
}

const ln = (graph: Graph, x: number): Node => graph.call('log', graph.number(x));
const chosen = (graph: Graph, condition: Node): Node => graph.select(condition, graph.one, graph.zero);

/**
 * One rule per primitive. mathjs has none for `sign expm1 log1p log2 atan2 min max`, and none that holds for all real arguments for
 * `cbrt` (its rule is not a number for negative ones) and `abs` (not a number at 0); `tan' = sec²` is written with the tangent that is there.
 */
const RULES: Readonly<Record<PrimitiveName, Rule>> = {
  sin: fromLibrary('sin'),
  cos: fromLibrary('cos'),
  // tan' = 1 + tan²
  tan: (graph, _, call) => [graph.add(graph.one, graph.square(call))],
  asin: fromLibrary('asin'),
  acos: fromLibrary('acos'),
  atan: fromLibrary('atan'),
  sinh: fromLibrary('sinh'),
  cosh: fromLibrary('cosh'),
  tanh: fromLibrary('tanh'),
  asinh: fromLibrary('asinh'),
  acosh: fromLibrary('acosh'),
  atanh: fromLibrary('atanh'),
  exp: fromLibrary('exp'),
  log: fromLibrary('log'),
  log10: fromLibrary('log10'),
  // expm1' = exp
  expm1: (graph, [u]) => [graph.call('exp', u!)],
  // log1p' = 1/(1 + u)
  log1p: (graph, [u]) => [graph.power(graph.add(graph.one, u!), Q.MINUS_ONE)],
  // log2' = 1/(u ln 2)
  log2: (graph, [u]) => [graph.power(graph.multiply(u!, ln(graph, 2)), Q.MINUS_ONE)],
  // cbrt' = 1/(3 cbrt²)
  cbrt: (graph, _, call) => [graph.power(graph.scale(Q.rational(3), graph.square(call)), Q.MINUS_ONE)],
  // |u|' = sign u
  abs: (graph, [u]) => [graph.call('sign', u!)],
  // sign' = 0 away from the step
  sign: (graph) => [graph.zero],
  // atan2(y, x): ∂y = x/(x² + y²), ∂x = −y/(x² + y²)
  atan2: (graph, [y, x]) => {
    const square = graph.add(graph.square(x!), graph.square(y!));
    return [graph.divide(x!, square), graph.negate(graph.divide(y!, square))];
  },
  min: (graph, [a, b]) => {
    const first = graph.condition('lessOrEqual', a!, b!);
    return [chosen(graph, first), graph.select(first, graph.zero, graph.one)];
  },
  max: (graph, [a, b]) => {
    const second = graph.condition('less', a!, b!);
    return [graph.select(second, graph.zero, graph.one), chosen(graph, second)];
  },
  // pow(x, y): ∂x = y x^(y−1), ∂y = x^y ln x
  pow: (graph, [x, y], call) => [
    graph.multiply(y!, graph.call('pow', x!, graph.subtract(y!, graph.one))),
    graph.multiply(call, graph.call('log', x!)),
  ],
};

/** `∂f/∂argument` for each argument of a call. */
export function partialDerivatives(graph: Graph, call: CallNode): readonly Node[] {
  return RULES[call.name](graph, call.args, call);
}
