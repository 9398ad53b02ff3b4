import type { Node, SumNode } from './node.js';
import * as Q from './rational.js';
import type { Vector } from './vectors.js';

/** Two vectors whose cross product a graph computes, up to the sign of each component. */
export interface CrossProduct {
  readonly a: Vector;
  readonly b: Vector;
  readonly components: Vector;
}

/** `p q − r s`, as its products. */
type Products = readonly [product: readonly [Node, Node], other: readonly [Node, Node]];
interface Minor {
  readonly node: SumNode;
  readonly products: Products;
}

/** Finds the cross products among some nodes: three minors `aᵢ bⱼ − aⱼ bᵢ` of the same six components. */
export function crossProducts(nodes: readonly Node[]): CrossProduct[] {
  const minors = nodes.flatMap((node) => (node.kind === 'sum' ? readMinor(node) : []));
  const known = new Map(minors.map((minor) => [keyOf(minor.products), minor]));
  const byColumn = new Map<string, Minor[]>();
  for (const minor of minors)
    for (const column of columnsOf(minor.products)) {
      const key = pairKey(column);
      byColumn.set(key, [...(byColumn.get(key) ?? []), minor]);
    }
  const found = new Map<string, CrossProduct>();
  for (const [first, second, a2, b2] of neighbours(byColumn)) {
    // a₁ b₂ − a₂ b₁ and a₂ b₃ − a₃ b₂ have a third: a₃ b₁ − a₁ b₃
    const [a1, b1] = [partner(first, b2), partner(first, a2)];
    const [a3, b3] = [partner(second, b2), partner(second, a2)];
    const third = known.get(
      keyOf([
        [a3, b1],
        [a1, b3],
      ]),
    );
    if (third === undefined) continue;
    const minorsOf = [first, second, third];
    const key = minorsOf
      .map(({ products }) => keyOf(products))
      .sort()
      .join();
    const components = minorsOf.map(({ node }) => node);
    if (!found.has(key)) found.set(key, { a: [a1, a2, a3], b: [b1, b2, b3], components });
  }
  return [...found.values()];
}

/** Each two minors that have a column in common. */
function* neighbours(byColumn: ReadonlyMap<string, readonly Minor[]>): Iterable<readonly [Minor, Minor, Node, Node]> {
  for (const minors of byColumn.values())
    for (const [i, first] of minors.entries())
      for (const second of minors.slice(i + 1)) {
        const shared = first.products.flat().filter((node) => second.products.flat().includes(node));
        if (shared.length === 2) yield [first, second, shared[0]!, shared[1]!];
      }
}

function readMinor(node: SumNode): Minor[] {
  const { terms, constant } = node;
  const [first, second] = terms.map((term) => readProduct(term.node));
  if (terms.length !== 2 || first === undefined || second === undefined || !Q.isZero(constant)) return [];
  if (!Q.isZero(Q.add(terms[0]!.coefficient, terms[1]!.coefficient))) return [];
  return new Set([...first, ...second]).size === 4 ? [{ node, products: [first, second] }] : [];
}

function readProduct(node: Node): readonly [Node, Node] | undefined {
  if (node.kind !== 'product' || node.factors.length !== 2) return undefined;
  if (!node.factors.every(({ exponent }) => Q.isOne(exponent))) return undefined;
  return [node.factors[0]!.base, node.factors[1]!.base];
}

/** The pairs that can be a column (or else a row) of the two by two matrix. */
const columnsOf = ([[p, q], [r, s]]: Products): readonly (readonly [Node, Node])[] => [
  [p, r],
  [p, s],
  [q, r],
  [q, s],
];

/** What a node is multiplied by. */
function partner({ products }: Minor, node: Node): Node {
  const product = products.find((pair) => pair.includes(node))!;
  return product[0] === node ? product[1] : product[0];
}

const pairKey = ([a, b]: readonly [Node, Node]): string => (a.id < b.id ? `${a.id}*${b.id}` : `${b.id}*${a.id}`);

/** Equal for a minor and its negative. */
const keyOf = (products: Products): string => products.map(pairKey).sort().join('-');
