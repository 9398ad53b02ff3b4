import type { MathNode } from 'mathjs';
import { mathjs } from '../mathjs.js';
import { fromMathjs } from './from-mathjs.js';
import type { Graph } from './graph.js';
import { reachable, type CallNode, type Node, type PrimitiveName } from './node.js';
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
/**
 * `1 − u²`, as `(1 − u)(1 + u)` where `u` is `±1` and something: there the one cancels in one of the factors, exactly; or one of several
 * numbers, which may be exact. (Of a variable the lowering does the same.)
 */
function oneMinusSquare(graph: Graph, u: Node): Node {
  const sum = u.kind === 'product' && u.factors.length === 1 ? u.factors[0]!.base : u;
  const isChoice = u.kind === 'select' || (u.kind === 'call' && (u.name === 'min' || u.name === 'max'));
  if (!isChoice && (sum.kind !== 'sum' || Q.isZero(sum.constant))) return graph.subtract(graph.one, graph.square(u));
  return graph.multiply(graph.subtract(graph.one, u), graph.add(graph.one, u));
}
const squareMinusOne = (graph: Graph, u: Node): Node => graph.negate(oneMinusSquare(graph, u));
const reciprocal = (graph: Graph, u: Node): Node => graph.power(u, Q.MINUS_ONE);
const reciprocalRoot = (graph: Graph, u: Node): Node => graph.power(u, Q.rational(-1, 2));
const onePlusSquare = (graph: Graph, u: Node): Node => graph.add(graph.one, graph.square(u));

const chosen = (graph: Graph, condition: Node): Node => graph.select(condition, graph.one, graph.zero);

/**
 * One rule per primitive. mathjs has none for `sign expm1 log1p log2 atan2 min max`, and none that holds for all real arguments for
 * `cbrt` (its rule is not a number for negative ones), `abs` (not a number at 0) and `acoth` (it has the wrong sign); `tan' = sec²` is written with
 * the tangent that is there, and the inverse functions so that nothing cancels towards the ends of their domains.
 */
const RULES: Readonly<Record<PrimitiveName, Rule>> = {
  sin: fromLibrary('sin'),
  cos: fromLibrary('cos'),
  // tan' = 1 + tan²
  tan: (graph, _, call) => [graph.add(graph.one, graph.square(call))],
  // asin' = 1/√(1 − u²), acos' = −asin'
  asin: (graph, [u]) => [reciprocalRoot(graph, oneMinusSquare(graph, u!))],
  acos: (graph, [u]) => [graph.negate(reciprocalRoot(graph, oneMinusSquare(graph, u!)))],
  atan: fromLibrary('atan'),
  sinh: fromLibrary('sinh'),
  cosh: fromLibrary('cosh'),
  tanh: fromLibrary('tanh'),
  asinh: fromLibrary('asinh'),
  // acosh' = 1/√(u² − 1), of which the square would overflow before the function does
  acosh: (graph, [u]) => [
    graph.multiply(
      reciprocalRoot(graph, graph.subtract(u!, graph.one)),
      reciprocalRoot(graph, graph.add(u!, graph.one)),
    ),
  ],
  // atanh' = acoth' = 1/(1 − u²)
  atanh: (graph, [u]) => [reciprocal(graph, oneMinusSquare(graph, u!))],
  acoth: (graph, [u]) => [reciprocal(graph, oneMinusSquare(graph, u!))],
  // acot' = −1/(1 + u²)
  acot: (graph, [u]) => [graph.negate(reciprocal(graph, onePlusSquare(graph, u!)))],
  // asec' = 1/(|u| √(u² − 1)), acsc' = −asec'
  asec: (graph, [u]) => [graph.divide(reciprocalRoot(graph, squareMinusOne(graph, u!)), graph.call('abs', u!))],
  acsc: (graph, [u]) => [
    graph.negate(graph.divide(reciprocalRoot(graph, squareMinusOne(graph, u!)), graph.call('abs', u!))),
  ],
  // asech' = −1/(|u| √(1 − u²)), as acosh(1/u) has it also for the negative u at which only a rate is asked for
  asech: (graph, [u]) => [
    graph.negate(graph.divide(reciprocalRoot(graph, oneMinusSquare(graph, u!)), graph.call('abs', u!))),
  ],
  // acsch' = −1/(|u| √(1 + u²))
  acsch: (graph, [u]) => [
    graph.negate(graph.divide(reciprocalRoot(graph, onePlusSquare(graph, u!)), graph.call('abs', u!))),
  ],
  exp: fromLibrary('exp'),
  log: fromLibrary('log'),
  log10: fromLibrary('log10'),
  // expm1' = exp
  expm1: (graph, [u]) => [graph.call('exp', u!)],
  // log1p' = 1/(1 + u)
  log1p: (graph, [u]) => [reciprocal(graph, graph.add(graph.one, u!))],
  // log2' = 1/(u ln 2)
  log2: (graph, [u]) => [reciprocal(graph, graph.multiply(u!, ln(graph, 2)))],
  // cbrt' = 1/(3 cbrt²)
  cbrt: (graph, _, call) => [reciprocal(graph, graph.scale(Q.rational(3), graph.square(call)))],
  // erf' = 2/√π · exp(−u²), with 2/√π = √(8/τ)
  erf: (graph, [u]) => [
    graph.multiply(
      graph.sqrt(graph.divide(graph.number(8), graph.constant('tau'))),
      graph.call('exp', graph.negate(graph.square(u!))),
    ),
  ],
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
  // pow(x, y): ∂x = y x^(y−1), ∂y = x^y ln x, which is 0 in the limit x → 0 for the positive y for which 0^y has a rate
  pow: (graph, [x, y], call) => [
    graph.multiply(y!, graph.call('pow', x!, graph.subtract(y!, graph.one))),
    dependsOnVariables(x!)
      ? graph.select(graph.condition('equal', x!, graph.zero), graph.zero, graph.multiply(call, graph.call('log', x!)))
      : graph.multiply(call, graph.call('log', x!)),
  ],
};

const dependsOnVariables = (node: Node): boolean => reachable([node]).some(({ kind }) => kind === 'variable');

/** `∂f/∂argument` for each argument of a call. */
export function partialDerivatives(graph: Graph, call: CallNode): readonly Node[] {
  return RULES[call.name](graph, call.args, call);
}
