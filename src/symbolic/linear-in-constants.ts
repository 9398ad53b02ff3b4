import type { Graph } from './graph.js';
import { degreesIn } from './homogeneous.js';
import { reachable, type Node } from './node.js';
import { gradient } from './reverse.js';
import { dotAsTheyAre, type Vector } from './vectors.js';

/** A quantity as the dot product of a constant vector and another one. */
export interface LinearFunction {
  readonly constant: Vector;
  readonly slopes: Vector;
  /** `slopes · constant` */
  readonly written: Node;
}

/**
 * Rows that are the same linear function of different constant vectors: `h·R(b) u` and `h·R(b) w` are `K·u` and `K·w` with `K = R(b)ᵀ h`. Written like
 * that, the derivatives of `K` serve all of them.
 */
export function shareLinearFunctions(
  graph: Graph,
  rows: readonly Node[],
  constants: readonly Vector[],
): Map<Node, LinearFunction> {
  const groups = new Groups();
  for (const row of rows) {
    const below = reachable([row]);
    for (const constant of constants) {
      if (!constant.every((node) => below.includes(node))) continue;
      if (degreesIn(below, new Set(constant)).get(row) === 1) groups.add(row, writtenIn(graph, row, constant));
    }
  }
  return new Map(groups.shared().flat());
}

/** A component of a vector that is made of a constant one, as `R(b) u` is. */
export interface LinearImage {
  readonly node: Node;
  readonly constant: Vector;
}

/** The largest quantities below `roots` that are homogeneous of degree 1 in one of the constant vectors, and free of the others. */
export function linearImages(roots: readonly Node[], constants: readonly Vector[]): LinearImage[] {
  if (constants.length === 0) return [];
  const nodes = reachable(roots);
  const degrees = constants.map((constant) => degreesIn(nodes, new Set(constant)));
  const imageOf = (node: Node): number => {
    const found = degrees.findIndex((own) => own.get(node) === 1);
    return degrees.every((own, i) => own.get(node) === (i === found ? 1 : 0)) ? found : -1;
  };
  const images = new Map(nodes.map((node) => [node, imageOf(node)]));
  const largest = new Set(roots);
  for (const user of nodes)
    for (const child of user.children) if (images.get(child) !== images.get(user)) largest.add(child);
  return [...largest].flatMap((node) => {
    const constant = node.kind === 'variable' ? undefined : constants[images.get(node)!];
    return constant === undefined ? [] : [{ node, constant }];
  });
}

/**
 * Matrices that turn several constant vectors into quantities of a formula: `R(b) u` and `R(b) w`, each computed by cross products, are one `R(b)` times each.
 * Returns for each set of vectors with a matrix in common what to write in place of what: `u′ᵢ = Σ Rᵢⱼ uⱼ` with `Rᵢⱼ = ∂u′ᵢ/∂uⱼ`.
 */
export function shareMatrices(graph: Graph, images: readonly LinearImage[]): Map<Node, Node>[] {
  const rows = new Groups();
  for (const { node, constant } of images) rows.add(node, writtenIn(graph, node, constant));
  const matrices = new Map<string, Map<Node, Node>>();
  for (const row of rows.shared()) {
    const key = row
      .map(([, { constant }]) => keyOf(constant))
      .sort()
      .join(';');
    const matrix = matrices.get(key) ?? new Map<Node, Node>();
    matrices.set(key, matrix);
    for (const [node, { written }] of row) if (written !== node) matrix.set(node, written);
  }
  return [...matrices.values()].filter((matrix) => matrix.size > 0);
}

/** Euler: what is homogeneous of degree 1 is its gradient times the vector. */
function writtenIn(graph: Graph, node: Node, constant: Vector): LinearFunction {
  const slopes = gradient(graph, node, constant);
  return { constant, slopes, written: dotAsTheyAre(graph, slopes, constant) };
}

/** Quantities by their slopes. */
class Groups {
  readonly #groups = new Map<string, Map<Node, LinearFunction>>();

  add(node: Node, linear: LinearFunction): void {
    const key = keyOf(linear.slopes);
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, new Map([[node, linear]]));
    else group.set(node, linear);
  }

  /** Those with slopes in common. */
  shared(): (readonly [Node, LinearFunction])[][] {
    return [...this.#groups.values()].filter((group) => group.size > 1).map((group) => [...group]);
  }
}

const keyOf = (nodes: Vector): string => nodes.map(({ id }) => id).join();
