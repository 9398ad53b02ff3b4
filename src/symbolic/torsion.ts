import type { AngleRule, Rates } from './angle-rule.js';
import { doubles } from './arithmetic-double.js';
import { crossProducts, type CrossProduct } from './cross-products.js';
import { evaluate } from './evaluate.js';
import type { Graph } from './graph.js';
import { reachable, type CallNode, type Node } from './node.js';
import * as Q from './rational.js';
import { cross, dot, dotAsTheyAre, minusScaled, type Vector } from './vectors.js';

/**
 * The torsion angle of two vectors about a third: the angle from `m = f × g` to `n = h × g` about `g`, with a sign,
 *
 *     θ = atan2(|g| h·m, m·n)
 *
 * (A. Blondel and M. Karplus, *J. Comput. Chem.* 17 (1996) 1132). Its gradient is along the normals, equation 27: with `μ = f·g/g²`, `ν = h·g/g²`, and the
 * parts across `g`, `F = f − μ g`, `H = h − ν g`, for which `m² = g² F²` and `n² = g² H²`,
 *
 *     ∂θ/∂f = A = −m/(|g| F²)        ∂θ/∂h = D = n/(|g| H²)        ∂θ/∂g = −(μ A + ν D)
 *
 * With `U = ḟ − μ ġ`, `W = ḣ − ν ġ` the rate is `θ̇ = A·U + D·W`. Differentiated again, the rate of `|g|` cancels:
 *
 *     θ̈ = A·(f̈ − μ g̈) + D·(ḧ − ν g̈) − 2 (A·U F·U/F² + D·W H·W/H²) − (A·ġ (2 U·g + F·ġ) + D·ġ (2 W·g + H·ġ))/g²
 */
class Torsion implements AngleRule {
  readonly #graph: Graph;
  readonly #g: Vector;
  readonly #gg: Node;
  readonly #arms: readonly [Arm, Arm];

  constructor(graph: Graph, f: Vector, g: Vector, h: Vector, sign: 1 | -1) {
    this.#graph = graph;
    this.#g = g;
    this.#gg = dot(graph, g, g);
    const arm = (vector: Vector, turn: 1 | -1): Arm => {
      const along = graph.divide(dot(graph, vector, g), this.#gg);
      const across = minusScaled(graph, vector, along, g);
      const square = dot(graph, across, across);
      const length = graph.scale(Q.rational(turn), graph.multiply(graph.sqrt(this.#gg), square));
      return {
        vector,
        along,
        across,
        square,
        slope: cross(graph, vector, g).map((node) => graph.divide(node, length)),
      };
    };
    this.#arms = [arm(f, sign === 1 ? -1 : 1), arm(h, sign)];
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
      const shrink = graph.divide(graph.multiply(this.#rateOf(arm, first), dot(graph, arm.across, U)), arm.square);
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

/** One of the two vectors: `f` with `μ`, `F`, `F²` and `∂θ/∂f`. */
interface Arm {
  readonly vector: Vector;
  readonly along: Node;
  readonly across: Vector;
  readonly square: Node;
  readonly slope: Vector;
}

/**
 * Reads an `atan2` as a torsion angle, however it is spelled: of the cross products below it each two that share a vector are tried, and what the call is
 * as a function of the three vectors is compared with the angle at some points, as identities of polynomials are tested.
 */
export function torsionOf(graph: Graph, call: CallNode): AngleRule | undefined {
  if (call.name !== 'atan2') return undefined;
  const products = crossProducts(reachable(call.args));
  for (const [i, first] of products.entries())
    for (const second of products.slice(i + 1))
      for (const { f, g, h } of sharedVector(first, second)) {
        const sign = signOfTorsion(call, f, g, h);
        if (sign !== undefined) return new Torsion(graph, f, g, h, sign);
      }
  return undefined;
}

/** Two cross products with a vector in common, as `f × g` and `h × g` with the components in one order. */
function* sharedVector(
  first: CrossProduct,
  second: CrossProduct,
): Iterable<{ readonly f: Vector; readonly g: Vector; readonly h: Vector }> {
  for (const [f, g] of [
    [first.a, first.b],
    [first.b, first.a],
  ] as const)
    for (const [h, other] of [
      [second.a, second.b],
      [second.b, second.a],
    ] as const)
      if (g.every((node) => other.includes(node))) yield { f, g, h: g.map((node) => h[other.indexOf(node)]!) };
}

const NO_VARIABLES: ReadonlyMap<string, number> = new Map();
const POINTS = 6;
/** Angles that are equal differ by rounding; others, at random points, by more. */
const TOLERANCE = 1e-9;

/** `±1` if a call is `±` the torsion angle of three vectors, but for a constant multiple of π. */
function signOfTorsion(call: CallNode, f: Vector, g: Vector, h: Vector): 1 | -1 | undefined {
  const components = [...f, ...g, ...h];
  const ends = new Set(components);
  // Nothing but what is analytic, of nothing but the vectors: then it is equal everywhere if it is at random points.
  const below = reachable(call.args, (node) => (ends.has(node) ? [] : node.children));
  if (!below.every((node) => ends.has(node) || ANALYTIC.has(node.kind))) return undefined;
  let signs: readonly (1 | -1)[] = [1, -1];
  for (let point = 0; point < POINTS && signs.length > 0; point++) {
    const values = components.map((_, i) => 2 * fraction((9 * point + i + 1) * GOLDEN_RATIO) - 1);
    const [value] = evaluate(doubles, [call], NO_VARIABLES, new Map(components.map((node, i) => [node, values[i]!])));
    const angle = torsion(values);
    signs = signs.filter((sign) => Math.abs(Math.sin(value! - sign * angle)) < TOLERANCE);
  }
  return signs[0];
}

const ANALYTIC: ReadonlySet<Node['kind']> = new Set(['number', 'constant', 'sum', 'product']);
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
const fraction = (x: number): number => x - Math.floor(x);

/** `atan2(|g| h·m, m·n)` of the components of `f`, `g`, `h`. */
function torsion(v: readonly number[]): number {
  const [f, g, h] = [v.slice(0, 3), v.slice(3, 6), v.slice(6)];
  const times = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  const normal = (a: readonly number[]): number[] =>
    a.map((_, k) => a[(k + 1) % 3]! * g[(k + 2) % 3]! - a[(k + 2) % 3]! * g[(k + 1) % 3]!);
  const [m, n] = [normal(f), normal(h)];
  return Math.atan2(Math.hypot(...g) * times(h, m), times(m, n));
}
