import type { MathNode } from 'mathjs';
import { mathjs } from '../mathjs.js';
import { power, SCALAR_FUNCTIONS } from './functions.js';
import type { Graph } from './graph.js';
import type { Node } from './node.js';

/** Reads a tree that mathjs made (a derivative rule: scalars only) into the graph. */
export function fromMathjs(graph: Graph, tree: MathNode, symbols: ReadonlyMap<string, Node>): Node {
  const read = (node: MathNode): Node => fromMathjs(graph, node, symbols);
  if (mathjs.isParenthesisNode(tree)) return read(tree.content);
  if (mathjs.isConstantNode(tree)) return graph.number(tree.value);
  if (mathjs.isSymbolNode(tree)) {
    const value = symbols.get(tree.name);
    if (value !== undefined) return value;
  }
  if (mathjs.isOperatorNode(tree)) {
    const [a, b] = tree.args.map(read);
    if (tree.fn === 'unaryMinus') return graph.negate(a!);
    if (tree.fn === 'add') return graph.add(a!, b!);
    if (tree.fn === 'subtract') return graph.subtract(a!, b!);
    if (tree.fn === 'multiply') return graph.multiply(a!, b!);
    if (tree.fn === 'divide') return graph.divide(a!, b!);
    if (tree.fn === 'pow') return power(graph, a!, b!);
  }
  if (mathjs.isFunctionNode(tree)) {
    const entry = SCALAR_FUNCTIONS.get(tree.fn.name);
    if (entry !== undefined) return entry.build(graph, tree.args.map(read));
  }
  throw new Error(`no reading for ${tree.type} "${tree.toString()}" in a derivative rule`);
}
