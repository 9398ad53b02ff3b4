import type { BigNumber } from 'mathjs';
import { primitiveOf } from '../primitives/index.js';
import { doubles } from '../symbolic/arithmetic-double.js';
import { evaluate } from '../symbolic/evaluate.js';
import { CANCELLED } from '../symbolic/fold-call.js';
import { referenceArithmetic } from '../symbolic/arithmetic-reference.js';
import { isZeroNode, reachable, type CallNode, type Factor, type Node } from '../symbolic/node.js';
import { isNegative, length, toNumber, type Rational } from '../symbolic/rational.js';
import { referenceValue } from '../symbolic/reference-value.js';
import { LIMITS } from '../syntax/limits.js';
import { Levels } from './size.js';

export const TOO_LONG = 'This constant is too large, too small or too long for a double.';

export type ConstantFault = 'size' | 'levels' | 'zero divisor' | 'negative base' | 'real';

/**
 * Finds constants that no double holds, constants that are no real number, divisors that are always
 * zero, and quantities of too many levels. One instance per graph: it remembers which nodes are
 * constant.
 */
export class ConstantCheck {
  readonly #constant = new Map<Node, boolean>();
  readonly #levels = new Levels();
  readonly #checked = new Set<Node>();

  /** The fault of a node, or of a node below it that has not been checked before. */
  faultOf(node: Node): ConstantFault | undefined {
    if (this.#checked.has(node)) return undefined;
    this.#checked.add(node);
    // A constant is judged as a whole.
    const parts = node.kind === 'number' || this.#isConstant(node) ? [] : node.children;
    for (const part of parts) {
      const fault = this.faultOf(part);
      if (fault !== undefined) return fault;
    }
    return this.#ownFault(node);
  }

  #ownFault(node: Node): ConstantFault | undefined {
    if (!coefficientsOf(node).every(isRepresentable)) return 'size';
    // Walks of the graph recurse once per level.
    if (this.#levels.of(node) > LIMITS.levels) return 'levels';
    if (node.kind === 'product' && node.factors.some((factor) => this.#isZeroDivisor(factor))) return 'zero divisor';
    if (node.kind === 'call' && node.name === 'pow' && this.#isNegativeBase(node)) return 'negative base';
    if (node.kind === 'number' || !this.#isConstant(node)) return undefined;
    // Rounding may lead into a domain, or out of it.
    const isReal = Number.isFinite(evaluate(doubles, [node], new Map())[0]) && referenceValue(node).isFinite();
    return isReal && !isAtPole(node) ? undefined : 'real';
  }

  /** A varying base is checked where the formula divides by it. */
  #isZeroDivisor({ base, exponent }: Factor): boolean {
    return isNegative(exponent) && this.#isConstant(base) && isAlwaysZero(base);
  }

  /**
   * A power such as `(-2)^x` is real at most at some rational exponents, and so has no derivative.
   */
  #isNegativeBase({ args: [base, exponent] }: CallNode): boolean {
    return this.#isConstant(base!) && !this.#isConstant(exponent!) && referenceValue(base!).isNegative();
  }

  #isConstant(node: Node): boolean {
    let constant = this.#constant.get(node);
    if (constant === undefined) {
      constant = node.kind !== 'variable' && node.children.every((child) => this.#isConstant(child));
      this.#constant.set(node, constant);
    }
    return constant;
  }
}

/**
 * Tests whether a node is zero for all values of its variables. A constant may show that only in
 * its value: `acos(0) - pi / 2`, `sin(pi)`.
 */
export function isAlwaysZero(node: Node): boolean {
  if (isZeroNode(node)) return true;
  // No power of e is zero, however small.
  if (node.kind === 'number' || (node.kind === 'call' && node.name === 'exp')) return false;
  if (node.kind === 'product')
    return node.factors.some(({ base, exponent }) => !isNegative(exponent) && isAlwaysZero(base));
  if (reachable([node]).some(({ kind }) => kind === 'variable')) return false;
  const terms = node.kind === 'sum' ? node.terms : [];
  const values = new Map<string, BigNumber>();
  const [value, ...parts] = evaluate(referenceArithmetic(), [node, ...terms.map((term) => term.node)], values);
  const size = parts.reduce((sum, part, i) => sum + Math.abs(toNumber(terms[i]!.coefficient) * part.toNumber()), 0);
  return Math.abs(value!.toNumber()) <= CANCELLED * (terms.length === 0 ? 1 : size);
}

/**
 * Tests whether a constant is infinite, though rounding makes it a large number: `log(sin(pi))`,
 * `tan(pi / 2)`.
 */
function isAtPole(node: Node): boolean {
  // The sign may have been moved out: tan(−pi / 2).
  if (node.kind === 'product') return node.factors.some(({ base }) => isAtPole(base));
  if (node.kind !== 'call') return false;
  const [argument, exponent] = node.args;
  if (node.name === 'pow') return referenceValue(exponent!).isNegative() && isAlwaysZero(argument!);
  return (primitiveOf(node.name).singular ?? []).some(({ kind, at }) => {
    if (kind !== 'value undefined') return false;
    if (typeof at !== 'object') return at === 0 && isAlwaysZero(argument!);
    return referenceArithmetic()
      .call(at.zeroOf, [referenceValue(argument!)])
      .abs()
      .lt(CANCELLED);
  });
}

/**
 * Tests whether `base ^ exponent` would fold to a number that is far too long. That must be found
 * before it is built, since building it takes long.
 */
export function foldsTooLong(base: Node, exponent: Node): boolean {
  if (exponent.kind !== 'number' || base.kind !== 'number') return false;
  return (length(base.value) - 4) * Math.abs(toNumber(exponent.value)) > LIMITS.numberBits;
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

/**
 * Tests whether a double holds a number, whose length exact arithmetic does not limit. Lengths are
 * compared first, since converting an immense number takes long.
 */
function isRepresentable(value: Rational): boolean {
  if (length(value) > LIMITS.numberBits) return false;
  const double = toNumber(value);
  return Number.isFinite(double) && (double !== 0 || value.n === 0n);
}
