import { BoundsOf } from '../symbolic/bounds.js';
import { reachable, type Factor, type Node, type ProductNode, type SumNode, type Term } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';
import { chooseSigns } from './choose-signs.js';
import { isConstant } from './constants.js';
import { LARGEST_DEGREE, type Degrees } from './degrees.js';
import { distributeProducts } from './distribute.js';
import { Factors, type FactorMember } from './factors.js';
import { multiplyFactors } from './multiply-factors.js';
import { openSums } from './open-sums.js';
import { powersOfProducts } from './powers-of-products.js';
import type { Regrouped } from './regrouped.js';
import { reachableThrough, sharedNodes } from './reach.js';
import { sharePairs } from './share-pairs.js';
import { shareReciprocals } from './share-reciprocals.js';
import { stableSum } from './stable-forms.js';
import { Summands, type SumMember } from './summands.js';

/** How a program is to be made: what the passes over the graph decide about its sums and products, before anything is built. */
export class Plan {
  /** Variables that are computed like any other node. */
  readonly definitions: ReadonlyMap<Node, Node>;
  readonly factors: Factors;
  readonly products = new Map<ProductNode, readonly FactorMember[]>();
  readonly withReciprocals: (product: readonly FactorMember[]) => FactorMember[];
  readonly summands = new Summands();
  readonly sums = new Map<SumNode, readonly SumMember[]>();
  readonly constants = new Set<Node>();
  /** Sums with the terms of sums within them; see {@link openSums}. */
  #opened: ReadonlyMap<SumNode, readonly Term[]> = new Map();
  /** Products that are sums of other products; see {@link distributeProducts}. */
  distributed: ReadonlyMap<ProductNode, readonly Term[]> = new Map();
  /** Nodes that more than one other node, or an output, is computed from. */
  readonly shared: ReadonlySet<Node>;
  /** Products that are powers of other products; see {@link powersOfProducts}. */
  readonly #regrouped: ReadonlyMap<ProductNode, Regrouped>;
  /** `−a` for each `a` that sums take with the other sign; see {@link chooseSigns}. */
  #negatives: ReadonlyMap<Node, Node> = new Map();

  constructor(
    roots: readonly Node[],
    definitions: ReadonlyMap<Node, Node>,
    degrees: Degrees,
    bounds: BoundsOf = new BoundsOf(),
  ) {
    this.definitions = definitions;
    const wanted = new Set(roots);
    const children = (node: Node): readonly Node[] => this.#childrenOf(node);
    this.#regrouped = powersOfProducts(reachableThrough(roots, definitions), bounds);
    let current = reachable(roots, children);
    this.#opened = openSums(current, wanted, children);
    if (this.#opened.size > 0) current = reachable(roots, children);
    this.distributed = distributeProducts(current, wanted, children, degrees);
    this.distributed = new Map([...this.distributed, ...multiplyFactors(reachable(roots, children), wanted, children)]);
    this.#negatives = chooseSigns(reachable(roots, children), wanted, children);
    const nodes = reachable(roots, children);
    this.shared = sharedNodes(nodes, roots, children);
    for (const node of nodes) if (isConstant(node, this.constants)) this.constants.add(node);
    const products = nodes.filter(
      (node): node is ProductNode =>
        node.kind === 'product' && !this.constants.has(node) && !this.distributed.has(node),
    );
    this.factors = new Factors(nodes, bounds);
    const { key, join } = this.factors;
    const split = sharePairs(
      products.map((product) => this.factors.split(this.#factorsOf(product))),
      {
        key,
        join,
        // (x/a)², of which other products hold 1/a², is x²/a²: unless a² overflows.
        isPreferred: (a, b) => a.code === b.code && a.inverse && this.#squareFits(a.atom, degrees),
      },
    );
    this.withReciprocals = shareReciprocals(this.factors, split);
    products.forEach((product, i) => this.products.set(product, this.withReciprocals(split[i]!)));
    const sums = nodes.filter(
      (node): node is SumNode => node.kind === 'sum' && stableSum(node, this.shared) === undefined,
    );
    const terms = sharePairs(
      sums.map((sum) => this.termsOf(sum).flatMap(({ node, coefficient }) => this.summands.split(node, coefficient))),
      this.summands,
    );
    sums.forEach((sum, i) => this.sums.set(sum, this.summands.collect(terms[i]!)));
  }

  /** The terms of a sum, or of a product that is one in this program. */
  termsOf(node: SumNode | ProductNode): readonly Term[] {
    const terms = node.kind === 'sum' ? (this.#opened.get(node) ?? node.terms) : this.distributed.get(node)!;
    if (this.#negatives.size === 0) return terms;
    return terms.map((term) => {
      const negative = this.#negatives.get(term.node);
      return negative === undefined ? term : { coefficient: Q.negate(term.coefficient), node: negative };
    });
  }

  #squareFits(atom: number, degrees: Degrees): boolean {
    const quantity = this.factors.atoms[atom]!;
    return quantity.kind === 'node' && 2 * degrees.of(quantity.node) <= LARGEST_DEGREE;
  }

  #factorsOf(node: ProductNode): readonly Factor[] {
    return this.#regrouped.get(node)?.factors ?? node.factors;
  }

  /** What a product multiplies its factors by. */
  coefficientOf(node: ProductNode): Rational {
    return this.#regrouped.get(node)?.coefficient ?? node.coefficient;
  }

  /** What a node is computed from in this program. */
  #childrenOf(node: Node): readonly Node[] {
    if (node.kind === 'sum') {
      const terms = this.termsOf(node);
      return terms === node.terms ? node.children : terms.map((term) => term.node);
    }
    const definition = this.definitions.get(node);
    if (definition !== undefined) return [definition];
    if (node.kind !== 'product') return node.children;
    if (this.distributed.has(node)) return this.termsOf(node).map((term) => term.node);
    return this.#regrouped.get(node)?.factors.map((factor) => factor.base) ?? node.children;
  }
}
