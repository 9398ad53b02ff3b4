import type { ExpandedConstraint } from '../formula/expanded.js';
import { countOperations, type OperationCount } from '../lower/count.js';
import { lowerPlainly, type Program } from '../lower/lower.js';
import type { Value } from '../lower/program.js';
import type { SingularPolicy } from '../spec/constraint-spec.js';
import { BoundsOf } from '../symbolic/bounds.js';
import { linearImages, shareMatrices } from '../symbolic/linear-in-constants.js';
import type { Node } from '../symbolic/node.js';
import { substitute } from '../symbolic/substitute.js';
import { constantVectors } from './constant-vectors.js';
import { lengthsOf } from './lengths.js';
import { parameterBounds } from './parameter-bounds.js';

interface Way {
  readonly divisors: ReadonlySet<string>;
  readonly bounds: BoundsOf;
  /** What the kernel computes, as the graph has it. */
  readonly roots: readonly Node[];
  readonly kernel: Program;
  readonly count: OperationCount;
}

/** The same kernel with constant vectors multiplied by the matrices that they have in common, if that is shorter; see {@link shareMatrices}. */
export function sharingMatrices<W extends Way>(expanded: ExpandedConstraint, way: W, policy: SingularPolicy): W[] {
  const { graph, C, params } = expanded;
  let best = way;
  let become: ReadonlyMap<Node, Node> = new Map();
  const at = (node: Node): Node => become.get(node) ?? node;
  for (const matrix of shareMatrices(graph, linearImages(C, constantVectors(expanded)))) {
    const before = become;
    const step = substitute(graph, way.roots.map(at), matrix);
    const sources = before.size === 0 ? step.keys() : before.keys();
    become = new Map(Array.from(sources, (node) => [node, step.get(at(node)) ?? at(node)]));
    const bounds = new BoundsOf(parameterBounds(params, way.divisors), new Set([...way.bounds.rims].map(at)));
    const kernel = lowerPlainly(way.roots.map(at), undefined, bounds, lengthsOf(expanded), policy);
    const count = countOperations(kernel.outputs);
    if (count.total < best.count.total) best = { ...way, kernel: inTermsOf(become, kernel), count };
    else become = before;
  }
  return best === way ? [] : [best];
}

/** A program with the values of nodes that others were substituted for. */
function inTermsOf(become: ReadonlyMap<Node, Node>, { outputs, values: known }: Program): Program {
  const values = new Map<Node, Value>();
  for (const [old, node] of become) {
    const value = known.get(node);
    if (value !== undefined) values.set(old, value);
  }
  return { outputs, values };
}
