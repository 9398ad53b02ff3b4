import type { SingularPolicy } from '../spec/constraint-spec.js';
import { BoundsOf } from '../symbolic/bounds.js';
import { countUses, reachable, type Node } from '../symbolic/node.js';
import { Building } from './building.js';
import { isConstant } from './constants.js';
import type { Program } from './program.js';
import { shareFactors } from './shared-products.js';

/** Options of lowering. */
export interface LoweringOptions {
  /**
   * Variables that are computed from other nodes, with their definitions. All others are loaded.
   */
  readonly definitions?: ReadonlyMap<Node, Node>;
  /**
   * Bounds on the values of nodes. With them the program follows the policy at singular points (see
   * {@link Guards}).
   */
  readonly bounds?: BoundsOf;
  readonly policy?: SingularPolicy;
}

/**
 * Lowers the n-ary sums and products below `roots` to single operations: pairs of factors that
 * several products have in common are shared, then the operations are written out.
 */
export function lower(
  roots: readonly Node[],
  { definitions = new Map(), bounds, policy = 'regularize' }: LoweringOptions = {},
): Program {
  const childrenOf = (node: Node): readonly Node[] => {
    const definition = definitions.get(node);
    return definition === undefined ? node.children : [definition];
  };
  const nodes = reachable(roots, childrenOf);
  const constants = new Set<Node>();
  for (const node of nodes) if (isConstant(node, constants)) constants.add(node);
  // Nodes that several other nodes, or an output, are computed from.
  const shared = new Set(roots);
  for (const [node, uses] of countUses(nodes, childrenOf)) if (uses > 1) shared.add(node);

  const building = new Building(
    {
      nodes: shared,
      constants,
      products: shareFactors(nodes, constants, bounds ?? new BoundsOf()),
    },
    { definitions, bounds, policy },
  );
  return { outputs: roots.map((root) => building.value(root)), values: building.values };
}
