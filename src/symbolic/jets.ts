import { isZeroNode } from './node.js';
import type { Graph } from './graph.js';
import type { Factor, Node, ProductNode, SumNode } from './node.js';
import * as Q from './rational.js';
import { partialDerivatives } from './rules.js';
import { growsExponentially } from './stable-quotients.js';

/** Derivatives of a variable along the motion; absent ones are zero. */
export interface Seed {
  readonly first: Node;
  readonly second: Node;
}

/**
 * Value, first and second derivative along the motion. The second is derived on request. The slope
 * of a function may be written with the function's own value (`tan' = 1 + tan²`), and the rate of
 * that slope must not depend on the second derivative.
 */
interface Jet {
  readonly value: Node;
  readonly first: Node;
  readonly second: () => Node;
}

/**
 * Second-order jets (truncated Taylor arithmetic) on the graph. With seeds `(x, ẋ, 0)` for the
 * inputs and `(t, 1, 0)` for time, the first coefficient of `C` is `Cdot`. The second is `gamma`,
 * the part of `C̈` at zero acceleration: terms of mixed derivatives have the right factor by
 * construction.
 */
export class Jets {
  readonly #graph: Graph;
  readonly #seeds: ReadonlyMap<Node, Seed>;
  readonly #first = new Map<Node, Node>();
  readonly #second = new Map<Node, Node>();

  readonly #rates = { first: (node: Node): Node => this.first(node), second: (node: Node): Node => this.second(node) };

  /** Creates jets. A node with a seed is a variable, whatever it is made of. */
  constructor(graph: Graph, seeds: ReadonlyMap<Node, Seed>) {
    this.#graph = graph;
    this.#seeds = seeds;
  }

  /** `ẏ` */
  first(node: Node): Node {
    let result = this.#first.get(node);
    if (result === undefined) {
      result = this.#seeds.get(node)?.first ?? this.#deriveFirst(node);
      this.#first.set(node, result);
    }
    return result;
  }

  /** `ÿ` */
  second(node: Node): Node {
    let result = this.#second.get(node);
    if (result === undefined) {
      result = this.#seeds.get(node)?.second ?? this.#deriveSecond(node);
      this.#second.set(node, result);
    }
    return result;
  }

  #deriveFirst(node: Node): Node {
    const g = this.#graph;
    switch (node.kind) {
      case 'number':
      case 'constant':
      case 'condition':
      case 'variable':
        return g.zero;
      case 'sum':
        // (Σ c u)˙ = Σ c u̇
        return g.combine(node.terms.map((term) => ({ coefficient: term.coefficient, node: this.first(term.node) })));
      case 'product':
        return this.#product(node).first;
      case 'call': {
        const rule = g.ruleOf(node);
        if (rule !== undefined) return rule.rate(this.#rates);
        // f(u)˙ = Σ ∂f/∂u · u̇
        return g.add(
          ...partialDerivatives(g, node).map((partial, i) => this.#times(partial, this.first(node.args[i]!))),
        );
      }
      case 'select':
        return g.select(node.condition, this.first(node.whenTrue), this.first(node.whenFalse));
    }
  }

  #deriveSecond(node: Node): Node {
    const g = this.#graph;
    switch (node.kind) {
      case 'number':
      case 'constant':
      case 'condition':
      case 'variable':
        return g.zero;
      case 'sum':
        return this.#secondOfSum(node);
      case 'product':
        return this.#product(node).second();
      case 'call': {
        const rule = g.ruleOf(node);
        if (rule !== undefined) return rule.secondRate(this.first(node), this.#rates);
        // f(u)¨ = Σ ∂f/∂u · ü + (∂f/∂u)˙ · u̇
        return g.add(
          ...partialDerivatives(g, node).flatMap((partial, i) => {
            const argument = node.args[i]!;
            const rate = this.first(argument);
            return [
              this.#times(partial, this.second(argument)),
              isZeroNode(rate) ? rate : g.multiply(this.first(partial), rate),
            ];
          }),
        );
      }
      case 'select':
        return g.select(node.condition, this.second(node.whenTrue), this.second(node.whenFalse));
    }
  }

  /** `(Σ u w)¨ = Σ ü w + 2 Σ u̇ ẇ + Σ u ẅ`: if the sum is a dot product, so is each of these. */
  #secondOfSum({ terms }: SumNode): Node {
    const g = this.#graph;
    const products = terms.map(({ node }) => pairOf(node));
    if (terms.length < 2 || !products.every((pair) => pair !== undefined))
      return g.combine(terms.map((term) => ({ coefficient: term.coefficient, node: this.second(term.node) })));
    const sum = (part: (pair: readonly [Node, Node]) => Node): Node =>
      g.combine(terms.map(({ coefficient }, i) => ({ coefficient, node: part(products[i]!) })));
    return g.add(
      sum(([u, w]) => this.#times(w, this.second(u))),
      g.scale(
        Q.TWO,
        sum(([u, w]) => this.#times(this.first(u), this.first(w))),
      ),
      sum(([u, w]) => this.#times(u, this.second(w))),
    );
  }

  /**
   * A product in which a zero second factor takes precedence over an undefined first one, for
   * instance an unused partial derivative.
   */
  #times(a: Node, b: Node): Node {
    return isZeroNode(b) ? b : this.#graph.multiply(a, b);
  }

  /**
   * The jet of `c · Π f^e`, as `c` times a quotient: the factors with positive exponents over those
   * with negative ones.
   */
  #product(node: ProductNode): Jet {
    const g = this.#graph;
    const above = node.factors.filter((factor) => !Q.isNegative(factor.exponent));
    const below = node.factors
      .filter((factor) => Q.isNegative(factor.exponent))
      .map(({ base, exponent }) => ({ base, exponent: Q.negate(exponent) }));
    if (below.length > 1 && below.some(({ base }) => growsExponentially(base))) return this.#factorByFactor(node);
    const numerator = this.#powers(above);
    const jet = below.length === 0 ? numerator : this.#quotient(numerator, this.#powers(below));
    return {
      value: node,
      first: g.scale(node.coefficient, jet.first),
      second: () => g.scale(node.coefficient, jet.second()),
    };
  }

  /** `(Π f^e)˙ = Σ e (Π f^e / f) ḟ`, which overflows only if a term of the result does. */
  #factorByFactor(node: ProductNode): Jet {
    const g = this.#graph;
    const parts = node.factors.map(({ base, exponent }) => ({ base, slope: g.scale(exponent, g.divide(node, base)) }));
    return {
      value: node,
      first: g.add(...parts.map(({ base, slope }) => this.#times(slope, this.first(base)))),
      second: () =>
        g.add(
          ...parts.flatMap(({ base, slope }) => {
            const rate = this.first(base);
            return [this.#times(slope, this.second(base)), this.#times(this.first(slope), rate)];
          }),
        ),
    };
  }

  #powers(factors: readonly Factor[]): Jet {
    const unit: Jet = { value: this.#graph.one, first: this.#graph.zero, second: () => this.#graph.zero };
    return factors.reduce(
      (jet, factor) => (jet === unit ? this.#power(factor) : this.#multiply(jet, this.#power(factor))),
      unit,
    );
  }

  /** `(uw)˙ = u̇w + uẇ`, `(uw)¨ = üw + 2u̇ẇ + uẅ` */
  #multiply(u: Jet, w: Jet): Jet {
    const g = this.#graph;
    return {
      value: g.multiply(u.value, w.value),
      first: g.add(g.multiply(u.first, w.value), g.multiply(u.value, w.first)),
      second: () =>
        g.add(
          g.multiply(u.second(), w.value),
          g.scale(Q.TWO, g.multiply(u.first, w.first)),
          g.multiply(u.value, w.second()),
        ),
    };
  }

  /** `y = u/w`: `ẏ = (u̇ − yẇ)/w`, `ÿ = (ü − 2ẏẇ − yẅ)/w` */
  #quotient(u: Jet, w: Jet): Jet {
    const g = this.#graph;
    const value = g.divide(u.value, w.value);
    const first = g.divide(g.subtract(u.first, g.multiply(value, w.first)), w.value);
    const second = (): Node =>
      g.divide(
        g.combine([
          { coefficient: Q.ONE, node: u.second() },
          { coefficient: Q.rational(-2), node: g.multiply(first, w.first) },
          { coefficient: Q.MINUS_ONE, node: g.multiply(value, w.second()) },
        ]),
        w.value,
      );
    return { value, first, second };
  }

  #power({ base, exponent }: Factor): Jet {
    const g = this.#graph;
    const first = this.first(base);
    const second = (): Node => this.second(base);
    const value = g.power(base, exponent);
    if (Q.isOne(exponent)) return { value, first, second };
    if (Q.equals(exponent, Q.HALF)) {
      // y² = u: ẏ = u̇/2y, ÿ = (ü/2 − ẏ²)/y
      const rate = g.divide(g.scale(Q.HALF, first), value);
      return {
        value,
        first: rate,
        second: () => g.divide(g.subtract(g.scale(Q.HALF, second()), g.square(rate)), value),
      };
    }
    // (u^e)˙ = e u^(e−1) u̇, (u^e)¨ = e (u^(e−1) ü + (e−1) u^(e−2) u̇²)
    const slope = g.power(base, Q.subtract(exponent, Q.ONE));
    return {
      value,
      first: g.scale(exponent, g.multiply(slope, first)),
      second: () => {
        const curvature = g.scale(Q.subtract(exponent, Q.ONE), g.power(base, Q.subtract(exponent, Q.TWO)));
        return g.scale(exponent, g.add(g.multiply(slope, second()), this.#times(curvature, g.square(first))));
      },
    };
  }
}

/** The factors of a product of two, or of a square. */
function pairOf(node: Node): readonly [Node, Node] | undefined {
  if (node.kind !== 'product') return undefined;
  const [first, second] = node.factors;
  if (second === undefined) return Q.equals(first!.exponent, Q.TWO) ? [first!.base, first!.base] : undefined;
  const isProduct = node.factors.length === 2 && node.factors.every(({ exponent }) => Q.isOne(exponent));
  return isProduct ? [first!.base, second.base] : undefined;
}
