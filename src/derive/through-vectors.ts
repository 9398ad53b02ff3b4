import type { Graph } from '../symbolic/graph.js';
import { Jets } from '../symbolic/jets.js';
import type { LinearFunction } from '../symbolic/linear-in-constants.js';
import { reachable, type Node } from '../symbolic/node.js';
import { gradient } from '../symbolic/reverse.js';
import type { Vector } from '../symbolic/vectors.js';
import type { WayOfRates } from './through-normals.js';

/** Rates and gradients of rows. */
export interface WayThroughVectors extends WayOfRates {
  /** `∂f/∂x` of a row, by the constraint's variables. */
  readonly gradient: (row: number) => readonly Node[];
}

/** What rows depend on, and the vectors that they may depend on it through. */
interface Setting {
  readonly variables: readonly Node[];
  /** The variables, and time. */
  readonly moving: ReadonlySet<Node>;
  readonly vectors: readonly Vector[];
}

/** Rows, and those of them that are one linear function `K` of several constant vectors. */
interface Rows {
  readonly rows: readonly Node[];
  readonly linear: ReadonlyMap<Node, LinearFunction>;
}

/** Slopes of a row, by moving quantities at fixed vectors, and by the components of the vectors. */
interface Slopes {
  readonly own: readonly Node[];
  readonly byEnds: readonly Node[];
}

/**
 * Rows that depend on their inputs `x` through the same vectors `h(x)`: one matrix `D = ∂h/∂x` serves the gradients of all of them and the rate of `h`, and
 * `ḧ` enters at the end (local Jacobians accumulated first; Griewank and Walther, *Evaluating Derivatives*, section 10.2):
 *
 *     ∂f/∂x = ∂f/∂x|h + ∂f/∂h D        ḣ = D ẋ        ḟ = ∂f/∂x|h ẋ + ∂f/∂h ḣ        f̈ = ∂f/∂h ḧ + f̈ at a steady ḣ
 *
 * What rows `K·u`, `K·w` have of the inputs besides is by one matrix as well, `∂f/∂x|h = uᵀ ∂K/∂x|h`.
 *
 * `others` gives the derivatives of rows that depend on none of the vectors. Nothing if no two rows have a vector in common of which the derivatives cost
 * anything.
 */
export function throughVectors(
  graph: Graph,
  jets: Jets,
  { rows, linear }: Rows,
  { variables, moving, vectors }: Setting,
  others: WayThroughVectors,
): WayThroughVectors | undefined {
  const below = rows.map((row) => new Set(reachable([row])));
  const isThrough = (i: number, nodes: Vector): boolean =>
    !nodes.includes(rows[i]!) && nodes.some((node) => below[i]!.has(node));
  const ends = vectors
    .filter((vector) => !vector.every((node) => isLinear(node, moving)))
    .filter((vector) => rows.filter((_, i) => isThrough(i, vector)).length > 1)
    .flat();
  if (ends.length === 0) return undefined;
  const through = rows.map((_, i) => isThrough(i, ends));

  const movers = [...moving];
  const matrix = ends.map((end) => gradient(graph, end, movers));
  const product = (slopes: readonly Node[], factors: readonly Node[]): Node =>
    graph.addAsTheyAre(...slopes.map((slope, i) => graph.multiply(slope, factors[i]!)));
  const rates = movers.map((node) => jets.first(node));
  const endRates = matrix.map((row) => product(row, rates));
  const steady = new Jets(
    graph,
    new Map(
      [...movers, ...ends].map(
        (node, i) => [node, { first: [...rates, ...endRates][i]!, second: graph.zero }] as const,
      ),
    ),
  );
  const partials = (node: Node): Slopes => {
    const list = gradient(graph, node, [...ends, ...movers]);
    return { byEnds: list.slice(0, ends.length), own: list.slice(ends.length) };
  };
  const ownThrough = ({ constant, slopes }: LinearFunction): Node[] => {
    const columns = slopes.map((slope) => partials(slope).own);
    return movers.map((_, i) =>
      product(
        constant,
        columns.map((column) => column[i]!),
      ),
    );
  };
  const known = new Map<number, Slopes>();
  const slopesOf = (row: number): Slopes => {
    let slopes = known.get(row);
    if (slopes === undefined) {
      const shared = linear.get(rows[row]!);
      slopes = partials(rows[row]!);
      if (shared !== undefined) slopes = { ...slopes, own: ownThrough(shared) };
      known.set(row, slopes);
    }
    return slopes;
  };
  return {
    first: (row) => {
      if (through[row] !== true) return others.first(row);
      const { own, byEnds } = slopesOf(row);
      return product([...byEnds, ...own], [...endRates, ...rates]);
    },
    second: (row) => {
      if (through[row] !== true) return others.second(row);
      const accelerations = ends.map((end) => jets.second(end));
      const written = linear.get(rows[row]!)?.written ?? rows[row]!;
      return graph.add(product(slopesOf(row).byEnds, accelerations), steady.second(written));
    },
    gradient: (row) => {
      if (through[row] !== true) return others.gradient(row);
      const { own, byEnds } = slopesOf(row);
      return variables.map((variable) => {
        const i = movers.indexOf(variable);
        const column = matrix.map((entries) => entries[i]!);
        return graph.addAsTheyAre(own[i]!, product(byEnds, column));
      });
    },
  };
}

/** Whether a node is a moving quantity or a sum of those: its derivatives cost nothing. */
const isLinear = (node: Node, moving: ReadonlySet<Node>): boolean =>
  moving.has(node) || (node.kind === 'sum' && node.terms.every((term) => moving.has(term.node)));
