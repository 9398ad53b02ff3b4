import type { RowLevel } from '../../runtime/constraint-type.js';
import type { ExpandedConstraint } from '../formula/expanded.js';
import { motionJets, rateOf } from '../symbolic/motion.js';
import type { Node } from '../symbolic/node.js';
import { gradient } from '../symbolic/reverse.js';
import { shareLinearFunctions } from '../symbolic/linear-in-constants.js';
import { ratesThroughNormals, type WayOfRates } from './through-normals.js';
import { throughVectors, type WayThroughVectors } from './through-vectors.js';
import { cheapestRates } from './velocity-sweep.js';

/** All that constrained dynamics needs of a constraint, as nodes of one graph. */
export interface Derivatives {
  /** What each row holds: a value, or at velocity level (`φ(x, ẋ, t) = 0`) a rate. */
  readonly levels: readonly RowLevel[];
  /** The formula's value; zero for a row at velocity level, which has no position error. */
  readonly C: readonly Node[];
  /** `dC/dt`; of a row at velocity level `φ` itself. */
  readonly Cdot: readonly Node[];
  /** `C̈` at zero acceleration; of a row at velocity level `φ̇ = Σ ∂φ/∂x ẋ + ∂φ/∂t`. */
  readonly gamma: readonly Node[];
  /** `J[row][input][component] = ∂C/∂x`; of a row at velocity level `∂φ/∂ẋ`. */
  readonly J: readonly (readonly (readonly Node[])[])[];
  /** `Jdot = dJ/dt` at zero acceleration, which is `∂Cdot/∂x` for a row at position level; indexed like `J`. */
  readonly Jdot: readonly (readonly (readonly Node[])[])[];
  /** `f˙` for a node `f` of the value's graph: what names the rates of named quantities. */
  readonly rate: (node: Node) => Node;
}

/**
 * `J` by reverse sweeps, by values or at velocity level by rates; `gamma` by jets, or as the rate of the rate, which shares more where a function's slope is
 * a quotient, or of rows that are written as one linear function of several constants, or through cross products or vectors that the formula names; `Cdot` by the cheaper of both sweeps; `Jdot` as the rate of `J`.
 * Returns each way that differs from the others.
 */
export function differentiate(constraint: ExpandedConstraint): readonly [Derivatives, ...Derivatives[]] {
  const { graph, C, rows: origins, inputs, time } = constraint;
  const variables = inputs.flatMap((input) => input.components);
  const moving = new Set([...variables, time]);
  const rates = variables.map((variable) => rateOf(graph, variable));
  const jets = motionJets(graph, variables, time);
  const levels = origins.map((origin) => origin.level);
  const atVelocity = (row: number): boolean => levels[row] === 'velocity';
  const gradients = C.map((row, i) => gradient(graph, row, atVelocity(i) ? rates : variables));
  const withRates = (way: WayOfRates & Partial<WayThroughVectors>): Derivatives => {
    const { first, second } = way;
    const own = way.gradient === undefined ? gradients : gradients.map((_, i) => way.gradient!(i));
    const J = own.map((entries) => {
      let start = 0;
      return inputs.map(({ size }) => entries.slice(start, (start += size)));
    });
    const gamma = C.map((row, i) => (atVelocity(i) ? jets.first(row) : second(i)));
    const rows = C.flatMap((row, i) =>
      atVelocity(i) ? [] : [{ C: row, Cdot: first(i), gamma: gamma[i]!, J: own[i]! }],
    );
    const atPosition = cheapestRates(graph, jets, rows, moving).values();
    return {
      levels,
      C: C.map((row, i) => (atVelocity(i) ? graph.zero : row)),
      Cdot: C.map((row, i) => (atVelocity(i) ? row : atPosition.next().value!)),
      gamma,
      J,
      Jdot: J.map((row) => row.map((block) => block.map((entry) => jets.first(entry)))),
      rate: (node) => jets.first(node),
    };
  };
  const byJets = (rows: readonly Node[]): WayOfRates => ({
    first: (i) => jets.first(rows[i]!),
    second: (i) => jets.second(rows[i]!),
  });
  const byJet = withRates(byJets(C));
  const twice = withRates({ ...byJets(C), second: (i) => jets.first(jets.first(C[i]!)) });
  const vectors = constraint.params.flatMap(({ components }) => (components.length > 1 ? [components] : []));
  const written = shareLinearFunctions(graph, C, vectors);
  const throughNamed = levels.includes('velocity')
    ? undefined
    : throughVectors(
        graph,
        jets,
        { rows: C, written: written ?? C },
        { variables, moving, vectors: namedVectors(constraint.names) },
        { ...byJets(C), gradient: (i) => gradients[i]! },
      );
  const throughNormals = ratesThroughNormals(graph, jets, C, moving);
  return [
    byJet,
    ...(twice.gamma.every((node, i) => node === byJet.gamma[i]) ? [] : [twice]),
    ...(written === undefined ? [] : [withRates(byJets(written))]),
    ...(throughNamed === undefined ? [] : [withRates(throughNamed)]),
    ...(throughNormals === undefined ? [] : [withRates(throughNormals)]),
  ];
}

/** The vectors that a formula names, by the names of their components: `h_x`, `h_y`, `h_z`. */
function namedVectors(names: ReadonlyMap<Node, string>): Node[][] {
  const vectors = new Map<string, Node[]>();
  for (const [node, label] of names) {
    const name = /^(.+)_[xyz]$/.exec(label)?.[1];
    if (name === undefined) continue;
    const components = vectors.get(name);
    if (components === undefined) vectors.set(name, [node]);
    else components.push(node);
  }
  return [...vectors.values()];
}
