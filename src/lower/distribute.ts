import { countUses, type Node, type ProductNode, type SumNode, type Term } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';

/**
 * Products of a sum whose terms are multiplied out elsewhere anyway: `f·(a + b)` where `f·a` and `f·b` are computed, up to their sign. They are
 * sums of those, for as many operations as the sum alone. It is what makes the gradient with respect to a point that only differences
 * depend on the negated sum of the gradients with respect to the other points.
 *
 * `nodes` are all that a program computes, children before users. Returns each such product with the terms it is the sum of.
 */
export function distributeProducts(nodes: readonly Node[], roots: ReadonlySet<Node>): Map<ProductNode, Term[]> {
  const uses = countUses(nodes);
  const products = new ProductTable(nodes);
  const result = new Map<ProductNode, Term[]>();
  for (const node of nodes) {
    if (node.kind !== 'product') continue;
    const sum = soleSum(node);
    // A sum that is needed on its own would cost its additions twice.
    if (sum === undefined || uses.get(sum) !== 1 || roots.has(sum)) continue;
    const terms = products.multiplyOut(node, sum);
    if (terms !== undefined) result.set(node, terms);
  }
  return result;
}

/** The one factor of a product that is a sum, if there is one and multiplying by the rest costs anything. */
function soleSum({ coefficient, factors }: ProductNode): SumNode | undefined {
  const sums = factors.filter(({ base, exponent }) => base.kind === 'sum' && Q.isOne(exponent));
  if (sums.length !== 1 || (factors.length === 1 && Q.isOne(Q.absolute(coefficient)))) return undefined;
  return sums[0]!.base as SumNode;
}

/** The products of a program by their factors. */
class ProductTable {
  readonly #byFactors = new Map<string, ProductNode[]>();

  constructor(nodes: readonly Node[]) {
    for (const node of nodes) {
      if (node.kind !== 'product') continue;
      const key = keyOf(exponentsOf(node));
      const same = this.#byFactors.get(key);
      if (same === undefined) this.#byFactors.set(key, [node]);
      else same.push(node);
    }
  }

  /** `c f Σ cᵢ nᵢ` as `Σ ±(products in the table)`. */
  multiplyOut(product: ProductNode, sum: SumNode): Term[] | undefined {
    if (!Q.isZero(sum.constant)) return undefined;
    const rest = exponentsOf(product);
    rest.delete(sum);
    const terms: Term[] = [];
    for (const { coefficient, node } of sum.terms) {
      const wanted = Q.multiply(product.coefficient, coefficient);
      const term = this.#find(joined(rest, node), wanted);
      if (term === undefined) return undefined;
      terms.push(term);
    }
    return terms;
  }

  #find(factors: ReadonlyMap<Node, Q.Rational>, coefficient: Q.Rational): Term | undefined {
    for (const node of this.#byFactors.get(keyOf(factors)) ?? []) {
      if (Q.equals(Q.absolute(node.coefficient), Q.absolute(coefficient)))
        return { coefficient: Q.divide(coefficient, node.coefficient), node };
    }
    return undefined;
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
