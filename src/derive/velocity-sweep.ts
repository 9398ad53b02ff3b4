import type { Graph } from '../symbolic/graph.js';
import type { Jets } from '../symbolic/jets.js';
import { reachable, type Node } from '../symbolic/node.js';
import { readAngle } from '../symbolic/read-angle.js';
import { gradient } from '../symbolic/reverse.js';

/** What one row is made of, as far as the choice between sweeps is concerned. */
interface Row {
  readonly C: Node;
  /** `Ċ` by the forward sweep. */
  readonly Cdot: Node;
  readonly gamma: Node;
  readonly J: readonly Node[];
}

/**
 * `Ċ` of each row by the sweep that costs less: forward, as a jet, or as `Σ ∂C/∂y · ẏ` from the reverse sweep that `J` takes anyway. The `y` are the sums of
 * inputs that the formula is written in (differences of positions, as a rule), and other inputs: so the rates enter as the formula's
 * differences too, and nothing cancels that did not before.
 */
export function cheapestRates(graph: Graph, jets: Jets, rows: readonly Row[], moving: ReadonlySet<Node>): Node[] {
  const forward = rows.map((row) => row.Cdot);
  const computed = new Set(reachable(rows.flatMap(({ C, gamma, J }) => [C, gamma, ...J])));
  // A reverse sweep leaves no less than an operation for each entry of J that is no number.
  const atLeast = rows.flatMap((row) => row.J).filter((entry) => entry.kind !== 'number').length;
  if (costBeyond(computed, forward) <= atLeast) return forward;

  const reverse = rows.map((row) => reverseRate(graph, jets, row.C, moving));
  // Rows may share what their rates are made of: each choice is made with those of the other rows as they are.
  const mixed = [...forward];
  rows.forEach((_, i) => {
    const before = costBeyond(computed, mixed);
    mixed[i] = reverse[i]!;
    if (costBeyond(computed, mixed) >= before) mixed[i] = forward[i]!;
  });
  return [mixed, reverse].reduce((best, rates) =>
    costBeyond(computed, rates) < costBeyond(computed, best) ? rates : best,
  );
}

function reverseRate(graph: Graph, jets: Jets, C: Node, moving: ReadonlySet<Node>): Node {
  const ends = frontier(graph, C, moving);
  const slopes = gradient(graph, C, ends);
  return graph.add(...ends.map((end, i) => graph.multiply(slopes[i]!, jets.first(end))));
}

/** Where a sweep down from `root` ends: at sums of nothing but moving quantities and numbers, and at moving quantities that occur otherwise. */
export function frontier(graph: Graph, root: Node, moving: ReadonlySet<Node>): Node[] {
  const ends = new Set<Node>();
  const seen = new Set<Node>();
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const linear = node.kind === 'sum' && node.terms.every((term) => moving.has(term.node));
    if (linear || moving.has(node)) ends.add(node);
    else stack.push(...partsOf(graph, node));
  }
  return [...ends].sort((a, b) => a.id - b.id);
}

/** What a reverse sweep goes on to from a node: of an angle between vectors their components, not the arguments of the call. */
function partsOf(graph: Graph, node: Node): readonly Node[] {
  const angle = node.kind === 'call' ? readAngle(graph, node) : undefined;
  return angle === undefined ? node.children : angle.gradient().map(([part]) => part);
}

/** Operations of the nodes below `roots` that are not among `computed`. */
function costBeyond(computed: ReadonlySet<Node>, roots: readonly Node[]): number {
  return reachable(roots)
    .filter((node) => !computed.has(node))
    .reduce((sum, node) => sum + cost(node), 0);
}

function cost(node: Node): number {
  switch (node.kind) {
    case 'sum':
      return node.terms.length - 1;
    case 'product':
      return node.factors.reduce((sum, { exponent }) => sum + Math.abs(Number(exponent.n)), -1);
    default:
      return 1;
  }
}
