import { makeNode, type Factor, type Node, type ProductNode, type SumNode, type Term } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';

/** A product `f·(a·u + b·w)`, and the sum in it. */
export interface ScaledSum {
  readonly node: ProductNode;
  readonly sum: SumNode;
}

/** The one factor of a product that is a sum, if there is one and multiplying by the rest costs anything. */
export function soleSum({ coefficient, factors }: ProductNode): SumNode | undefined {
  const sums = factors.filter(({ base, exponent }) => base.kind === 'sum' && Q.isOne(exponent));
  if (sums.length !== 1 || (factors.length === 1 && Q.isOne(Q.absolute(coefficient)))) return undefined;
  return sums[0]!.base as SumNode;
}

/** Whether a program computes a product from the factors that it has in the graph. */
export function isAsItStands(node: ProductNode, children: (node: Node) => readonly Node[]): boolean {
  const parts = children(node);
  return node.factors.every(({ base }, i) => parts[i] === base);
}

/** Whether a term is `±a·u`. */
export const isUnitPair = ({ coefficient, node }: Term): boolean =>
  Q.isOne(Q.absolute(coefficient)) &&
  node.kind === 'product' &&
  node.factors.length === 2 &&
  node.factors.every(({ exponent }) => Q.isOne(exponent));

/** The products of a program by their factors. */
export class ProductTable {
  readonly #byFactors = new Map<string, ProductNode[]>();
  readonly #uses: ReadonlyMap<Node, number>;
  #nextId: number;

  constructor(nodes: readonly Node[], uses: ReadonlyMap<Node, number>) {
    this.#uses = uses;
    this.#nextId = nodes.reduce((largest, { id }) => Math.max(largest, id), 0) + 1;
    for (const node of nodes) if (node.kind === 'product') this.#add(node);
  }

  #add(node: ProductNode): void {
    const key = keyOf(exponentsOf(node));
    const same = this.#byFactors.get(key);
    if (same === undefined) this.#byFactors.set(key, [node]);
    else same.push(node);
  }

  /** `c f Σ cᵢ nᵢ` as `Σ ±(products in the table, or such products times one factor)`. */
  multiplyOut(product: ProductNode, sum: SumNode): Term[] | undefined {
    if (!Q.isZero(sum.constant)) return undefined;
    const rest = exponentsOf(product);
    rest.delete(sum);
    const terms: Term[] = [];
    for (const { coefficient, node } of sum.terms) {
      const wanted = Q.multiply(product.coefficient, coefficient);
      const term = this.#find(joined(rest, node), wanted) ?? this.#extend(rest, node, wanted);
      if (term === undefined) return undefined;
      terms.push(term);
    }
    return terms;
  }

  /** `c f Σ cᵢ nᵢ` as `Σ c cᵢ (f nᵢ)`; nothing where some `f nᵢ` is 1, which no term of a sum is. */
  distribute(product: ProductNode, sum: SumNode): Term[] | undefined {
    const rest = exponentsOf(product);
    rest.delete(sum);
    const factors = sum.terms.map(({ node }) => joined(rest, node));
    if (factors.some(({ size }) => size === 0)) return undefined;
    return sum.terms.map(({ coefficient }, i) => ({
      coefficient: Q.multiply(product.coefficient, coefficient),
      node: this.#product(factors[i]!),
    }));
  }

  /** Whether a product of these factors is computed, up to a number. */
  has(factors: readonly Factor[]): boolean {
    return this.#byFactors.has(keyOf(exponentsOf({ factors })));
  }

  /** The product of some factors: that of the table, or a new one. */
  of(factors: readonly Factor[]): ProductNode {
    const exponents = exponentsOf({ factors });
    const known = this.#byFactors.get(keyOf(exponents))?.find(({ coefficient }) => Q.isOne(coefficient));
    if (known !== undefined) return known;
    const made = this.#product(exponents);
    this.#add(made);
    return made;
  }

  /** Equal for products that multiply their sums by the same. */
  keyOfRest(product: ProductNode, sum: SumNode): string {
    const rest = exponentsOf(product);
    rest.delete(sum);
    return `${Q.toText(Q.absolute(product.coefficient))} ${keyOf(rest)}`;
  }

  /** `±f·a`, where it is computed; `f` is what a product multiplies its sum by. */
  multiple({ node, sum }: ScaledSum, factor: Node): Term | undefined {
    const rest = exponentsOf(node);
    rest.delete(sum);
    return this.#find(joined(rest, factor), node.coefficient);
  }

  /** `f·(a·u)` as `(f·a)·u`. */
  multiplyFactor(scaledSum: ScaledSum, term: Term, factor: Node): Term {
    const { node, sum } = scaledSum;
    let multiple = this.multiple(scaledSum, factor);
    if (multiple === undefined) {
      const rest = exponentsOf(node);
      rest.delete(sum);
      const product = this.#product(joined(rest, factor), node.coefficient);
      this.#add(product);
      multiple = { coefficient: Q.ONE, node: product };
    }
    const others = exponentsOf(term.node as ProductNode);
    others.delete(factor);
    return {
      coefficient: Q.multiply(multiple.coefficient, term.coefficient),
      node: this.#product(new Map([...others, [multiple.node, Q.ONE]])),
    };
  }

  #product(factors: ReadonlyMap<Node, Q.Rational>, coefficient = Q.ONE): ProductNode {
    const list = Array.from(factors, ([base, exponent]) => ({ base, exponent }));
    return makeNode<ProductNode>(this.#nextId++, { kind: 'product', coefficient, factors: list });
  }

  #find(factors: ReadonlyMap<Node, Q.Rational>, coefficient: Q.Rational): Term | undefined {
    for (const node of this.#byFactors.get(keyOf(factors)) ?? []) {
      if (Q.equals(Q.absolute(node.coefficient), Q.absolute(coefficient)))
        return { coefficient: Q.divide(coefficient, node.coefficient), node };
    }
    return undefined;
  }

  /** `f·(a·u)` as `(f·a)·u`, if `f·a` is in the table and `a·u` is not needed otherwise. */
  #extend(rest: ReadonlyMap<Node, Q.Rational>, node: Node, coefficient: Q.Rational): Term | undefined {
    if (rest.size !== 1 || !Q.isOne(Q.absolute(coefficient))) return undefined;
    if (node.kind !== 'product' || node.factors.length !== 2 || this.#uses.get(node) !== 1) return undefined;
    if (!node.factors.every(({ exponent }) => Q.isOne(exponent))) return undefined;
    if (!node.factors.some(({ base }) => this.#byFactors.has(keyOf(joined(rest, base))))) return undefined;
    return { coefficient, node: this.#product(joined(rest, node)) };
  }
}

const exponentsOf = ({ factors }: Pick<ProductNode, 'factors'>): Map<Node, Q.Rational> =>
  new Map(factors.map(({ base, exponent }) => [base, exponent]));

/** The factors of `rest · node`; `node`, a term of a sum, has no coefficient. */
function joined(rest: ReadonlyMap<Node, Q.Rational>, node: Node): Map<Node, Q.Rational> {
  const factors = new Map(rest);
  const added = node.kind === 'product' ? exponentsOf(node) : new Map([[node, Q.ONE]]);
  for (const [base, exponent] of added) {
    const total = Q.add(factors.get(base) ?? Q.ZERO, exponent);
    if (Q.isZero(total)) factors.delete(base);
    else factors.set(base, total);
  }
  return factors;
}

const keyOf = (factors: ReadonlyMap<Node, Q.Rational>): string =>
  Array.from(factors, ([base, exponent]) => `${base.id}^${Q.toText(exponent)}`)
    .sort()
    .join('*');
