import type { Graph } from './graph.js';
import { Jets, type Seed } from './jets.js';
import type { Node } from './node.js';

/** The name of the variable that stands for the rate of another. */
export const rateName = (variable: string): string => `${variable}'`;

/** Tests whether a node is the rate of a variable. No quantity of a formula has such a name. */
export const isRateVariable = (node: Node): boolean => node.kind === 'variable' && node.name.endsWith("'");

/** The variable that stands for the rate of `variable`. */
export function rateOf(graph: Graph, variable: Node): Node {
  if (variable.kind !== 'variable') throw new Error('only a variable has a rate of its own');
  return graph.variable(rateName(variable.name));
}

/**
 * Jets along a motion at zero acceleration: `x = (x, ẋ, 0)` for the moving variables,
 * `t = (t, 1, 0)`, and `ẋ = (ẋ, 0, 0)` for their rates where a formula has them.
 */
export function motionJets(graph: Graph, moving: readonly Node[], time: Node): Jets {
  const seeds = new Map<Node, Seed>(
    moving.map((variable) => [variable, { first: rateOf(graph, variable), second: graph.zero }]),
  );
  seeds.set(time, { first: graph.one, second: graph.zero });
  return new Jets(graph, seeds);
}
