import type { DerivativeRule, Rates } from './derivative-rule.js';
import type { Graph } from './graph.js';
import type { Node } from './node.js';
import * as Q from './rational.js';
import { cross, difference, dot, dotAsTheyAre, minusScaled, norm, type Vector } from './vectors.js';

/**
 * The dihedral angle of four points, from −π to π. It is positive where the far bond turns
 * clockwise, seen along `b → c` (IUPAC).
 */
export function dihedral(graph: Graph, [a, b, c, d]: readonly [Vector, Vector, Vector, Vector]): Node {
  const [f, g, h] = [difference(graph, a, b), difference(graph, b, c), difference(graph, d, c)];
  const [m, n] = [cross(graph, f, g), cross(graph, h, g)];
  const [y, x] = [graph.multiply(norm(graph, g), dot(graph, h, m)), dot(graph, m, n)];
  const both = graph.add(graph.square(y), graph.square(x));
  return graph.withRule(graph.call('atan2', y, x), new DihedralRule(graph, { f, g, h, both }));
}

/**
 * The dihedral angle of the chain of points `a, b, c, d`. With `f = a − b`, `g = b − c`,
 * `h = d − c` it is the signed angle from `m = f × g` to `n = h × g` about `g`,
 *
 *     θ = atan2(|g| h·m, m·n)
 *
 * (A. Blondel and M. Karplus, *J. Comput. Chem.* 17 (1996) 1132). Its gradient is along the
 * normals, equation 27. With `μ = f·g/g²`, `ν = h·g/g²`, and the parts across `g`, `F = f − μ g`,
 * `H = h − ν g`, for which `m² = g² F²` and `n² = g² H²`, it is
 *
 *     ∂θ/∂f = A = −m/(|g| F²)        ∂θ/∂h = D = n/(|g| H²)        ∂θ/∂g = −(μ A + ν D)
 *
 * With `U = ḟ − μ ġ`, `W = ḣ − ν ġ` the rate is `θ̇ = A·U + D·W`. In its derivative the rate of
 * `|g|` cancels:
 *
 *     θ̈ = A·(f̈ − μ g̈) + D·(ḧ − ν g̈)
 *         − 2 (A·U F·U/F² + D·W H·W/H²)
 *         − (A·ġ (2 U·g + F·ġ) + D·ġ (2 W·g + H·ġ))/g²
 *
 * Where `F` or `H` is zero there is no angle, and no slope by the other bond. Therefore `1/F²` is
 * formed as `g⁴ H²/(m² n²)`, where `m² n² = (|g| h·m)² + (m·n)²`; it is taken as 0 where that
 * vanishes.
 */
class DihedralRule implements DerivativeRule {
  readonly #graph: Graph;
  readonly #g: Vector;
  readonly #gg: Node;
  readonly #arms: readonly [Arm, Arm];

  /** Creates the rule, given `both = m² n²`. */
  constructor(graph: Graph, { f, g, h, both }: Readonly<Record<'f' | 'g' | 'h', Vector> & { both: Node }>) {
    this.#graph = graph;
    this.#g = g;
    this.#gg = dot(graph, g, g);
    const parts = (vector: Vector): Omit<Arm, 'inverse' | 'slope'> => {
      const along = graph.divide(dot(graph, vector, g), this.#gg);
      return { vector, along, across: minusScaled(graph, vector, along, g) };
    };
    const [F, H] = [parts(f), parts(h)];
    const shared = graph.divide(graph.multiply(this.#gg, graph.sqrt(this.#gg)), both);
    const arm = (own: typeof F, other: typeof F, turn: 1 | -1): Arm => {
      const factor = graph.multiply(shared, dot(graph, other.across, other.across));
      return {
        ...own,
        inverse: graph.multiply(graph.sqrt(this.#gg), factor),
        slope: cross(graph, own.vector, g).map((node) => graph.scale(Q.rational(turn), graph.multiply(node, factor))),
      };
    };
    this.#arms = [arm(F, H, -1), arm(H, F, 1)];
  }

  gradient(): readonly (readonly [Node, Node])[] {
    const graph = this.#graph;
    const [first, second] = this.#arms;
    return [
      ...this.#arms.flatMap(({ vector, slope }) => vector.map((node, i) => [node, slope[i]!] as const)),
      ...this.#g.map((node, i) => {
        const [mu, nu] = [first, second].map(({ along, slope }) => graph.multiply(along, slope[i]!));
        return [node, graph.negate(graph.addAsTheyAre(mu!, nu!))] as const;
      }),
    ];
  }

  rate({ first }: Pick<Rates, 'first'>): Node {
    return this.#graph.addAsTheyAre(...this.#arms.map((arm) => this.#rateOf(arm, first)));
  }

  secondRate(_: Node, { first, second }: Rates): Node {
    const graph = this.#graph;
    const dg = this.#g.map(first);
    const parts = this.#arms.map((arm) => {
      const U = this.#across(arm, first);
      const shrink = graph.multiply(this.#rateOf(arm, first), dot(graph, arm.across, U), arm.inverse);
      const tilt = graph.multiply(
        dotAsTheyAre(graph, arm.slope, dg),
        graph.add(graph.scale(Q.TWO, dot(graph, U, this.#g)), dot(graph, arm.across, dg)),
      );
      return { shrink, tilt, turn: dotAsTheyAre(graph, arm.slope, this.#across(arm, second)) };
    });
    return graph.add(
      ...parts.map(({ turn }) => turn),
      graph.scale(Q.rational(-2), graph.add(...parts.map(({ shrink }) => shrink))),
      graph.negate(graph.divide(graph.add(...parts.map(({ tilt }) => tilt)), this.#gg)),
    );
  }

  /** `A·U` */
  #rateOf(arm: Arm, first: Rates['first']): Node {
    return dotAsTheyAre(this.#graph, arm.slope, this.#across(arm, first));
  }

  /** `U = ḟ − μ ġ` */
  #across({ vector, along }: Arm, rate: Rates['first']): Vector {
    return minusScaled(this.#graph, vector.map(rate), along, this.#g.map(rate));
  }
}

/** One of the two vectors: `f` with `μ`, `F`, `1/F²` and `∂θ/∂f`. */
interface Arm {
  readonly vector: Vector;
  readonly along: Node;
  readonly across: Vector;
  readonly inverse: Node;
  readonly slope: Vector;
}
