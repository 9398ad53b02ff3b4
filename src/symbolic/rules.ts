import type { MathNode } from 'mathjs';
import { mathjs } from '../mathjs.js';
import { primitiveOf, type PrimitiveName } from '../primitives/index.js';
import { fromMathjs } from './from-mathjs.js';
import type { Graph } from './graph.js';
import type { CallNode, Node } from './node.js';

/** The derivatives that mathjs gives, by function. Each is computed once. */
const derivatives = new Map<PrimitiveName, MathNode>();

function derivativeOf(name: PrimitiveName): MathNode {
  let derivative = derivatives.get(name);
  if (derivative === undefined) {
    derivative = mathjs.derivative(`${name}(u)`, 'u', { simplify: false });
    derivatives.set(name, derivative);
  }
  return derivative;
}

/** `∂f/∂argument` for each argument of a call. */
export function partialDerivatives(graph: Graph, call: CallNode): readonly Node[] {
  const { name, args } = call;
  const { slopes } = primitiveOf(name);
  if (slopes === 'mathjs') return [fromMathjs(graph, derivativeOf(name), new Map([['u', args[0]!]]))];
  return slopes.of<Node>(graph, args, call);
}
