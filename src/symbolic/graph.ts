import type {
  CallNode,
  ConditionName,
  ConditionNode,
  ConstantName,
  ConstantNode,
  Draft,
  Factor,
  Node,
  NumberNode,
  ProductNode,
  SelectNode,
  SumNode,
  Term,
  VariableNode,
} from './node.js';
import { makeNode, reachable } from './node.js';
import type { PrimitiveName } from '../primitives/index.js';
import type { Budget } from './budget.js';
import { commonZero, multiplyIntoChoice } from './choices.js';
import type { Constructors } from './constructors.js';
import type { DerivativeRule } from './derivative-rule.js';
import { foldCall } from './fold-call.js';
import { contentOf, LinearCombination } from './linear-combination.js';
import { PowerProduct } from './power-product.js';
import * as Q from './rational.js';
import type { Rational } from './rational.js';

/** Length of a number, in characters, beyond which an operation on it counts as several steps. */
const LONG_NUMBER = 64;

/** Largest size of a graph, and largest number of steps to build it. */
export interface GraphBudgets {
  readonly nodes: Budget;
  readonly steps: Budget;
}

/**
 * A hash-consed expression graph over the reals. The constructors normalise locally: numbers are
 * folded exactly, neutral elements vanish, signs and common divisors move outward, powers of one
 * base and like terms are joined, and a factor common to all terms of a sum is factored out.
 *
 * A rule is applied only where it holds for all reals at which both sides are defined. No rule
 * flattens a sum in parentheses unless terms join by it, so no cancellation appears that the
 * formula did not have.
 */
export class Graph implements Constructors {
  readonly #table = new Map<string, Node>();
  readonly #budgets: GraphBudgets | undefined;
  readonly #rules = new Map<Node, DerivativeRule>();
  #count = 0;

  readonly zero: Node;
  readonly one: Node;

  /** Creates a graph. Without budgets its size is unlimited. */
  constructor(budgets?: GraphBudgets) {
    this.#budgets = budgets;
    this.zero = this.number(Q.ZERO);
    this.one = this.number(Q.ONE);
  }

  /** The number of nodes. */
  get size(): number {
    return this.#count;
  }

  /** The number of terms and factors visited so far, if the graph has a budget. */
  get steps(): number {
    return this.#budgets?.steps.spent ?? 0;
  }

  /** Counts terms and factors as they are visited, since a node may have any number of children. */
  spend(steps: number): void {
    this.#budgets?.steps.spend(steps);
  }

  /**
   * A number as part of a key. Arithmetic on long numbers takes time in proportion to the square of
   * their length.
   */
  #keyOf(value: Rational): string {
    const text = Q.toText(value);
    if (text.length > LONG_NUMBER) this.spend(Math.floor(text.length / LONG_NUMBER) ** 2);
    return text;
  }

  #intern(key: string, draft: Draft): Node {
    let node = this.#table.get(key);
    // Long keys come from many children, or from long numbers.
    this.spend(1 + (key.length >> 4));
    if (node === undefined) {
      this.#budgets?.nodes.spend(1);
      node = makeNode(this.#count++, draft);
      this.#table.set(key, node);
    }
    return node;
  }

  number(value: Rational | number): Node {
    const exact = typeof value === 'number' ? Q.parseDecimal(String(value)) : value;
    return this.#intern(`#${this.#keyOf(exact)}`, { kind: 'number', value: exact } satisfies Draft<NumberNode>);
  }

  constant(name: ConstantName): Node {
    return this.#intern(`!${name}`, { kind: 'constant', name } satisfies Draft<ConstantNode>);
  }

  variable(name: string): Node {
    return this.#intern(`$${name}`, { kind: 'variable', name } satisfies Draft<VariableNode>);
  }

  // Sums -----------------------------------------------------------------------------------------

  add(...nodes: readonly Node[]): Node {
    return this.combine(nodes.map((node) => ({ coefficient: Q.ONE, node })));
  }

  subtract(a: Node, b: Node): Node {
    return this.combine([
      { coefficient: Q.ONE, node: a },
      { coefficient: Q.MINUS_ONE, node: b },
    ]);
  }

  negate(a: Node): Node {
    return this.scale(Q.MINUS_ONE, a);
  }

  /** `Σ coefficient · node`. */
  combine(summands: readonly Term[]): Node {
    const { terms, constant } = new LinearCombination(this, summands);
    return this.#sum(terms, constant);
  }

  /**
   * `Σ node` with no common factors factored out, for summands that are computed separately anyway.
   */
  addAsTheyAre(...nodes: readonly Node[]): Node {
    const { terms, constant } = new LinearCombination(
      this,
      nodes.map((node) => ({ coefficient: Q.ONE, node })),
    );
    return this.#sum(terms, constant, false);
  }

  #sum(terms: readonly Term[], constant: Rational, isFactored = true): Node {
    const first = terms[0];
    if (first === undefined) return this.number(constant);
    if (terms.length === 1 && Q.isZero(constant)) return this.scale(first.coefficient, first.node);
    const divisor = contentOf(terms, constant);
    if (!Q.isOne(divisor)) {
      const primitive = this.#sum(
        terms.map(({ coefficient, node }) => ({ coefficient: Q.divide(coefficient, divisor), node })),
        Q.divide(constant, divisor),
        isFactored,
      );
      return this.scale(divisor, primitive);
    }
    const factored = isFactored && Q.isZero(constant) ? this.#factorOut(terms) : undefined;
    if (factored !== undefined) return factored;
    const key = this.#sumKey(terms, constant);
    const negative = this.#table.has(key) ? undefined : this.#table.get(this.#sumKey(terms, constant, Q.negate));
    if (negative !== undefined) return this.negate(negative);
    return this.#intern(key, { kind: 'sum', terms, constant } satisfies Draft<SumNode>);
  }

  #sumKey(terms: readonly Term[], constant: Rational, signed = (value: Rational): Rational => value): string {
    const key = terms
      .map(({ coefficient, node }) => `${this.#keyOf(signed(coefficient))}*${node.id}`)
      .sort()
      .join('+');
    return `+${this.#keyOf(signed(constant))}+${key}`;
  }

  /** `a·x + b·x → (a + b)·x`, also for quotients by one denominator. */
  #factorOut(terms: readonly Term[]): Node | undefined {
    const [head, ...rest] = terms.map(({ node }) => factorsOf(node));
    const common: Factor[] = [];
    for (const { base, exponent } of head!) {
      let shared: Rational | undefined = exponent;
      for (const factors of rest) {
        this.spend(1 + (factors.length >> 3));
        const other = factors.find((factor) => factor.base === base)?.exponent;
        if (other === undefined || Q.isNegative(other) !== Q.isNegative(shared)) {
          shared = undefined;
          break;
        }
        if (Q.compare(Q.absolute(other), Q.absolute(shared)) < 0) shared = other;
      }
      if (shared !== undefined) common.push({ base, exponent: shared });
    }
    if (common.length === 0) return undefined;
    const inverse = common.map(({ base, exponent }) => ({ base, exponent: Q.negate(exponent) }));
    const inner = this.combine(
      terms.map(({ coefficient, node }) => ({
        coefficient,
        node: this.product(Q.ONE, [...factorsOf(node), ...inverse]),
      })),
    );
    return this.product(Q.ONE, [...common, { base: inner, exponent: Q.ONE }]);
  }

  // Products -------------------------------------------------------------------------------------

  multiply(...nodes: readonly Node[]): Node {
    return this.product(
      Q.ONE,
      nodes.map((base) => ({ base, exponent: Q.ONE })),
    );
  }

  divide(a: Node, b: Node): Node {
    return this.product(Q.ONE, [
      { base: a, exponent: Q.ONE },
      { base: b, exponent: Q.MINUS_ONE },
    ]);
  }

  scale(coefficient: Rational, node: Node): Node {
    return this.product(coefficient, [{ base: node, exponent: Q.ONE }]);
  }

  /** `base ^ exponent` for a rational exponent. Other exponents are the primitive `pow`. */
  power(base: Node, exponent: Rational): Node {
    return this.product(Q.ONE, [{ base, exponent }]);
  }

  sqrt(node: Node): Node {
    return this.power(node, Q.HALF);
  }

  reciprocal(node: Node): Node {
    return this.power(node, Q.MINUS_ONE);
  }

  square(node: Node): Node {
    return this.power(node, Q.TWO);
  }

  /**
   * `1 − u²`. Where `u` is `±1` plus something, it is `(1 − u)(1 + u)`: there the one cancels in
   * one of the factors, exactly. The same holds where `u` is one of several numbers, which may be
   * exact. (For a variable the lowering does this.)
   */
  oneMinusSquare(u: Node): Node {
    const sum = u.kind === 'product' && u.factors.length === 1 ? u.factors[0]!.base : u;
    const isChoice = u.kind === 'select' || (u.kind === 'call' && (u.name === 'min' || u.name === 'max'));
    if (!isChoice && (sum.kind !== 'sum' || Q.isZero(sum.constant))) return this.subtract(this.one, this.square(u));
    return this.multiply(this.subtract(this.one, u), this.add(this.one, u));
  }

  /** `scale · Π base ^ exponent`. */
  product(scale: Rational, parts: readonly Factor[]): Node {
    const { coefficient, factors } = new PowerProduct(this, scale, parts);
    if (Q.isZero(coefficient)) return this.zero;
    const choice = multiplyIntoChoice(this, coefficient, factors);
    if (choice !== undefined) return choice;
    const first = factors[0];
    if (first === undefined) return this.number(coefficient);
    if (factors.length === 1 && Q.isOne(coefficient) && Q.isOne(first.exponent)) return first.base;
    const key = factors
      .map(({ base, exponent }) => `${base.id}^${this.#keyOf(exponent)}`)
      .sort()
      .join('*');
    return this.#intern(`*${this.#keyOf(coefficient)}*${key}`, {
      kind: 'product',
      coefficient,
      factors,
    } satisfies Draft<ProductNode>);
  }

  isNumber(node: Node): boolean {
    return node.kind === 'number';
  }

  isConstant(node: Node): boolean {
    return reachable([node]).every(({ kind }) => kind !== 'variable');
  }

  // Functions and choices ------------------------------------------------------------------------

  call(name: PrimitiveName, ...args: readonly Node[]): Node {
    return (
      foldCall(this, name, args) ??
      this.#intern(`${name}(${args.map((arg) => arg.id).join()})`, {
        kind: 'call',
        name,
        args,
      } satisfies Draft<CallNode>)
    );
  }

  /**
   * Gives a call derivatives of its own. A call that was folded to another node keeps the
   * derivatives of that.
   */
  withRule(node: Node, rule: DerivativeRule): Node {
    if (node.kind === 'call') this.#rules.set(node, rule);
    return node;
  }

  /** The derivatives that a node was given. They take precedence over the chain rule. */
  ruleOf(node: Node): DerivativeRule | undefined {
    return this.#rules.get(node);
  }

  condition(name: ConditionName, ...args: readonly Node[]): Node {
    const [first] = args;
    if (name === 'not' && first?.kind === 'condition' && first.name === 'not') return first.args[0]!;
    return this.#intern(`?${name}(${args.map((arg) => arg.id).join()})`, {
      kind: 'condition',
      name,
      args,
    } satisfies Draft<ConditionNode>);
  }

  select(condition: Node, whenTrue: Node, whenFalse: Node): Node {
    if (whenTrue === whenFalse) return whenTrue;
    const outer = commonZero(this, condition, whenTrue, whenFalse);
    if (outer !== undefined) return outer;
    return this.#intern(`?${condition.id}:${whenTrue.id}:${whenFalse.id}`, {
      kind: 'select',
      condition,
      whenTrue,
      whenFalse,
    } satisfies Draft<SelectNode>);
  }
}

/** A term of a sum as a product of powers. One that has a coefficient is a factor itself. */
const factorsOf = (node: Node): readonly Factor[] =>
  node.kind === 'product' && Q.isOne(node.coefficient) ? node.factors : [{ base: node, exponent: Q.ONE }];
