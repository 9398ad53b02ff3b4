import type { AngleRule, Rates } from './angle-rule.js';
import type { Graph } from './graph.js';
import type { CallNode, Node } from './node.js';
import * as Q from './rational.js';
import { cross, dot, dotAsTheyAre, norm, type Vector } from './vectors.js';

/**
 * The angle `θ` between two vectors. With `s = u·w = |u||w| cos θ` and `m = |u||w| sin θ`, by Lagrange's identity `m² = |u × w|² = u²w² − s²`:
 *
 *     ∂θ/∂u = ((s/u²) u − w)/m = u × n/(u² m)        ∂θ/∂w = ((s/w²) w − u)/m = n × w/(w² m)        n = u × w
 *
 * and with the relative rates of the lengths, `g = u·u̇/u²` and `h = w·ẇ/w²`,
 *
 *     θ̇ = ∂θ/∂u·u̇ + ∂θ/∂w·ẇ
 *     θ̈ = ∂θ/∂u·ü + ∂θ/∂w·ẅ + (s (u̇²/u² + ẇ²/w² − (g − h)² − θ̇²) − 2 u̇·ẇ)/m − 2 θ̇ (g + h)
 *       = ∂θ/∂u·ü + ∂θ/∂w·ẅ + (s (p²/u² + q²/w²) − 2 p q)/m − 2 (g ∂θ/∂u·u̇ + h ∂θ/∂w·ẇ)        p = n·u̇/m, q = n·ẇ/m
 *
 * where the second way, for which `n` has to be there, leaves out what cancels in the first: the motion within the plane of the vectors.
 */
interface AngleParts {
  readonly u: Vector;
  readonly w: Vector;
  /** `u²`, `w²`, `u·w` */
  readonly uu: Node;
  readonly ww: Node;
  readonly s: Node;
  /** `|u||w| sin θ` */
  readonly m: Node;
  /** `u × w`, where the formula has it. */
  readonly n?: Vector;
}

/** Reads `atan2(|u × w|, u·w)` and `acos(u·w/(|u||w|))` as an angle between two vectors; nothing if a call is neither. */
export function angleBetween(graph: Graph, call: CallNode): AngleRule | undefined {
  const [first, s] = call.args as [Node, Node];
  if (call.name === 'atan2') {
    for (const { u, w } of readDot(s)) {
      if (u.length !== 3) return undefined;
      const n = cross(graph, u, w);
      if (norm(graph, n) === first)
        return new VectorAngle(graph, { u, w, uu: dot(graph, u, u), ww: dot(graph, w, w), s, m: first, n });
    }
  } else if (call.name === 'acos') return angleOfCosine(graph, first);
  return undefined;
}

function angleOfCosine(graph: Graph, cosine: Node): AngleRule | undefined {
  if (cosine.kind === 'product') {
    const s = cosine.factors.find(({ exponent }) => Q.isOne(exponent))?.base;
    if (s === undefined) return undefined;
    for (const { u, w } of readDot(s)) {
      const [uu, ww] = [dot(graph, u, u), dot(graph, w, w)];
      const lengths = graph.multiply(graph.sqrt(uu), graph.sqrt(ww));
      if (graph.divide(s, lengths) !== cosine) continue;
      // Not √(u² w² − s²), a fourth power of lengths under the root.
      const m = graph.multiply(lengths, graph.sqrt(graph.subtract(graph.one, graph.square(cosine))));
      return new VectorAngle(graph, { u, w, uu, ww, s, m });
    }
  }
  return undefined;
}

class VectorAngle implements AngleRule {
  readonly #graph: Graph;
  readonly #parts: AngleParts;

  constructor(graph: Graph, parts: AngleParts) {
    this.#graph = graph;
    this.#parts = parts;
  }

  /** By the cross product where that is there: it holds more digits where the vectors are nearly parallel. */
  gradient(): readonly (readonly [Node, Node])[] {
    const graph = this.#graph;
    const { u, w, uu, ww, s, m, n } = this.#parts;
    const across = (a: Vector, aa: Node, b: Vector): Node[] => {
      const ratio = graph.divide(s, aa);
      return a.map((node, i) => graph.divide(graph.subtract(graph.multiply(ratio, node), b[i]!), m));
    };
    const over = (a: Vector, aa: Node): Node[] => a.map((node) => graph.divide(node, graph.multiply(aa, m)));
    const slopes =
      n === undefined
        ? [...across(u, uu, w), ...across(w, ww, u)]
        : [...over(cross(graph, u, n), uu), ...over(cross(graph, n, w), ww)];
    return [...u, ...w].map((node, i) => [node, slopes[i]!] as const);
  }

  rate({ first }: Pick<Rates, 'first'>): Node {
    return this.#graph.addAsTheyAre(...this.#ratesOfSides(first));
  }

  secondRate(rate: Node, { first, second }: Rates): Node {
    const graph = this.#graph;
    const { u, w, uu, ww, n } = this.#parts;
    const [du, dw] = [u.map(first), w.map(first)];
    // Relative rates of the lengths.
    const [g, h] = [graph.divide(dot(graph, u, du), uu), graph.divide(dot(graph, w, dw), ww)];
    const [a, c] = this.#ratesOfSides(first);
    return graph.add(
      ...this.gradient().map(([node, slope]) => graph.multiply(slope, second(node))),
      n === undefined ? this.#bentAlong(rate, g, h, du, dw) : this.#bentAcross(n, du, dw),
      graph.scale(
        Q.rational(-2),
        n === undefined ? graph.multiply(rate, graph.add(g, h)) : graph.add(graph.multiply(a, g), graph.multiply(c, h)),
      ),
    );
  }

  /** `∂θ/∂u·u̇` and `∂θ/∂w·ẇ` */
  #ratesOfSides(first: Rates['first']): readonly [Node, Node] {
    const { u, w } = this.#parts;
    const slopes = this.gradient().map(([, slope]) => slope);
    return [
      dotAsTheyAre(this.#graph, slopes.slice(0, u.length), u.map(first)),
      dotAsTheyAre(this.#graph, slopes.slice(u.length), w.map(first)),
    ];
  }

  /** `(s (u̇²/u² + ẇ²/w² − (g − h)² − θ̇²) − 2 u̇·ẇ)/m` */
  #bentAlong(rate: Node, g: Node, h: Node, du: Vector, dw: Vector): Node {
    const graph = this.#graph;
    const { uu, ww, s, m } = this.#parts;
    const inner = graph.subtract(
      graph.add(graph.divide(dot(graph, du, du), uu), graph.divide(dot(graph, dw, dw), ww)),
      graph.add(graph.square(graph.subtract(g, h)), graph.square(rate)),
    );
    return graph.divide(graph.subtract(graph.multiply(s, inner), graph.scale(Q.TWO, dot(graph, du, dw))), m);
  }

  /** `(s (p²/u² + q²/w²) − 2 p q)/m` with `p = n·u̇/m`, `q = n·ẇ/m` */
  #bentAcross(n: Vector, du: Vector, dw: Vector): Node {
    const graph = this.#graph;
    const { uu, ww, s, m } = this.#parts;
    const [p, q] = [graph.divide(dot(graph, n, du), m), graph.divide(dot(graph, n, dw), m)];
    const inner = graph.add(graph.divide(graph.square(p), uu), graph.divide(graph.square(q), ww));
    return graph.divide(graph.subtract(graph.multiply(s, inner), graph.scale(Q.TWO, graph.multiply(p, q))), m);
  }
}

/** A sum `Σ pᵢ qᵢ` as the dot product of two vectors, in each way in which its terms can be told apart. */
function* readDot(node: Node): Iterable<{ u: Vector; w: Vector }> {
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
