import type { Graph } from './graph.js';
import type { CallNode, Node } from './node.js';
import * as Q from './rational.js';

/**
 * The angle `θ` between two vectors. With `s = u·w = |u||w| cos θ` and `m = |u||w| sin θ`, by Lagrange's identity `m² = |u × w|² = u²w² − s²`:
 *
 *     ∂θ/∂u = ((s/u²) u − w)/m        ∂θ/∂w = ((s/w²) w − u)/m
 *
 * and with the relative rates of the lengths, `g = u·u̇/u²` and `h = w·ẇ/w²`,
 *
 *     θ̇ = ∂θ/∂u·u̇ + ∂θ/∂w·ẇ
 *     θ̈ = ∂θ/∂u·ü + ∂θ/∂w·ẅ + (s (u̇²/u² + ẇ²/w² − (g − h)² − θ̇²) − 2 u̇·ẇ)/m − 2 θ̇ (g + h)
 */
export interface VectorAngle {
  readonly u: readonly Node[];
  readonly w: readonly Node[];
  /** `u²`, `w²`, `u·w` */
  readonly uu: Node;
  readonly ww: Node;
  readonly s: Node;
  /** `|u||w| sin θ` */
  readonly m: Node;
}

/** Derivatives of a node along a motion. */
interface Rates {
  readonly first: (node: Node) => Node;
  readonly second: (node: Node) => Node;
}

/** Reads `atan2(|u × w|, u·w)` and `acos(u·w/(|u||w|))` as an angle between two vectors; nothing if a call is neither. */
export function angleBetween(graph: Graph, call: CallNode): VectorAngle | undefined {
  const [first, s] = call.args as [Node, Node];
  if (call.name === 'atan2') {
    for (const { u, w } of readDot(s))
      if (u.length === 3 && norm(graph, cross(graph, u, w)) === first)
        return { u, w, uu: dot(graph, u, u), ww: dot(graph, w, w), s, m: first };
  } else if (call.name === 'acos') return angleOfCosine(graph, first);
  return undefined;
}

function angleOfCosine(graph: Graph, cosine: Node): VectorAngle | undefined {
  if (cosine.kind === 'product') {
    const s = cosine.factors.find(({ exponent }) => Q.isOne(exponent))?.base;
    if (s === undefined) return undefined;
    for (const { u, w } of readDot(s)) {
      const [uu, ww] = [dot(graph, u, u), dot(graph, w, w)];
      const lengths = graph.multiply(graph.sqrt(uu), graph.sqrt(ww));
      if (graph.divide(s, lengths) !== cosine) continue;
      return { u, w, uu, ww, s, m: graph.sqrt(graph.subtract(graph.multiply(uu, ww), graph.square(s))) };
    }
  }
  return undefined;
}

/** `∂θ/∂u` and `∂θ/∂w` */
export function angleGradient(graph: Graph, { u, w, uu, ww, s, m }: VectorAngle): readonly (readonly [Node, Node])[] {
  const slopes = (a: readonly Node[], aa: Node, b: readonly Node[]): (readonly [Node, Node])[] => {
    const ratio = graph.divide(s, aa);
    return a.map((node, i) => [node, graph.divide(graph.subtract(graph.multiply(ratio, node), b[i]!), m)] as const);
  };
  return [...slopes(u, uu, w), ...slopes(w, ww, u)];
}

/** `θ̇` */
export function angleRate(graph: Graph, angle: VectorAngle, { first }: Pick<Rates, 'first'>): Node {
  return graph.add(...angleGradient(graph, angle).map(([node, slope]) => graph.multiply(slope, first(node))));
}

/** `θ̈` */
export function angleSecondRate(graph: Graph, angle: VectorAngle, rate: Node, { first, second }: Rates): Node {
  const { u, w, uu, ww, s, m } = angle;
  const { g, h } = growth(graph, angle, first);
  const [du, dw] = [u.map(first), w.map(first)];
  const inner = graph.subtract(
    graph.add(graph.divide(dot(graph, du, du), uu), graph.divide(dot(graph, dw, dw), ww)),
    graph.add(graph.square(graph.subtract(g, h)), graph.square(rate)),
  );
  const bent = graph.subtract(graph.multiply(s, inner), graph.scale(Q.TWO, dot(graph, du, dw)));
  return graph.add(
    ...angleGradient(graph, angle).map(([node, slope]) => graph.multiply(slope, second(node))),
    graph.divide(bent, m),
    graph.scale(Q.rational(-2), graph.multiply(rate, graph.add(g, h))),
  );
}

/** Relative rates of the lengths. */
function growth(graph: Graph, { u, w, uu, ww }: VectorAngle, first: Rates['first']): { g: Node; h: Node } {
  return {
    g: graph.divide(dot(graph, u, u.map(first)), uu),
    h: graph.divide(dot(graph, w, w.map(first)), ww),
  };
}

/** A sum `Σ pᵢ qᵢ` as the dot product of two vectors, in each way in which its terms can be told apart. */
function* readDot(node: Node): Iterable<{ u: readonly Node[]; w: readonly Node[] }> {
  if (node.kind !== 'sum' || !Q.isZero(node.constant) || node.terms.length > 3) return;
  const pairs: (readonly [Node, Node])[] = [];
  for (const { coefficient, node: term } of node.terms) {
    if (term.kind !== 'product' || term.factors.length !== 2 || !Q.isOne(coefficient)) return;
    if (!term.factors.every(({ exponent }) => Q.isOne(exponent))) return;
    pairs.push([term.factors[0]!.base, term.factors[1]!.base]);
  }
  for (let turns = 0; turns < 2 ** (pairs.length - 1); turns++) {
    const at = (i: number, side: 0 | 1): Node => pairs[i]![(turns >> i) & 1 ? ((1 - side) as 0 | 1) : side];
    yield { u: pairs.map((_, i) => at(i, 0)), w: pairs.map((_, i) => at(i, 1)) };
  }
}

const dot = (graph: Graph, a: readonly Node[], b: readonly Node[]): Node =>
  graph.add(...a.map((node, i) => graph.multiply(node, b[i]!)));

const norm = (graph: Graph, a: readonly Node[]): Node => graph.sqrt(dot(graph, a, a));

const cross = (graph: Graph, a: readonly Node[], b: readonly Node[]): Node[] =>
  [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return graph.subtract(graph.multiply(a[i]!, b[j]!), graph.multiply(a[j]!, b[i]!));
  });
