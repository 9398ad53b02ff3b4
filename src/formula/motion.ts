import type { Graph } from '../symbolic/graph.js';
import { isZeroNode } from '../symbolic/graph.js';
import type { Jets } from '../symbolic/jets.js';
import { isRateVariable, motionJets } from '../symbolic/motion.js';
import { reachable, type Node } from '../symbolic/node.js';
import type { Context, Operand } from './context.js';
import { mapValue, nodesOf, type Quantity } from './values.js';

/** The motion that `ddt(…)` differentiates along: inputs that move at their rates, and time. */
export class Motion {
  readonly #makeJets: () => Jets;
  readonly #rates = new Map<Node, boolean>();
  #jets: Jets | undefined;

  constructor(graph: Graph, inputs: readonly Node[], time: Node) {
    this.#makeJets = () => motionJets(graph, inputs, time);
  }

  /** Tests whether a node contains a rate anywhere. */
  hasRate(node: Node): boolean {
    return reachable([node]).some(isRateVariable);
  }

  /**
   * Tests whether a node's value is made of rates. A rate that only decides between two branches
   * does not count.
   */
  isRate(root: Node): boolean {
    const isOpen = (node: Node): boolean => !this.#rates.has(node) && node.kind !== 'condition';
    for (const node of reachable([root], (parent) => (isOpen(parent) ? parent.children : [])))
      if (isOpen(node))
        this.#rates.set(node, isRateVariable(node) || node.children.some((child) => this.#rates.get(child) === true));
    return this.#rates.get(root) === true;
  }

  /** `ddt(e) = Σ ∂e/∂x ẋ + ∂e/∂t`, component by component. */
  ddt(context: Context, { value, syntax }: Operand<Quantity>): Quantity | null {
    if (nodesOf(value).some((node) => this.hasRate(node)))
      return context.report(
        syntax.span,
        'E_VELOCITY_LEVEL',
        'This is a rate already: accelerations cannot be held.',
        'write ddt(…) of positions, directions, angles and t only',
      );
    const jets = (this.#jets ??= this.#makeJets());
    const rate = mapValue(value, (node) => jets.first(node));
    if (!nodesOf(rate).every(isZeroNode)) return rate;
    const hint = 'only what is made of inputs or t changes';
    return context.report(syntax.span, 'E_VELOCITY_LEVEL', 'This does not change, so its rate is always zero.', hint);
  }
}
