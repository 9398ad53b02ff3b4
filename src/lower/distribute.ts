import { countUses, type Node, type ProductNode, type SumNode, type Term } from '../symbolic/node.js';
import { LARGEST_DEGREE, type Degrees } from './degrees.js';
import * as Q from '../symbolic/rational.js';

/**
 * Products of a sum whose terms are multiplied out elsewhere anyway, for as many operations as the sum alone:
 *
 * - `f·(a + b)` where `f·a` and `f·b` are computed, up to their sign, is the sum of those. It is what makes the gradient with respect to a point
 *   that only differences depend on the negated sum of the gradients with respect to the other points.
 * - `f·(a·u + b·w)` where `f·a` and `f·b` are computed is `(f·a)·u + (f·b)·w`. It is what makes the rate of a distance `n · ḋ` instead of `(d · ḋ)/r`.
 * - `f·(a + b)` where the sum would overflow for large lengths, but not the product, is `f·a + f·b`.
 *
 * `nodes` are all that a program computes, each from its `children`. Returns each such product with the terms it is the sum of; some of those are
 * products that are not in the graph.
 */
export function distributeProducts(
  nodes: readonly Node[],
  roots: ReadonlySet<Node>,
  children: (node: Node) => readonly Node[],
  degrees: Degrees,
): Map<ProductNode, Term[]> {
  const uses = countUses(nodes, children);
  const products = new ProductTable(nodes, uses);
  const result = new Map<ProductNode, Term[]>();
  for (const node of nodes) {
    if (node.kind !== 'product') continue;
    const sum = soleSum(node);
    // A sum that is needed on its own would cost its additions twice.
    if (sum === undefined || uses.get(sum) !== 1 || roots.has(sum)) continue;
    const isTooLarge = Q.isZero(sum.constant) && fitsOnlyAsTerms(degrees.of(sum), degrees.of(node));
    const terms = products.multiplyOut(node, sum) ?? (isTooLarge ? products.distribute(node, sum) : undefined);
    if (terms !== undefined) result.set(node, terms);
  }
  return result;
}

/** Of fourth powers of lengths the root is there as well, as a rule, which overflows by itself. */
const fitsOnlyAsTerms = (sum: number, product: number): boolean =>
  sum > LARGEST_DEGREE && sum < 2 * LARGEST_DEGREE && product <= LARGEST_DEGREE;

/** The one factor of a product that is a sum, if there is one and multiplying by the rest costs anything. */
function soleSum({ coefficient, factors }: ProductNode): SumNode | undefined {
  const sums = factors.filter(({ base, exponent }) => base.kind === 'sum' && Q.isOne(exponent));
  if (sums.length !== 1 || (factors.length === 1 && Q.isOne(Q.absolute(coefficient)))) return undefined;
  return sums[0]!.base as SumNode;
}

/** The products of a program by their factors. */
class ProductTable {
  readonly #byFactors = new Map<string, ProductNode[]>();
  readonly #uses: ReadonlyMap<Node, number>;
  #nextId: number;

  constructor(nodes: readonly Node[], uses: ReadonlyMap<Node, number>) {
    this.#uses = uses;
    this.#nextId = nodes.reduce((largest, { id }) => Math.max(largest, id), 0) + 1;
    for (const node of nodes) {
      if (node.kind !== 'product') continue;
      const key = keyOf(exponentsOf(node));
      const same = this.#byFactors.get(key);
      if (same === undefined) this.#byFactors.set(key, [node]);
      else same.push(node);
    }
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

  /** `c f Σ cᵢ nᵢ` as `Σ c cᵢ (f nᵢ)`. */
  distribute(product: ProductNode, sum: SumNode): Term[] {
    const rest = exponentsOf(product);
    rest.delete(sum);
    return sum.terms.map(({ coefficient, node }) => ({
      coefficient: Q.multiply(product.coefficient, coefficient),
      node: this.#product(joined(rest, node)),
    }));
  }

  #product(factors: ReadonlyMap<Node, Q.Rational>): ProductNode {
    const list = Array.from(factors, ([base, exponent]) => ({ base, exponent }));
    return { kind: 'product', id: this.#nextId++, coefficient: Q.ONE, factors: list };
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

const exponentsOf = ({ factors }: ProductNode): Map<Node, Q.Rational> =>
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
