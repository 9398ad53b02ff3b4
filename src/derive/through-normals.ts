import { crossProducts } from '../symbolic/cross-products.js';
import type { Graph } from '../symbolic/graph.js';
import { Jets, type Seed } from '../symbolic/jets.js';
import { reachable, type Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import { gradient } from '../symbolic/reverse.js';
import { frontier } from './velocity-sweep.js';

/** How the first and the second derivative of each row along the motion are found. */
export interface WayOfRates {
  readonly first: (row: number) => Node;
  readonly second: (row: number) => Node;
}

/**
 * `ḟ` and `f̈` of rows with cross products, as functions of those and of the other vectors `y` that a row is written in:
 *
 *     ḟ = Σ ∂f/∂y ẏ        f̈ = Σ ∂f/∂y ÿ + Σ Σ ∂²f/∂y∂y ẏ ẏ
 *
 * The slopes are on the way to `J`, and `f̈` is made of `ḟ`: `f = r·n/|n|` has the rate `n̂·ṙ + ρ·ṅ` with `ρ = (r − f n̂)/|n|`, of which `J` is `n̂` and
 * cross products of `ρ`. Nothing if there is no cross product.
 */
export function ratesThroughNormals(
  graph: Graph,
  jets: Jets,
  rows: readonly Node[],
  moving: ReadonlySet<Node>,
): WayOfRates | undefined {
  const normals = crossProducts(reachable(rows)).flatMap(({ components }) => components);
  if (normals.length === 0) return undefined;
  const ends = new Set([...moving, ...normals]);
  const slopesOf = (node: Node): (readonly [end: Node, slope: Node])[] => {
    const list = frontier(graph, node, ends);
    return gradient(graph, node, list).map((slope, i) => [list[i]!, slope] as const);
  };
  const along = (slopes: readonly (readonly [Node, Node])[], rate: (end: Node) => Node): Node =>
    graph.addAsTheyAre(...slopes.map(([end, slope]) => graph.multiply(slope, rate(end))));
  const ratesOf = (row: Node): { readonly first: Node; readonly second: Node } => {
    const terms = row.kind === 'sum' ? row.terms : [{ coefficient: Q.ONE, node: row }];
    const slopes = terms.map(({ node }) => slopesOf(node));
    const sum = (rates: readonly Node[]): Node =>
      graph.combine(rates.map((node, i) => ({ coefficient: terms[i]!.coefficient, node })));
    const rates = slopes.map((list) => along(list, (end) => jets.first(end)));
    const steady = new Map<Node, Seed>(
      slopes.flat().map(([end]) => [end, { first: jets.first(end), second: graph.zero }]),
    );
    const curved = new Jets(graph, steady, new Map(terms.map(({ node }, i) => [node, rates[i]!])));
    const turning = slopes.map((list) =>
      graph.add(...list.map(([end, slope]) => graph.multiply(slope, jets.second(end)))),
    );
    return { first: sum(rates), second: graph.add(curved.second(row), sum(turning)) };
  };
  const known = new Map<Node, ReturnType<typeof ratesOf>>();
  const at = (index: number): ReturnType<typeof ratesOf> => {
    const row = rows[index]!;
    let result = known.get(row);
    if (result === undefined) known.set(row, (result = ratesOf(row)));
    return result;
  };
  return { first: (row) => at(row).first, second: (row) => at(row).second };
}
