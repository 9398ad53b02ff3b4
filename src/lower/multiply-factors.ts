import { countUses, type Node, type ProductNode, type Term } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import { isAsItStands, isUnitPair, ProductTable, soleSum, type ScaledSum } from './product-table.js';

/**
 * `f·(a·u + b·w)`, `f·(a·v + c·w)`, … are `(f·a)·u + (f·b)·w` and so on, where that takes fewer multiplications by `f`: of a cross product times a number one
 * of the vectors is multiplied, which serves its products with other vectors, too, and not the result.
 *
 * `nodes` are all that a program computes, each from its `children`. Returns each such product with the terms it is the sum of.
 */
export function multiplyFactors(
  nodes: readonly Node[],
  roots: ReadonlySet<Node>,
  children: (node: Node) => readonly Node[],
): Map<ProductNode, Term[]> {
  const uses = countUses(nodes, children);
  const once = (node: Node): boolean => uses.get(node) === 1 && !roots.has(node);
  const scaledSums = nodes.flatMap((node) => {
    if (node.kind !== 'product') return [];
    const sum = isAsItStands(node, children) ? soleSum(node) : undefined;
    const isOpen =
      sum !== undefined &&
      !roots.has(sum) &&
      sum.terms.every((term) => isUnitPair(term) && once(term.node) && !haveCommonBase(node, term.node as ProductNode));
    return isOpen && Q.isZero(sum.constant) ? [{ node, sum }] : [];
  });
  // A product and its negative may have a sum in common: their terms are the same, up to the sign.
  const products = new ProductTable(nodes, uses);
  const bySum = groupsOf(scaledSums, ({ node, sum }) => `${sum.id} ${products.keyOfRest(node, sum)}`);
  const free = bySum.filter((same) => uses.get(same[0]!.sum) === same.length).flat();
  return multipliedFactors(free, products);
}

/** True where factors of two products join, or cancel. */
const haveCommonBase = (a: ProductNode, b: ProductNode): boolean =>
  a.factors.some(({ base }) => b.factors.some((factor) => factor.base === base));

/**
 * Of products with one and the same `f`, which factors of their terms to multiply by it: those for which that is computed anyway, then those that occur most
 * often. Products that have none of these in common with others are judged for themselves.
 */
function multipliedFactors(scaledSums: readonly ScaledSum[], products: ProductTable): Map<ProductNode, Term[]> {
  const result = new Map<ProductNode, Term[]>();
  for (const group of groupsOf(scaledSums, ({ node, sum }) => products.keyOfRest(node, sum))) {
    const chosen = chooseFactors(group, (factor) => products.multiple(group[0]!, factor) !== undefined);
    const factorIn = ({ node }: Term): Node => (node as ProductNode).factors.find(({ base }) => chosen.has(base))!.base;
    for (const part of connected(group, ({ sum }) => sum.terms.map(factorIn))) {
      const used = new Set(part.flatMap(({ sum }) => sum.terms.map(factorIn)));
      const isNew = [...used].filter((factor) => products.multiple(group[0]!, factor) === undefined);
      if (isNew.length >= new Set(part.map(({ sum }) => sum)).size) continue;
      for (const scaledSum of part)
        result.set(
          scaledSum.node,
          scaledSum.sum.terms.map((term) => products.multiplyFactor(scaledSum, term, factorIn(term))),
        );
    }
  }
  return result;
}

function chooseFactors(group: readonly ScaledSum[], isThere: (factor: Node) => boolean): Set<Node> {
  const chosen = new Set<Node>();
  let open = group.flatMap(({ sum }) =>
    sum.terms.map(({ node }) => (node as ProductNode).factors.map(({ base }) => base)),
  );
  for (const factor of new Set(open.flat())) if (isThere(factor)) chosen.add(factor);
  open = open.filter((pair) => !pair.some((factor) => chosen.has(factor)));
  while (open.length > 0) {
    const counts = new Map<Node, number>();
    for (const factor of open.flat()) counts.set(factor, (counts.get(factor) ?? 0) + 1);
    const [most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
    chosen.add(most);
    open = open.filter((pair) => !pair.includes(most));
  }
  return chosen;
}

function groupsOf<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const same = groups.get(key(item));
    if (same === undefined) groups.set(key(item), [item]);
    else same.push(item);
  }
  return [...groups.values()];
}

/** Groups of items that are connected by having something in common. */
function connected<T>(items: readonly T[], partsOf: (item: T) => readonly Node[]): T[][] {
  let groups: { items: T[]; parts: Set<Node> }[] = [];
  for (const item of items) {
    const parts = partsOf(item);
    const touching = groups.filter((group) => parts.some((part) => group.parts.has(part)));
    const joined = {
      items: [...touching.flatMap((group) => group.items), item],
      parts: new Set([...touching.flatMap((group) => [...group.parts]), ...parts]),
    };
    groups = [...groups.filter((group) => !touching.includes(group)), joined];
  }
  return groups.map((group) => group.items);
}
