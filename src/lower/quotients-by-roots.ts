import type { Factor, Node, ProductNode, SumNode, Term } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import { isUnitPair, ProductTable } from './product-table.js';
import type { Regrouped } from './regrouped.js';

/**
 * Dot products `d = a·u` of which nothing but `d/√s` and powers of that are wanted, where the `aᵢ/√s` are computed anyway: `d²/s` is `(d/√s)²`, `d e/s` is
 * `(d/√s) (e/√s)`, so that `d/√s` is left as the only use of `d`, and can be had as `(a/√s)·u`; see {@link distributeProducts}. With a normal `n` it makes
 * `n̂·ṅ` of the rate of `|n|`, and of the distance from a plane `n̂·r`.
 *
 * `nodes` are all that a program computes, each from its `children`. Returns, for each product that changes, what it is instead; some of its factors may
 * be products that are not in the graph.
 */
export function quotientsByRoots(
  nodes: readonly Node[],
  roots: ReadonlySet<Node>,
  children: (node: Node) => readonly Node[],
): Map<ProductNode, Regrouped> {
  const result = new Map<ProductNode, Regrouped>();
  if (!nodes.some(isDividedByRoot)) return result;
  const usersOf = new Map<Node, Node[]>();
  for (const user of nodes)
    for (const child of children(user)) {
      const users = usersOf.get(child);
      if (users === undefined) usersOf.set(child, [user]);
      else users.push(user);
    }
  let table: ProductTable | undefined;
  for (const sum of nodes) {
    if (sum.kind !== 'sum' || sum.terms.length < 2 || !Q.isZero(sum.constant) || roots.has(sum)) continue;
    const isOpen = ({ node }: Term): boolean => usersOf.get(node)?.length === 1 && !roots.has(node);
    if (!sum.terms.every((term) => isUnitPair(term) && isOpen(term))) continue;
    const users = (usersOf.get(sum) ?? []).map((user) => result.get(user as ProductNode) ?? user);
    const radicand = radicandOf(sum, users);
    if (radicand === undefined) continue;
    const products = (table ??= new ProductTable(nodes, NO_USES));
    const root: Factor = { base: radicand, exponent: Q.rational(-1, 2) };
    const isThere = (factor: Node): boolean => products.has([root, { base: factor, exponent: Q.ONE }]);
    if (!sum.terms.every(({ node }) => (node as ProductNode).factors.some(({ base }) => isThere(base)))) continue;
    const quotient = products.of([{ base: sum, exponent: Q.ONE }, root]);
    for (const user of usersOf.get(sum)!) {
      const product = user as ProductNode;
      if (product === quotient) continue;
      const { coefficient, factors } = result.get(product) ?? product;
      result.set(product, { coefficient, factors: regroup(factors, sum, radicand, quotient) });
    }
  }
  return result;
}

const isDividedByRoot = (node: Node): boolean =>
  node.kind === 'product' && node.factors.some(({ exponent }) => exponent.d === 2n && Q.isNegative(exponent));

/** Only whether products are there is asked of the table. */
const NO_USES: ReadonlyMap<Node, number> = new Map();

/** What all users of a sum divide it by the root of, at least. */
function radicandOf(sum: SumNode, users: readonly (Node | Regrouped)[]): Node | undefined {
  let common: Set<Node> | undefined;
  for (const user of users) {
    if (!('factors' in user)) return undefined;
    const times = user.factors.find(({ base }) => base === sum)!.exponent;
    if (!Q.isInteger(times) || Q.isNegative(times)) return undefined;
    const here = user.factors.filter(
      ({ base, exponent }) =>
        base.kind === 'sum' &&
        Q.compare(Q.multiply(Q.rational(-2), exponent), times) >= 0 &&
        Q.multiply(Q.TWO, exponent).d === 1n,
    );
    const bases = new Set(here.map(({ base }) => base));
    common = common === undefined ? bases : new Set([...common].filter((base) => bases.has(base)));
  }
  return users.length < 2 ? undefined : [...(common ?? [])][0];
}

/** `dᵏ s⁻ᵃ` as `(d/√s)ᵏ s^(k/2 − a)` */
function regroup(factors: readonly Factor[], sum: SumNode, radicand: Node, quotient: Node): Factor[] {
  const times = factors.find(({ base }) => base === sum)!.exponent;
  return factors.flatMap((factor) => {
    if (factor.base === sum) return [{ base: quotient, exponent: times }];
    if (factor.base !== radicand) return [factor];
    const exponent = Q.add(factor.exponent, Q.multiply(Q.HALF, times));
    return Q.isZero(exponent) ? [] : [{ base: radicand, exponent }];
  });
}
