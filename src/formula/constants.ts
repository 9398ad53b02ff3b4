import { doubles } from '../symbolic/arithmetic-double.js';
import { evaluate } from '../symbolic/evaluate.js';
import { childrenOf, type Node } from '../symbolic/node.js';
import { toNumber, type Rational } from '../symbolic/rational.js';
import { LIMITS } from './limits.js';

export const TOO_LONG = 'This constant is too large, too small or too long for a double.';

export type ConstantFault = 'size' | 'real';

/** Finds constants that no double holds, and those that are no real number. One instance per graph: it remembers what is constant. */
export class ConstantCheck {
  readonly #constant = new Map<Node, boolean>();

  /** What is wrong with a node, whose children have been checked before. */
  faultOf(node: Node): ConstantFault | undefined {
    if (!coefficientsOf(node).every(isRepresentable)) return 'size';
    if (node.kind === 'number' || !this.#isConstant(node)) return undefined;
    return Number.isFinite(evaluate(doubles, [node], new Map())[0]) ? undefined : 'real';
  }

  #isConstant(node: Node): boolean {
    let constant = this.#constant.get(node);
    if (constant === undefined) {
      constant = node.kind !== 'variable' && childrenOf(node).every((child) => this.#isConstant(child));
      this.#constant.set(node, constant);
    }
    return constant;
  }
}

/** Whether `base ^ exponent` would fold to a number that is far too long: found before it is built, since building it takes long. */
export function foldsTooLong(base: Node, exponent: Node): boolean {
  if (exponent.kind !== 'number') return false;
  const factor = Math.abs(toNumber(exponent.value));
  return coefficientsOf(base).some(({ n, d }) => (Math.max(bits(n), bits(d)) - 4) * factor > LIMITS.numberBits);
}

function coefficientsOf(node: Node): readonly Rational[] {
  switch (node.kind) {
    case 'number':
      return [node.value];
    case 'sum':
      return [node.constant, ...node.terms.map((term) => term.coefficient)];
    case 'product':
      return [node.coefficient, ...node.factors.map((factor) => factor.exponent)];
    default:
      return [];
  }
}

/** Exact arithmetic would go on with numbers of any length. Lengths are compared first, since reading an immense number takes long. */
function isRepresentable(value: Rational): boolean {
  if (bits(value.n) > LIMITS.numberBits || bits(value.d) > LIMITS.numberBits) return false;
  const double = toNumber(value);
  return Number.isFinite(double) && (double !== 0 || value.n === 0n);
}

const bits = (value: bigint): number => 4 * value.toString(16).length;
