import type { RowLevel } from '../../runtime/model/constraint-type.js';
import type { ExpandedConstraint } from '../formula/expanded.js';
import { motionJets, rateOf } from '../symbolic/motion.js';
import { linearImages, shareLinearFunctions } from '../symbolic/linear-in-constants.js';
import { reachable, type Node } from '../symbolic/node.js';
import { gradient } from '../symbolic/reverse.js';
import type { Vector } from '../symbolic/vectors.js';
import { constantVectors } from './constant-vectors.js';
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
  const linear = shareLinearFunctions(graph, C, constantVectors(constraint));
  const written = linear.size === 0 ? undefined : C.map((row) => linear.get(row)?.written ?? row);
  const byVectors = levels.includes('velocity')
    ? undefined
    : throughVectors(
        graph,
        jets,
        { rows: C, linear },
        { variables, moving, vectors: vectorsOnTheWay(constraint) },
        { ...byJets(C), gradient: (i) => gradients[i]! },
      );
  const throughNormals = ratesThroughNormals(graph, jets, C, moving);
  return [
    byJet,
    ...(twice.gamma.every((node, i) => node === byJet.gamma[i]) ? [] : [twice]),
    ...(written === undefined ? [] : [withRates(byJets(written))]),
    ...(byVectors === undefined ? [] : [withRates(byVectors)]),
    ...(throughNormals === undefined ? [] : [withRates(throughNormals)]),
  ];
}

/** Vectors on the way from inputs to rows: those that the formula names, and those made of one constant vector that several rows have in common. */
function vectorsOnTheWay(constraint: ExpandedConstraint): Node[][] {
  const named = namedVectors(constraint.names);
  const known = new Set(named.flat());
  const below = constraint.C.map((row) => new Set(reachable([row])));
  const made = new Map<Vector, Node[]>();
  for (const { node, constant } of linearImages(constraint.C, constantVectors(constraint))) {
    if (known.has(node) || below.filter((nodes) => nodes.has(node)).length < 2) continue;
    made.set(constant, [...(made.get(constant) ?? []), node]);
  }
  return [...named, ...made.values()];
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
