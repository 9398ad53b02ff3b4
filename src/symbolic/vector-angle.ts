import type { DerivativeRule, Rates } from './derivative-rule.js';
import type { Graph } from './graph.js';
import type { Node } from './node.js';
import * as Q from './rational.js';
import { cross, dot, dotAsTheyAre, norm, type Vector } from './vectors.js';

/**
 * The angle from `u` to `w`: in the plane counterclockwise, from −π to π; in space without a sign,
 * from 0 to π.
 */
export function angleBetween(graph: Graph, u: Vector, w: Vector): Node {
  const s = dot(graph, u, w);
  const [uu, ww] = [dot(graph, u, u), dot(graph, w, w)];
  if (u.length === 2) {
    const [ux, uy, wx, wy] = [...u, ...w] as [Node, Node, Node, Node];
    const m = graph.subtract(graph.multiply(ux, wy), graph.multiply(uy, wx));
    const both = graph.add(graph.square(m), graph.square(s));
    const sides = [
      sideOf(graph, u, graph.divide(ww, both), [uy, graph.negate(ux)]),
      sideOf(graph, w, graph.divide(uu, both), [graph.negate(wy), wx]),
    ] as const;
    return graph.withRule(graph.call('atan2', m, s), new VectorAngle(graph, sides, () => graph.zero));
  }
  const n = cross(graph, u, w);
  const m = norm(graph, n);
  const side = (vector: Vector, square: Node, across: Vector): Side =>
    sideOf(graph, vector, graph.reciprocal(square), across, m);
  const sides = [side(u, uu, cross(graph, u, n)), side(w, ww, cross(graph, n, w))] as const;
  const across = (first: Rates['first']): Node => turningAcross(graph, sides, { n, s, m }, first);
  return graph.withRule(graph.call('atan2', m, s), new VectorAngle(graph, sides, across));
}

/**
 * The angle `θ` between two vectors. With the relative rates of the lengths, `g = u·u̇/u²` and
 * `h = w·ẇ/w²`,
 *
 *     θ̇ = ∂θ/∂u·u̇ + ∂θ/∂w·ẇ        θ̈ = ∂θ/∂u·ü + ∂θ/∂w·ẅ + a − 2 (g ∂θ/∂u·u̇ + h ∂θ/∂w·ẇ)
 *
 * In the plane `∂θ/∂u = −u⟂/u²`, `∂θ/∂w = w⟂/w²` by a quarter turn `⟂`, and `a = 0`. In space, with
 * `n = u × w`, `s = u·w = |u||w| cos θ` and `m = |n| = |u||w| sin θ`,
 *
 *     ∂θ/∂u = u × n/(u² m)        ∂θ/∂w = n × w/(w² m)
 *
 * and `a` results from the motion across the plane of the vectors. Nothing cancels in these where
 * the vectors are nearly parallel, as it would in `(s/u²) u − w`.
 *
 * Where either vector is zero there is no angle, and no slope by the other one: a torque on that
 * alone would turn the whole. In space `m` vanishes there. In the plane `1/u²` is formed as
 * `w²/(m² + s²)`, by Lagrange's identity `m² + s² = u² w²`; it is taken as 0 where that vanishes.
 */
class VectorAngle implements DerivativeRule {
  readonly #graph: Graph;
  readonly #sides: readonly [Side, Side];
  readonly #across: (first: Rates['first']) => Node;

  constructor(graph: Graph, sides: readonly [Side, Side], across: (first: Rates['first']) => Node) {
    this.#graph = graph;
    this.#sides = sides;
    this.#across = across;
  }

  gradient(): readonly (readonly [Node, Node])[] {
    return this.#sides.flatMap(({ vector, slope }) => vector.map((node, i) => [node, slope[i]!] as const));
  }

  rate({ first }: Pick<Rates, 'first'>): Node {
    return this.#graph.addAsTheyAre(...this.#sides.map((side) => this.#rateOf(side, first)));
  }

  secondRate(_: Node, { first, second }: Rates): Node {
    const graph = this.#graph;
    const stretching = this.#sides.map((side) => {
      const growth = graph.multiply(dot(graph, side.vector, side.vector.map(first)), side.inverse);
      return graph.multiply(growth, this.#rateOf(side, first));
    });
    return graph.add(
      ...this.gradient().map(([node, slope]) => graph.multiply(slope, second(node))),
      this.#across(first),
      graph.scale(Q.rational(-2), graph.add(...stretching)),
    );
  }

  /** `∂θ/∂u·u̇` */
  #rateOf({ vector, slope }: Side, first: Rates['first']): Node {
    return dotAsTheyAre(this.#graph, slope, vector.map(first));
  }
}

/** One of the two vectors: `u` with `1/u²` and `∂θ/∂u`. */
interface Side {
  readonly vector: Vector;
  readonly inverse: Node;
  readonly slope: Vector;
}

/** `∂θ/∂u` is across `u`, `across/(u² size)`. */
const sideOf = (graph: Graph, vector: Vector, inverse: Node, across: Vector, size = graph.one): Side => ({
  vector,
  inverse,
  slope: across.map((node) => graph.divide(graph.multiply(node, inverse), size)),
});

/**
 * `(s (p²/u² + q²/w²) − 2 p q)/m` with the rates across the plane of the vectors, `p = n·u̇/m` and
 * `q = n·ẇ/m`.
 */
function turningAcross(
  graph: Graph,
  [u, w]: readonly [Side, Side],
  { n, s, m }: Readonly<Record<'n', Vector> & Record<'s' | 'm', Node>>,
  first: Rates['first'],
): Node {
  const across = ({ vector }: Side): Node => graph.divide(dot(graph, n, vector.map(first)), m);
  const [p, q] = [across(u), across(w)];
  const squares = graph.add(graph.multiply(graph.square(p), u.inverse), graph.multiply(graph.square(q), w.inverse));
  return graph.divide(graph.subtract(graph.multiply(s, squares), graph.scale(Q.TWO, graph.multiply(p, q))), m);
}
