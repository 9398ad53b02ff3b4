import type { ExpandedConstraint } from '../formula/expanded.js';
import type { Graph } from '../symbolic/graph.js';
import { Jets, type Seed } from '../symbolic/jets.js';
import type { Node } from '../symbolic/node.js';
import { gradient } from '../symbolic/reverse.js';
import { cheapestRates } from './velocity-sweep.js';

/** All that constrained dynamics needs of a constraint, as nodes of one graph. */
export interface Derivatives {
  readonly C: readonly Node[];
  readonly Cdot: readonly Node[];
  readonly gamma: readonly Node[];
  /** `J[row][input][component] = ∂C/∂x` */
  readonly J: readonly (readonly (readonly Node[])[])[];
  /** `Jdot = ∂Cdot/∂x = dJ/dt`, indexed like `J`. */
  readonly Jdot: readonly (readonly (readonly Node[])[])[];
  /** `f˙` for a node `f` of the value's graph: what names the rates of named quantities. */
  readonly rate: (node: Node) => Node;
}

/** The variable that stands for the rate of an input component. */
const rateOf = (graph: Graph, component: Node): Node => {
  if (component.kind !== 'variable') throw new Error('an input component is a variable');
  return graph.variable(rateName(component.name));
};

export const rateName = (variable: string): string => `${variable}'`;

/** `J` by reverse sweeps, `gamma` by jets, `Cdot` by the cheaper of the two, `Jdot` as the rate of `J`. */
export function differentiate({ graph, C, inputs, time }: ExpandedConstraint): Derivatives {
  const variables = inputs.flatMap((input) => input.components);
  // Along a motion at zero acceleration: x = (x, ẋ, 0), t = (t, 1, 0).
  const seeds = new Map<Node, Seed>(
    variables.map((variable) => [variable, { first: rateOf(graph, variable), second: graph.zero }]),
  );
  seeds.set(time, { first: graph.one, second: graph.zero });
  const jets = new Jets(graph, seeds);
  const gradients = C.map((row) => gradient(graph, row, variables));
  const J = gradients.map((entries) => {
    let start = 0;
    return inputs.map(({ size }) => entries.slice(start, (start += size)));
  });
  const gamma = C.map((row) => jets.second(row));
  const rows = C.map((row, i) => ({ C: row, Cdot: jets.first(row), gamma: gamma[i]!, J: gradients[i]! }));
  return {
    C,
    Cdot: cheapestRates(graph, jets, rows, new Set([...variables, time])),
    gamma,
    J,
    Jdot: J.map((row) => row.map((block) => block.map((entry) => jets.first(entry)))),
    rate: (node) => jets.first(node),
  };
}
