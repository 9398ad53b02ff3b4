import type { Graph } from './graph.js';
import { isZeroNode } from './node.js';
import type { Jets, Seed } from './jets.js';
import type { Node } from './node.js';
import * as Q from './rational.js';

export type Triple = readonly [Node, Node, Node];

/**
 * Vectors that turn with a body, as variables that stand for their components. The graph
 * differentiates them by rule, not through the quaternion. With `R(o)` the rotation from body axes
 * to world axes and `ω` the angular velocity in world axes, at zero acceleration:
 *
 *     u = R(o) s:   u̇ = ω × u + R(o) ṡ,   ü = ω × u̇ + (R(o) ṡ)˙
 *     s = R(o)ᵀ a:  ṡ = R(o)ᵀ (ȧ − ω × a)
 *
 * (Goldstein, *Classical Mechanics*, section 4.9). The formulas that compute them from the
 * quaternion are kept apart, in {@link definitions}.
 */
export class Rotations {
  /** The definition of each of the variables. */
  readonly definitions = new Map<Node, Node>();
  /** Names of the variables, and of intermediate quantities. */
  readonly names = new Map<Node, string>();
  /** The rules above, for {@link Jets}; further seeds may be added. */
  readonly seeds = new Map<Node, Seed>();
  readonly #graph: Graph;
  #jets: Jets | undefined;
  readonly #taken = new Set<string>();
  readonly #known = new Map<string, Triple>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /**
   * Sets the jets from which the rates of vectors are taken. They must have been made with
   * {@link seeds}.
   */
  follow(jets: Jets): void {
    this.#jets = jets;
  }

  get jets(): Jets {
    if (this.#jets === undefined) throw new Error('rates of rotated vectors need jets');
    return this.#jets;
  }

  /**
   * Three variables with the given rates that stand for `definition`. The same definition gives the
   * same variables.
   */
  define(name: string, definition: Triple, first: (u: Triple) => Triple, second: (u: Triple) => Triple): Triple {
    const key = definition.map(({ id }) => id).join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const unique = this.#unique(name);
    const u = AXES.map((axis) => this.#graph.variable(`${unique}.${axis}`)) as unknown as Triple;
    this.#known.set(key, u);
    const [rate, acceleration] = [once(() => first(u)), once(() => second(u))];
    u.forEach((variable, i) => {
      this.definitions.set(variable, definition[i]!);
      this.names.set(variable, `${unique}_${AXES[i]!}`);
      this.seeds.set(variable, {
        get first() {
          return rate()[i]!;
        },
        get second() {
          return acceleration()[i]!;
        },
      });
    });
    return u;
  }

  /** A variable that stands for an entry of a fixed rotation. Only definitions use it. */
  entry(name: string, definition: Node): Node {
    const variable = this.#graph.variable(this.#unique(name));
    this.definitions.set(variable, definition);
    this.names.set(variable, variable.kind === 'variable' ? variable.name : name);
    return variable;
  }

  #unique(name: string): string {
    let unique = name;
    for (let i = 2; this.#taken.has(unique); i++) unique = `${name}${i}`;
    this.#taken.add(unique);
    return unique;
  }
}

const AXES = ['x', 'y', 'z'] as const;

function once<T>(compute: () => T): () => T {
  let result: T | undefined;
  return () => (result ??= compute());
}

/**
 * The orientation of a body in space: a unit quaternion `[w, x, y, z]` and the angular velocity in
 * world axes.
 */
export class Orientation {
  readonly quaternion: readonly [Node, Node, Node, Node];
  readonly omega: Triple;
  readonly #graph: Graph;
  readonly #rotations: Rotations;
  #matrix: readonly Triple[] | undefined;

  constructor(graph: Graph, rotations: Rotations, quaternion: readonly [Node, Node, Node, Node], omega: Triple) {
    this.#graph = graph;
    this.#rotations = rotations;
    this.quaternion = quaternion;
    this.omega = omega;
  }

  /** `R(o) s`. It is computed as `definition` where that is shorter than by the quaternion. */
  rotate(s: Triple, name = 'u', definition: Triple = this.#turn(s, 1)): Triple {
    if (s.every(isZeroNode)) return s;
    const g = this.#graph;
    const inner = once(() => this.rotate(this.#rates(s), `${name}Dot`));
    return this.#rotations.define(
      name,
      definition,
      (u) => plus(g, cross(g, this.omega, u), inner()),
      (u) => plus(g, cross(g, this.omega, this.#rates(u)), this.#rates(inner())),
    );
  }

  /** `R(o)ᵀ a` */
  unrotate(a: Triple, name = 's'): Triple {
    if (a.every(isZeroNode)) return a;
    const g = this.#graph;
    const inner = once(() => this.unrotate(minus(g, this.#rates(a), cross(g, this.omega, a)), `${name}Dot`));
    return this.#rotations.define(
      name,
      this.#turn(a, -1),
      () => inner(),
      () => this.#rates(inner()),
    );
  }

  /** The rows of `R(o)`. Definitions use them where one rotation serves many vectors. */
  matrix(): readonly Triple[] {
    if (this.#matrix !== undefined) return this.#matrix;
    const g = this.#graph;
    const [w, x, y, z] = this.quaternion;
    const twice = (a: Node, b: Node, sign: 1 | -1): Node => g.scale(Q.TWO, sign > 0 ? g.add(a, b) : g.subtract(a, b));
    const product = (a: Node, b: Node): Node => g.multiply(a, b);
    const diagonal = (a: Node, b: Node): Node => g.subtract(g.one, twice(product(a, a), product(b, b), 1));
    const rows: readonly Triple[] = [
      [diagonal(y, z), twice(product(x, y), product(w, z), -1), twice(product(x, z), product(w, y), 1)],
      [twice(product(x, y), product(w, z), 1), diagonal(x, z), twice(product(y, z), product(w, x), -1)],
      [twice(product(x, z), product(w, y), -1), twice(product(y, z), product(w, x), 1), diagonal(x, y)],
    ];
    this.#matrix = rows.map(
      (row, i) => row.map((node, j) => this.#rotations.entry(`R_${AXES[i]!}${AXES[j]!}`, node)) as unknown as Triple,
    );
    return this.#matrix;
  }

  #rates(a: Triple): Triple {
    return a.map((node) => this.#rotations.jets.first(node)) as unknown as Triple;
  }

  /**
   * `s + 2 (±w c + q × c)` with `c = q × s`, for a unit quaternion `(w, q)`: the product `o s o*`
   * written out, with 30 operations. The inverse rotation has `−w`.
   */
  #turn(s: Triple, sign: 1 | -1): Triple {
    const g = this.#graph;
    const [w, ...q] = this.quaternion;
    const c = cross(g, q, s);
    const d = cross(g, q, c);
    const scalar = sign > 0 ? w : g.negate(w);
    return s.map((node, i) =>
      g.combine([
        { coefficient: Q.ONE, node },
        { coefficient: Q.TWO, node: g.add(g.multiply(scalar, c[i]!), d[i]!) },
      ]),
    ) as unknown as Triple;
  }
}

function cross(g: Graph, a: Triple, b: Triple): Triple {
  const minor = (i: number, j: number): Node => g.subtract(g.multiply(a[i]!, b[j]!), g.multiply(a[j]!, b[i]!));
  return [minor(1, 2), minor(2, 0), minor(0, 1)];
}

const plus = (g: Graph, a: Triple, b: Triple): Triple => [g.add(a[0], b[0]), g.add(a[1], b[1]), g.add(a[2], b[2])];
const minus = (g: Graph, a: Triple, b: Triple): Triple => [
  g.subtract(a[0], b[0]),
  g.subtract(a[1], b[1]),
  g.subtract(a[2], b[2]),
];
