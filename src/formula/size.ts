import { SpecError } from '../diagnostics/index.js';
import { Budget } from '../symbolic/budget.js';
import type { GraphBudgets } from '../symbolic/graph.js';
import { reachable, type Node } from '../symbolic/node.js';
import { LIMITS } from '../syntax/limits.js';

/** Throws that a derivation exceeds a limit. Callers that know the spec and the field add them. */
function tooLarge(size: string): never {
  throw new SpecError([
    {
      code: 'E_FORMULA_SIZE',
      message: `The formulas and their derivatives take ${size}.`,
      hint: 'split the constraint or the body into smaller ones, or write the formulas with fewer operations',
    },
  ]);
}

/**
 * Runs `read`, and attributes its faults to a formula: the graph does not know for which one it is
 * built.
 */
export function inField<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    throw new SpecError(error.diagnostics.map((diagnostic) => ({ field, ...diagnostic })));
  }
}

/** The budgets of the graph that a constraint or a body becomes, in one space. */
export const graphBudgets = (): GraphBudgets => ({
  nodes: new Budget(LIMITS.nodes, (limit) => tooLarge(`more than ${limit} nodes, distinct subexpressions`)),
  steps: new Budget(LIMITS.graphSteps, (limit) => tooLarge(`more than ${limit} terms and factors`)),
});

/** The budget of the operations of one emitted function. */
export const operationBudget = (): Budget =>
  new Budget(LIMITS.operations, (limit) => tooLarge(`more than ${limit} operations in one function`));

/**
 * Computes the depth of nested operations of a node. One instance per graph: it remembers what it
 * has counted.
 */
export class Levels {
  readonly #known = new Map<Node, number>();

  of(root: Node): number {
    for (const node of reachable([root], (parent) => (this.#known.has(parent) ? [] : parent.children)))
      if (!this.#known.has(node))
        this.#known.set(
          node,
          node.children.reduce((most, child) => Math.max(most, this.#known.get(child)! + 1), 0),
        );
    return this.#known.get(root)!;
  }
}
