import type { OperationCount } from '../../lower/count.js';
import { reachable, type Factor, type Node } from '../../symbolic/node.js';
import * as Q from '../../symbolic/rational.js';

/**
 * Counts the operations of a derivation before optimisation: each sum, product and power of its
 * graph written out once, before anything is factored, shared or reordered.
 */
export function plainCount(roots: readonly Node[]): OperationCount {
  const byKind: Record<string, number> = {};
  const count = (kind: string, times = 1): void => {
    if (times > 0) byKind[kind] = (byKind[kind] ?? 0) + times;
  };
  for (const node of reachable(roots)) countNode(node, count);
  return { total: Object.values(byKind).reduce((sum, n) => sum + n, 0), byKind };
}

type Count = (kind: string, times?: number) => void;

function countNode(node: Node, count: Count): void {
  switch (node.kind) {
    case 'number':
    case 'constant':
    case 'variable':
      break;
    case 'sum': {
      const coefficients = [
        ...node.terms.map(({ coefficient }) => coefficient),
        ...(Q.isZero(node.constant) ? [] : [node.constant]),
      ];
      const negative = coefficients.filter(Q.isNegative).length;
      // A sum begins with an added term, if it has one.
      count('-', negative === coefficients.length ? negative - 1 : negative);
      count('+', Math.max(0, coefficients.length - negative - 1));
      if (negative === coefficients.length) count('negate');
      count('*', node.terms.filter(({ coefficient }) => !Q.isOne(Q.absolute(coefficient))).length);
      break;
    }
    case 'product': {
      const above = node.factors.filter(({ exponent }) => !Q.isNegative(exponent));
      const below = node.factors.filter(({ exponent }) => Q.isNegative(exponent));
      for (const factor of node.factors) countPower(factor, count);
      const scale = Q.absolute(node.coefficient);
      const numerator = above.length + (Q.isOne(scale) ? 0 : 1);
      count('*', Math.max(0, numerator - 1) + Math.max(0, below.length - 1));
      if (below.length > 0) count('/');
      if (Q.isNegative(node.coefficient)) count('negate');
      break;
    }
    case 'call':
      count(node.name);
      break;
    case 'condition':
      count('compare');
      break;
    case 'select':
      count('select');
  }
}

/** `xⁿ` by repeated squaring; for a half-integer power, after a root. */
function countPower({ exponent }: Factor, count: Count): void {
  const { n, d } = Q.absolute(exponent);
  if (d === 2n) count('sqrt');
  else if (d !== 1n) {
    count('pow');
    return;
  }
  const bits = n.toString(2);
  count('*', bits.length - 1 + bits.replaceAll('0', '').length - 1);
}
