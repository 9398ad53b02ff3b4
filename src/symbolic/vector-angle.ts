import type { DerivativeRule, Rates } from './derivative-rule.js';
import type { Graph } from './graph.js';
import type { Node } from './node.js';
import * as Q from './rational.js';
import { cross, dot, dotAsTheyAre, norm, type Vector } from './vectors.js';

/** The angle from `u` to `w`: in the plane counterclockwise, from −π to π; in space without a sign, from 0 to π. */
export function angleBetween(graph: Graph, u: Vector, w: Vector): Node {
  const s = dot(graph, u, w);
  if (u.length === 2) {
    const [ux, uy, wx, wy] = [...u, ...w] as [Node, Node, Node, Node];
    const m = graph.subtract(graph.multiply(ux, wy), graph.multiply(uy, wx));
    return graph.withRule(graph.call('atan2', m, s), new PlanarAngle(graph, u, w));
  }
  const n = cross(graph, u, w);
  const m = norm(graph, n);
  return graph.withRule(graph.call('atan2', m, s), new SpatialAngle(graph, { u, w, n, s, m }));
}

/**
 * The angle `θ` between two vectors in space. With `n = u × w`, `s = u·w = |u||w| cos θ` and `m = |n| = |u||w| sin θ`,
 *
 *     ∂θ/∂u = u × n/(u² m)        ∂θ/∂w = n × w/(w² m)        θ̇ = ∂θ/∂u·u̇ + ∂θ/∂w·ẇ
 *
 * and with the relative rates of the lengths, `g = u·u̇/u²` and `h = w·ẇ/w²`, and those across the plane of the vectors, `p = n·u̇/m` and
 * `q = n·ẇ/m`,
 *
 *     θ̈ = ∂θ/∂u·ü + ∂θ/∂w·ẅ + (s (p²/u² + q²/w²) − 2 p q)/m − 2 (g ∂θ/∂u·u̇ + h ∂θ/∂w·ẇ)
 *
 * Nothing cancels in these where the vectors are nearly parallel, as `(s/u²) u − w` would.
 */
class SpatialAngle implements DerivativeRule {
  readonly #graph: Graph;
  readonly #s: Node;
  readonly #m: Node;
  readonly #n: Vector;
  readonly #sides: readonly [Side, Side];

  constructor(graph: Graph, { u, w, n, s, m }: Readonly<Record<'u' | 'w' | 'n', Vector> & Record<'s' | 'm', Node>>) {
    this.#graph = graph;
    this.#s = s;
    this.#m = m;
    this.#n = n;
    const side = (vector: Vector, normal: Vector): Side => {
      const square = dot(graph, vector, vector);
      return { vector, square, slope: normal.map((node) => graph.divide(node, graph.multiply(square, m))) };
    };
    this.#sides = [side(u, cross(graph, u, n)), side(w, cross(graph, n, w))];
  }

  gradient(): readonly (readonly [Node, Node])[] {
    return this.#sides.flatMap(gradientOf);
  }

  rate({ first }: Pick<Rates, 'first'>): Node {
    return this.#graph.addAsTheyAre(...this.#sides.map((side) => rateOf(this.#graph, side, first)));
  }

  secondRate(_: Node, { first, second }: Rates): Node {
    const graph = this.#graph;
    const [u, w] = this.#sides;
    const [p, q] = this.#sides.map(({ vector }) => graph.divide(dot(graph, this.#n, vector.map(first)), this.#m)) as [
      Node,
      Node,
    ];
    const squares = graph.add(graph.divide(graph.square(p), u.square), graph.divide(graph.square(q), w.square));
    const across = graph.subtract(graph.multiply(this.#s, squares), graph.scale(Q.TWO, graph.multiply(p, q)));
    return graph.add(
      ...this.gradient().map(([node, slope]) => graph.multiply(slope, second(node))),
      graph.divide(across, this.#m),
      stretching(graph, this.#sides, first),
    );
  }
}

/**
 * The angle from `u` to `w` in the plane, the difference of two bearings. With a quarter turn `⟂`,
 *
 *     ∂θ/∂u = −u⟂/u²        ∂θ/∂w = w⟂/w²        θ̈ = ∂θ/∂u·ü + ∂θ/∂w·ẅ − 2 (u·u̇/u² ∂θ/∂u·u̇ + w·ẇ/w² ∂θ/∂w·ẇ)
 */
class PlanarAngle implements DerivativeRule {
  readonly #graph: Graph;
  readonly #sides: readonly [Side, Side];

  constructor(graph: Graph, u: Vector, w: Vector) {
    this.#graph = graph;
    const side = (vector: Vector, turned: Vector): Side => {
      const square = dot(graph, vector, vector);
      return { vector, square, slope: turned.map((node) => graph.divide(node, square)) };
    };
    this.#sides = [side(u, [u[1]!, graph.negate(u[0]!)]), side(w, [graph.negate(w[1]!), w[0]!])];
  }

  gradient(): readonly (readonly [Node, Node])[] {
    return this.#sides.flatMap(gradientOf);
  }

  rate({ first }: Pick<Rates, 'first'>): Node {
    return this.#graph.addAsTheyAre(...this.#sides.map((side) => rateOf(this.#graph, side, first)));
  }

  secondRate(_: Node, { first, second }: Rates): Node {
    const graph = this.#graph;
    return graph.add(
      ...this.gradient().map(([node, slope]) => graph.multiply(slope, second(node))),
      stretching(graph, this.#sides, first),
    );
  }
}

/** One of the two vectors: `u` with `u²` and `∂θ/∂u`. */
interface Side {
  readonly vector: Vector;
  readonly square: Node;
  readonly slope: Vector;
}

const gradientOf = ({ vector, slope }: Side): readonly (readonly [Node, Node])[] =>
  vector.map((node, i) => [node, slope[i]!] as const);

/** `∂θ/∂u·u̇` */
const rateOf = (graph: Graph, { vector, slope }: Side, first: Rates['first']): Node =>
  dotAsTheyAre(graph, slope, vector.map(first));

/** `−2 Σ u·u̇/u² ∂θ/∂u·u̇`: as a vector gets longer it turns more slowly. */
const stretching = (graph: Graph, sides: readonly Side[], first: Rates['first']): Node =>
  graph.scale(
    Q.rational(-2),
    graph.add(
      ...sides.map((side) => {
        const growth = graph.divide(dot(graph, side.vector, side.vector.map(first)), side.square);
        return graph.multiply(growth, rateOf(graph, side, first));
      }),
    ),
  );
