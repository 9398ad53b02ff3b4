import type { BigNumber } from 'mathjs';
import { referenceArithmetic } from '../symbolic/arithmetic-reference.js';
import { evaluate } from '../symbolic/evaluate.js';
import { CANCELLED } from '../symbolic/fold-call.js';
import { reachable, type Node } from '../symbolic/node.js';
import { compare } from '../symbolic/rational.js';
import type { Graph } from '../symbolic/graph.js';
import type { RelationOperator } from '../syntax/syntax.js';

// Truth values that are known are folded here: the graph has no constant conditions.

type Truth = Node | boolean;

export function relate(graph: Graph, operator: RelationOperator, a: Node, b: Node): Truth {
  switch (operator) {
    case '<':
      return ordered(graph, 'less', a, b);
    case '<=':
      return ordered(graph, 'lessOrEqual', a, b);
    case '>':
      return ordered(graph, 'less', b, a);
    case '>=':
      return ordered(graph, 'lessOrEqual', b, a);
    case '==':
      return ordered(graph, 'equal', a, b);
    case '!=':
      return not(graph, ordered(graph, 'equal', a, b));
  }
}

function ordered(graph: Graph, name: 'less' | 'lessOrEqual' | 'equal', a: Node, b: Node): Truth {
  if (a === b) return name !== 'less';
  const order = compareConstants(a, b);
  if (order === undefined) return graph.condition(name, a, b);
  if (name === 'equal') return order === 0;
  return name === 'less' ? order < 0 : order <= 0;
}

/**
 * The sign of `a − b` where neither depends on a variable: exact for numbers, to 64 digits for
 * others such as `cos(2)`, of which those that differ by rounding are equal: `tan(pi / 4)` is 1.
 */
function compareConstants(a: Node, b: Node): number | undefined {
  if (a.kind === 'number' && b.kind === 'number') return compare(a.value, b.value);
  if (reachable([a, b]).some((node) => node.kind === 'variable')) return undefined;
  const [x, y] = evaluate(referenceArithmetic(), [a, b], new Map<string, BigNumber>());
  return x!.minus(y!).abs().lessThan(y!.abs().times(CANCELLED)) ? 0 : x!.comparedTo(y!);
}

export function not(graph: Graph, truth: Truth): Truth {
  return typeof truth === 'boolean' ? !truth : graph.condition('not', truth);
}

export function and(graph: Graph, a: Truth, b: Truth): Truth {
  if (typeof a === 'boolean') return a && b;
  if (typeof b === 'boolean') return b && a;
  return graph.condition('and', a, b);
}

export function or(graph: Graph, a: Truth, b: Truth): Truth {
  if (typeof a === 'boolean') return a || b;
  if (typeof b === 'boolean') return b || a;
  return graph.condition('or', a, b);
}

export function choose(graph: Graph, truth: Truth, whenTrue: Node, whenFalse: Node): Node {
  if (typeof truth === 'boolean') return truth ? whenTrue : whenFalse;
  return graph.select(truth, whenTrue, whenFalse);
}
