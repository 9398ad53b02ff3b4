import type { Graph } from '../symbolic/graph.js';
import type { Jets } from '../symbolic/jets.js';
import { isRateVariable, motionJets } from '../symbolic/motion.js';
import { isZeroNode, reachable, type Node } from '../symbolic/node.js';
import type { Context, Operand } from './context.js';
import { mapValue, nodesOf, type Quantity } from './values.js';

/** The motion that `ddt(…)` differentiates along: inputs that move at their rates, and time. */
export class Motion {
  /** Tests whether a node's value is made of inputs. */
  readonly moves: (node: Node) => boolean;
  /** Tests whether a node's value is made of rates. */
  readonly isRate = madeOf(isRateVariable);
  readonly #makeJets: () => Jets;
  #jets: Jets | undefined;

  constructor(graph: Graph, inputs: readonly Node[], time: Node) {
    const moving = new Set(inputs);
    this.moves = madeOf((node) => moving.has(node));
    this.#makeJets = () => motionJets(graph, inputs, time);
  }

  /** Tests whether a node contains a rate anywhere. */
  hasRate(node: Node): boolean {
    return reachable([node]).some(isRateVariable);
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

/**
 * A test whether a node's value is made of certain leaves. What only decides between two branches
 * does not count.
 */
function madeOf(isLeaf: (node: Node) => boolean): (root: Node) => boolean {
  const known = new Map<Node, boolean>();
  const isOpen = (node: Node): boolean => !known.has(node) && node.kind !== 'condition';
  return (root) => {
    for (const node of reachable([root], (parent) => (isOpen(parent) ? parent.children : [])))
      if (isOpen(node)) known.set(node, isLeaf(node) || node.children.some((child) => known.get(child) === true));
    return known.get(root) === true;
  };
}
