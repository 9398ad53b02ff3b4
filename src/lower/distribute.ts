import { countUses, type Node, type ProductNode, type SumNode, type Term } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import { LARGEST_DEGREE, type Degrees } from './degrees.js';
import { isAsItStands, ProductTable, soleSum } from './product-table.js';

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
    if (node.kind !== 'product' || !isAsItStands(node, children)) continue;
    const sum = soleSum(node);
    // A sum that is needed on its own would cost its additions twice.
    if (sum === undefined || uses.get(sum) !== 1 || roots.has(sum)) continue;
    const isTooLarge = Q.isZero(sum.constant) && fitsOnlyAsTerms(node, sum, degrees);
    const terms = products.multiplyOut(node, sum) ?? (isTooLarge ? products.distribute(node, sum) : undefined);
    if (terms !== undefined) result.set(node, terms);
  }
  return result;
}

/** Not where a factor is too large by itself, as the square of a normal is. */
function fitsOnlyAsTerms(product: ProductNode, sum: SumNode, degrees: Degrees): boolean {
  // Of fourth powers of lengths the root is there as well, as a rule, which overflows by itself.
  const size = degrees.of(sum);
  if (size <= LARGEST_DEGREE || size >= 2 * LARGEST_DEGREE || degrees.of(product) > LARGEST_DEGREE) return false;
  return [product, ...sum.terms.map(({ node }) => node)].every((node) =>
    (node.kind === 'product' ? node.factors.map(({ base }) => base) : [node]).every(
      (base) => base === sum || degrees.of(base) <= LARGEST_DEGREE,
    ),
  );
}
