import type { RowLevel } from '../../runtime/model/constraint-type.js';
import type { ExpandedConstraint } from '../formula/expanded.js';
import { motionJets, rateOf } from '../symbolic/motion.js';
import type { Node } from '../symbolic/node.js';
import { gradient } from '../symbolic/reverse.js';

/** All derivatives of a constraint that constrained dynamics uses, as nodes of one graph. */
export interface Derivatives {
  /** The level of each row: a value, or at velocity level (`φ(x, ẋ, t) = 0`) a rate. */
  readonly levels: readonly RowLevel[];
  /** The formula's value; zero for a row at velocity level, which has no position error. */
  readonly C: readonly Node[];
  /** `dC/dt`; of a row at velocity level `φ` itself. */
  readonly Cdot: readonly Node[];
  /** `C̈` at zero acceleration; of a row at velocity level `φ̇ = Σ ∂φ/∂x ẋ + ∂φ/∂t`. */
  readonly gamma: readonly Node[];
  /** `J[row][input][component] = ∂C/∂x`; of a row at velocity level `∂φ/∂ẋ`. */
  readonly J: readonly (readonly (readonly Node[])[])[];
  /**
   * `Jdot = dJ/dt` at zero acceleration, which is `∂Cdot/∂x` for a row at position level; indexed
   * like `J`.
   */
  readonly Jdot: readonly (readonly (readonly Node[])[])[];
  /** `f˙` for a node `f` of the value's graph; gives the rates of named quantities their names. */
  readonly rate: (node: Node) => Node;
}

/**
 * Differentiates a constraint: `J` by reverse sweeps, by values or at velocity level by rates;
 * `Cdot` and `gamma` by jets; `Jdot` as the rate of `J`.
 */
export function differentiate(constraint: ExpandedConstraint): Derivatives {
  const { graph, C, rows, inputs, time } = constraint;
  const variables = inputs.flatMap((input) => input.components);
  const rates = variables.map((variable) => rateOf(graph, variable));
  const jets = motionJets(graph, variables, time);
  const levels = rows.map(({ level }) => level);
  const isRate = (row: number): boolean => levels[row] === 'velocity';
  const J = C.map((row, i) => {
    const entries = gradient(graph, row, isRate(i) ? rates : variables);
    let start = 0;
    return inputs.map(({ size }) => entries.slice(start, (start += size)));
  });
  return {
    levels,
    C: C.map((row, i) => (isRate(i) ? graph.zero : row)),
    Cdot: C.map((row, i) => (isRate(i) ? row : jets.first(row))),
    gamma: C.map((row, i) => (isRate(i) ? jets.first(row) : jets.second(row))),
    J,
    Jdot: J.map((row) => row.map((block) => block.map((entry) => jets.first(entry)))),
    rate: (node) => jets.first(node),
  };
}
